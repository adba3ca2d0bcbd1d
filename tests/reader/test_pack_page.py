import pytest

from tests.reader.pages import main_of, text_of

pytestmark = pytest.mark.django_db


def test_the_box_stands_alone_until_there_is_a_task(client, writer, handbook):
    response = client.get("/pack")
    assert response.status_code == 200
    assert 'name="source" value="collection:Handbook"' in main_of(response)
    assert "tokens," not in text_of(response)


def test_a_task_gives_a_pack_with_its_entries_and_its_markdown(client, writer, handbook):
    response = client.get("/pack?task=configure+the+workers&max_tokens=900")
    pack = response.context["packing"].pack
    text = text_of(response)
    assert f"{pack.tokens} of 900 tokens" in text
    assert all(one.mark in text for one in pack.entries)
    assert "<script>" not in main_of(response)
    assert "In the folder of" in text or "Linked from" in text


def test_sources_narrow_the_pack_and_hidden_ones_are_none(client, writer, handbook, secrets):
    found = client.get("/pack?task=steps&source=collection:Handbook")
    assert found.status_code == 200
    hidden, missing = (
        client.get(f"/pack?task=steps&source=collection:{name}")
        for name in ("Sentinel%20plans", "Sentinel%20clans")
    )
    assert (hidden.status_code, missing.status_code) == (422, 422)
    assert text_of(hidden) == text_of(missing)


@pytest.mark.parametrize(
    "query", ["task=x&max_tokens=0", "task=x&max_tokens=zz", "task=%00", "task=" + "x" * 1001]
)
def test_nothing_that_can_be_typed_breaks_the_page(client, writer, query):
    assert client.get(f"/pack?{query}").status_code == 422


def test_a_budget_for_nothing_says_what_would_do(client, writer, handbook):
    response = client.get("/pack?task=configure+the+workers&max_tokens=5")
    assert response.status_code == 422
    assert "takes" in text_of(response)


def test_visitors_are_sent_to_sign_in(client):
    assert client.get("/pack?task=x").status_code == 302
