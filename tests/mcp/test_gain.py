def test_calls_of_tools_are_summed_up(agent, library):
    empty = agent.call("gain")["structuredContent"]
    assert (empty["period"], empty["calls"], empty["saved_tokens"]) == ("session", 0, 0)
    agent.call("retrieve", query="restore the snapshot")
    agent.call("collection_document", mark="collection:Runbooks/restore.md#load-it")
    agent.call("collection_document", mark="collection:Vault/plan.md")
    report = agent.call("gain")["structuredContent"]
    assert report["calls"] == 2
    assert report["saved_tokens"] == report["file_tokens"] - report["served_tokens"] > 0
    marks = [
        one["mark"] for one in agent.call("gain", period="all")["structuredContent"]["sources"]
    ]
    assert marks == ["collection:Runbooks"]
