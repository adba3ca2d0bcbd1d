"""Instructions, resources and prompts."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from apps.access.errors import ForbiddenError, InvalidRequestError, NotFoundError
from apps.access.models import AuditEntry
from apps.access.principals import operator
from apps.documents.models import RepoDocument
from apps.mcp.instructions import PLAYBOOK
from apps.mcp.prompts.registry import PROMPTS
from apps.mcp.resources.registry import RESOURCES
from apps.retrieval.briefing import current_briefing, restore_briefing, write_briefing
from apps.retrieval.models import BriefingVersion
from tests.access.rows import rows_below
from tests.cast import make_repository, make_user, with_token
from tests.mcp.conftest import SENTINEL, Agent, agent_for
from tests.mcp.test_official_client import talk

pytestmark = pytest.mark.django_db
HELLO = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "test", "version": "1"},
}


def read(agent, uri):
    """The text of a resource, or the message of the error."""
    answer = agent.ask("resources/read", {"uri": uri})
    if "error" in answer:
        return answer["error"]["message"]
    (contents,) = answer["result"]["contents"]
    assert (contents["uri"], contents["mimeType"]) == (uri, "text/markdown")
    return contents["text"]


def told(agent):
    return agent.ask("initialize", HELLO)["result"]["instructions"]


def test_the_briefing_is_part_of_the_instructions_as_soon_as_it_is_written(agent):
    assert told(agent) == PLAYBOOK
    assert "has written no briefing" in read(agent, "pressmark://briefing")
    write_briefing(user=operator(), text="  Staging is called Gangway.\r\nAsk twice. ")
    assert told(agent) == (
        f"{PLAYBOOK}\nBriefing by the operator of this installation:\n"
        "Staging is called Gangway.\nAsk twice.\n"
    )
    assert read(agent, "pressmark://briefing") == "Staging is called Gangway.\nAsk twice."
    write_briefing(user=operator(), text="")
    assert told(agent) == PLAYBOOK


def test_each_text_is_a_version_that_can_be_restored_and_is_audited(ann):
    first = write_briefing(user=operator(), text="one")
    assert write_briefing(user=operator(), text="one") == first
    write_briefing(user=operator(), text="two")
    restore_briefing(user=operator(), version_id=first.pk)
    texts = list(BriefingVersion.objects.order_by("pk").values_list("text", flat=True))
    assert texts == ["one", "two", "one"]
    entries = AuditEntry.objects.filter(action="briefing.written").order_by("pk")
    changes = [(one.before["text"], one.after["text"]) for one in entries]
    assert changes == [("", "one"), ("one", "two"), ("two", "one")]
    assert current_briefing() == "one"


def test_only_admins_write_it_and_only_what_can_be_kept(ann):
    admin = make_user("admin", is_superuser=True)
    for user in (ann, with_token(admin), AnonymousUser()):
        with pytest.raises(ForbiddenError):
            write_briefing(user=user, text="x")
        assert not BriefingVersion.objects.visible_to(user).exists()
    for text in ("x" * 4001, "a\0b"):
        with pytest.raises(InvalidRequestError):
            write_briefing(user=admin, text=text)
    with pytest.raises(NotFoundError):
        restore_briefing(user=admin, version_id=1)


def test_resources_and_templates_are_listed(agent):
    listed = agent.ask("resources/list")["result"]["resources"]
    templates = agent.ask("resources/templates/list")["result"]["resourceTemplates"]
    uris = [one["uri"] for one in listed] + [one["uriTemplate"] for one in templates]
    assert uris == [one.uri for one in RESOURCES]
    assert uris[:2] == ["pressmark://briefing", "pressmark://my-context"]


def test_my_context_names_what_the_caller_can_read_and_nothing_else(ann, library):
    make_repository("tool", owner=ann, description="Our tool")
    make_repository(SENTINEL)
    text = read(agent_for(ann, name="laptop", source_ids=None), "pressmark://my-context")
    assert f"You act for {ann.username}." in text
    assert "Token: laptop, for api:read, api:write, mcp." in text
    assert "- `repo:git.example.org/team/tool`: Our tool" in text
    assert "## Collections (2)" in text
    assert [SENTINEL in text, "Vault" in text] == [False, False]
    limited = read(agent_for(ann, tools=["collections"]), "pressmark://my-context")
    assert "repo:" not in limited
    assert "Tools: collections." in limited


def test_visitors_learn_what_is_public(library, public_read):
    text = read(Agent(), "pressmark://my-context")
    assert "visitor without a name" in text
    assert "`collection:Handbook`" in text
    assert "Runbooks" not in text


def test_the_tree_of_a_repository_shows_its_pages(agent, ann):
    repository = make_repository("tool", owner=ann, synced_at=timezone.now())
    rows_below(repository)
    RepoDocument.objects.update(path="docs/guide.md", title="The guide")
    text = read(agent, f"pressmark://repo/{repository.slug}/tree")
    assert text.startswith(f"# {repository.slug}\n")
    assert f"- The guide `repo:{repository.slug}/docs/guide.md`" in text


def test_a_hidden_repository_answers_like_a_missing_one(agent, ann):
    hidden = make_repository("hidden")
    gone = "NOT_FOUND: There is nothing here, or you may not read it."
    paths = [hidden.slug, "a/b/c", "a%00/b/c", "a%2Fb/%/c", "%ff/b/c"]
    uris = [f"pressmark://repo/{path}/tree" for path in paths]
    odd = ["pressmark://nothing", "file:///etc/passwd", "", "pressmark://repo/a/b/tree", "\ufffd"]
    assert {read(agent, uri) for uri in (*uris, *odd)} == {gone}
    mine = make_repository("mine", owner=ann)
    assert read(agent, f"pressmark://repo/{mine.slug}/tree").startswith("NOT_READY: ")


def test_a_token_without_the_tool_gets_no_tree(ann, library):
    agent = agent_for(ann, tools=["collections"])
    answer = read(agent, "pressmark://repo/a/b/c/tree")
    assert answer.startswith("INSUFFICIENT_SCOPE: ")


def test_prompts_are_listed_and_filled(agent):
    listed = agent.ask("prompts/list")["result"]["prompts"]
    assert [one["name"] for one in listed] == [one.name for one in PROMPTS]
    assert [one["name"] for one in listed] == ["answer_with_citations", "write_runbook"]
    asked = {"question": "who is on call {now}?", "source": "collection:Runbooks"}
    answer = get(agent, "answer_with_citations", asked)
    (message,) = answer["result"]["messages"]
    assert message["role"] == "user"
    assert (
        "who is on call {now}?\n\nLook only in collection:Runbooks." in message["content"]["text"]
    )
    runbook = get(agent, "write_runbook", {"task": "restore"})["result"]["messages"][0]
    assert "Template:\n\n" in runbook["content"]["text"]


def get(agent, name, arguments):
    return agent.ask("prompts/get", {"name": name, "arguments": arguments})


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("answer_with_citations", {}, "INVALID_REQUEST: question: It is required."),
        ("answer_with_citations", {"question": " "}, "INVALID_REQUEST: question: It is required."),
        ("write_runbook", {"task": "x" * 2001}, "INVALID_REQUEST: task: It has at most 2000"),
        ("write_runbook", {"task": "x", "y": "z"}, "INVALID_REQUEST: y: There is no argument"),
        ("sing", {}, "NOT_FOUND: There is no prompt of that name."),
    ],
)
def test_what_is_wrong_with_a_prompt_is_told(agent, name, arguments, message):
    assert get(agent, name, arguments)["error"]["message"].startswith(message)


async def use_offers(client):
    """What an official client does with resources and prompts."""
    resources = [one.uri for one in (await client.list_resources()).resources]
    templates = (await client.list_resource_templates()).resource_templates
    context = await client.read_resource("pressmark://my-context")
    prompts = [one.name for one in (await client.list_prompts()).prompts]
    prompt = await client.get_prompt("answer_with_citations", {"question": "why?"})
    return client.instructions, resources, len(templates), context, prompts, prompt


@pytest.mark.django_db(transaction=True)
@pytest.mark.loopback
@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_the_official_client_understands_them(live_server, ann, mode):
    write_briefing(user=operator(), text="Ask twice.")
    url, token = f"{live_server.url}/mcp", agent_for(ann).token
    said, resources, templates, context, prompts, prompt = talk(url, token, use_offers, mode)
    assert said.endswith("Ask twice.\n")
    assert resources == ["pressmark://briefing", "pressmark://my-context"]
    assert templates == 1
    assert context.contents[0].text.startswith("# My context")
    assert prompts == ["answer_with_citations", "write_runbook"]
    assert "why?" in prompt.messages[0].content.text
