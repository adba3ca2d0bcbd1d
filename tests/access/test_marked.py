import pytest

from apps.access.errors import InvalidRequestError, NotFoundError
from apps.access.marked import find_marked, find_source_marked
from apps.access.principals import operator
from tests.cast import grant, make_collection, make_repository, make_user

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "mark",
    [
        "collection:Run%20Books",
        "collection:run books",
        "collection:Run%20Books/a/b.md",
        "collection:Run%20Books/a/b.md#place",
    ],
)
def test_a_mark_of_a_collection_or_of_anything_in_it_finds_it(mark):
    collection = make_collection("Run Books")
    assert find_marked(user=operator(), text=mark) == collection


@pytest.mark.parametrize(
    "mark",
    [
        "repo:git.example.org/team/tool",
        "repo:GIT.example.org/Team/Tool",
        "repo:git.example.org/team/tool/docs/a.md",
        "repo:git.example.org/team/tool/docs/a.md::a/b#2",
        "symbol:git.example.org/team/tool/m.f",
    ],
)
def test_a_mark_of_a_repository_or_of_anything_in_it_finds_it(mark):
    repository = make_repository("tool")
    assert find_marked(user=operator(), text=mark) == repository


def test_an_id_stands_in_for_a_name():
    collection = make_collection("Runbooks")
    assert find_marked(user=operator(), text=f"collection:{collection.pk}") == collection


def test_no_name_takes_the_place_of_an_id():
    victim = make_collection("Payroll")
    make_collection(str(victim.pk), owner=make_user())
    assert find_marked(user=operator(), text=f"collection:{victim.pk}") == victim


@pytest.mark.parametrize(
    "mark",
    [
        "collection:Books/a.md",
        "collection:Books/a.md#place",
        "repo:git.example.org/team/tool/docs/a.md",
        "symbol:git.example.org/team/tool/m.f",
        "chunk:3f0f5a4e-6b0e-4d3e-9f57-0d3a7c1c9a10",
    ],
)
def test_rights_are_given_on_whole_sources_only(mark):
    books, tool = make_collection("Books"), make_repository("tool")
    with pytest.raises(InvalidRequestError, match="whole collection or repository"):
        find_source_marked(user=operator(), text=mark)
    whole = {"collection:Books": books, "repo:git.example.org/team/tool": tool}
    for text, source in whole.items():
        assert find_source_marked(user=operator(), text=text) == source


def test_of_several_with_a_name_the_exact_then_ones_own_is_meant_and_else_nobody_guesses():
    person = make_user()
    oldest, own = (make_collection("Notes", owner=owner) for owner in (make_user(), person))
    upper = make_collection("NOTES", owner=make_user())
    for source in (oldest, upper):
        grant(source, person)
    assert find_marked(user=person, text="collection:Notes") == own
    assert find_marked(user=person, text="collection:NOTES") == upper
    with pytest.raises(InvalidRequestError, match=f"{oldest.pk} or {own.pk}"):
        find_marked(user=operator(), text="collection:Notes")
    own.delete()
    assert find_marked(user=person, text="collection:Notes") == oldest


def test_a_hidden_source_is_as_missing_as_one_that_is_not_there():
    make_collection("Secret")
    errors = []
    for name in ("Secret", "Absent"):
        with pytest.raises(NotFoundError) as error:
            find_marked(user=make_user(), text=f"collection:{name}")
        errors.append(error.value.message.replace(name, "…"))
    assert errors[0] == errors[1]


@pytest.mark.parametrize("text", ["", "Runbooks", "chunk:7", "collection:", "repo:a/b"])
def test_a_text_that_is_no_mark_is_refused_with_its_field(text):
    with pytest.raises(InvalidRequestError) as error:
        find_marked(user=operator(), text=text)
    assert [one.field for one in error.value.field_errors] == ["source"]
