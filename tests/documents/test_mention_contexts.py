"""What is known around a name in a document."""

import pytest

from apps.documents.mentions.contexts import read_names
from apps.documents.models import DocumentKind, RepoDocument, RepoDocumentChunk


def context_of(content, *, headings=(), path="docs/ships.md"):
    document = RepoDocument(
        path=path, content=content, kind=DocumentKind.REPO_DOC, format="markdown"
    )
    chunk = RepoDocumentChunk(content=content, start_line=1, heading_path=list(headings))
    [named] = read_names(document, [chunk], repository="quay", known_modules=frozenset())
    return named.context


@pytest.mark.parametrize(
    ("heading", "names"),
    [
        ("Pool", {"Pool"}),
        ("`Pool`", {"Pool"}),
        ("class db.Pool(size)", {"Pool"}),
        ("The Pool class", {"Pool"}),
        ("Pool signals", set()),
        ("How a Pool is made", set()),
    ],
)
def test_a_heading_is_about_a_class_when_it_is_its_name(heading, names):
    assert context_of("Text.", headings=[heading]).headings == names


def test_the_languages_of_a_document_are_those_of_its_fences_and_its_own():
    text = "```ts\nx\n```\n\n.. code-block:: go\n\n    x\n"
    assert context_of(text).languages == {"ts", "go"}
    assert context_of("def a(): pass", path="tests/test_a.py").languages == {"py"}


def test_the_owners_are_what_a_chunk_names_members_of():
    assert context_of("Use `Pool.take` and `db.Ship.sail()`.").owners == {"Pool", "Ship"}
