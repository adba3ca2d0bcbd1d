import json

import pytest
from django.core.management import CommandError, call_command

from tests.reader.pages import main_of, text_of

pytestmark = pytest.mark.django_db


def test_a_question_names_the_collections_it_belongs_to_and_leads_there(client, writer, handbook):
    response = client.get("/route?q=configure+the+workers")
    first = response.context["routing"].collections[0]
    assert first.destination.mark == "collection:Handbook"
    assert f'<a href="{first.url}">' in main_of(response)
    assert first.destination.why in text_of(response)
    there = client.get("/search", {"q": "configure the workers", "source": first.search_mark})
    assert (first.url, there.status_code) == ("/docs/Handbook", 200)


def test_hidden_sources_are_not_named(client, writer, handbook, secrets):
    response = client.get("/route?q=plans+words&top_k=10")
    assert "Sentinel" not in text_of(response)
    assert [one.destination.label for one in response.context["routing"].collections] == [
        "Handbook"
    ]


@pytest.mark.parametrize(
    "query", ["q=x&top_k=0", "q=x&top_k=zz", "q=%00", "q=" + "x" * 513, "q=x&top_k=" + "9" * 400]
)
def test_nothing_that_can_be_typed_breaks_the_page(client, writer, query):
    assert client.get(f"/route?{query}").status_code == 422


def test_the_question_stands_alone_until_it_is_asked(client, writer, handbook):
    response = client.get("/route?q=+")
    assert response.status_code == 200
    assert "Reason" not in text_of(response)


def test_the_command_says_the_same(client, writer, handbook, capsys):
    page = client.get("/route?q=configure+the+workers").context["routing"]
    call_command("route", "configure the workers", user=writer.username, json=True)
    answer = json.loads(capsys.readouterr().out)
    assert [one["mark"] for one in answer["collections"]] == [
        one.destination.mark for one in page.collections
    ]
    call_command("route", "configure the workers", user=writer.username)
    assert "collection:Handbook\n       " in capsys.readouterr().out
    with pytest.raises(CommandError, match="from 1 to 10"):
        call_command("route", "x", user=writer.username, limit=11)
