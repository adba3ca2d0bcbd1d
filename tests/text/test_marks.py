from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.text.marks import (
    ChunkMark,
    CollectionMark,
    Mark,
    MarkError,
    RepoMark,
    SymbolMark,
    parse_mark,
)

names = st.text(
    st.one_of(st.sampled_from("/#:%?& .~äß字\U0001f600"), st.characters(exclude_categories=["Cs"])),
    min_size=1,
    max_size=30,
).filter(lambda text: "\0" not in text)
repositories = st.builds(RepoMark, names, names, names, st.none() | names)
sections = st.builds(RepoMark, names, names, names, names, names, st.integers(0, 99))
documents = st.builds(CollectionMark, names, names, st.none() | names)
marks = st.one_of(
    repositories,
    sections,
    documents,
    st.builds(CollectionMark, names),
    st.builds(ChunkMark, st.uuids()),
    st.builds(SymbolMark, names, names, names, names),
)


@given(marks)
def test_every_mark_survives_being_written_and_read(mark: Mark):
    text = str(mark)
    assert parse_mark(text) == mark
    assert text.isascii()
    assert " " not in text


@given(st.text())
def test_any_text_is_a_mark_or_a_mark_error(text):
    try:
        mark = parse_mark(text)
    except MarkError:
        return
    assert parse_mark(str(mark)) == mark


@given(st.sampled_from(["repo:", "collection:", "symbol:", "chunk:"]), st.text("a/#:%2F\ud800\0é"))
def test_anything_after_a_scheme_is_a_mark_or_a_mark_error(scheme, rest):
    try:
        mark = parse_mark(scheme + rest)
    except MarkError:
        return
    assert parse_mark(str(mark)) == mark


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("repo:github.com/acme/app", RepoMark("github.com", "acme", "app")),
        (
            "repo:github.com/acme/app/docs/api/authentication.md::overview/token-formats#3",
            RepoMark(
                "github.com",
                "acme",
                "app",
                "docs/api/authentication.md",
                "overview/token-formats",
                3,
            ),
        ),
        ("collection:Runbooks", CollectionMark("Runbooks")),
        (
            "collection:Team%20A%2FB/db/fail%20over.md#step-2",
            CollectionMark("Team A/B", "db/fail over.md", "step-2"),
        ),
        (
            "chunk:00000000-0000-4000-8000-00000000000a",
            ChunkMark(UUID("00000000-0000-4000-8000-00000000000a")),
        ),
        (
            "symbol:github.com/acme/app/acme::Config.load",
            SymbolMark("github.com", "acme", "app", "acme::Config.load"),
        ),
    ],
)
def test_the_forms_of_the_contract_are_read_and_written_alike(text, mark):
    assert parse_mark(text) == mark
    assert str(mark) == text


def test_names_typed_without_encoding_are_understood():
    typed = "  Collection:Übersicht der Dienste/a b.md#größe "
    assert parse_mark(typed) == CollectionMark("Übersicht der Dienste", "a b.md", "größe")


def test_a_section_mark_knows_the_section_id():
    mark = parse_mark("repo:h/o/n/docs/a.md::intro/first-steps#2")
    assert isinstance(mark, RepoMark)
    assert mark.section_id == "docs/a.md::intro/first-steps#2"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "runbooks",
        "page:x",
        "repo:",
        "repo:a/b",
        "repo:a//c",
        "repo:a/b/c/",
        "repo:a/b/c/p::slug",
        "repo:a/b/c/p::slug#x",
        "repo:a/b/c/p::#2",
        "collection:",
        "collection:/key",
        "collection:n/",
        "collection:n/k#",
        "collection:a%00b",
        "collection:%ff",
        "collection:\ud800",
        "chunk:12",
        "chunk:{00000000-0000-4000-8000-00000000000a}",
        "symbol:a/b/c",
        "symbol:a/b/c/",
    ],
)
def test_what_is_no_mark_is_refused_with_a_reason(text):
    with pytest.raises(MarkError) as caught:
        parse_mark(text)
    assert caught.value.code == "mark"
    assert caught.value.message.endswith(".")
