from tests.factories import write_document

TEXT = "# Light the lamp\n\nWith a match.\n\n" + "## More\n\nAnd more of it. \n\n" * 200


def test_what_is_served_over_rest_is_summed_up(client, collection):
    write_document(collection, "lamp.md", TEXT)
    hit = client.post("/api/retrieve", {"query": "light the lamp"}).json()["results"][0]
    client.get(f"/api/chunks/{hit['chunk_id']}")
    client.get("/api/read", {"mark": hit["mark"]})
    client.post(f"/api/md-collections/{collection.pk}/search", {"query": "light the lamp"})
    client.post("/api/context", {"task": "light the lamp"})
    client.post("/api/retrieve", {"query": "xylophone"})
    client.get("/api/read", {"mark": "collection:Runbooks/none.md"})
    report = client.get("/api/me/gain").json()
    assert (report["period"], report["calls"]) == ("all", 5)
    assert [one["mark"] for one in report["sources"]] == ["collection:Runbooks"]
    assert report["saved_tokens"] == report["file_tokens"] - report["served_tokens"] > 0
    assert client.get("/api/me/gain", {"period": "session"}).json()["calls"] == 5


def test_a_period_that_is_none_is_refused_and_visitors_have_no_sums(client, visitor):
    response = client.get("/api/me/gain", {"period": "year"})
    assert response.json()["error"]["field_errors"][0]["field"] == "period"
    assert visitor.get("/api/me/gain").status_code == 401
