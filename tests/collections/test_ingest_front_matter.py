"""Titles and front matter on their way into the database."""

import pytest

from apps.collections.documents import DocumentState
from apps.collections.models import Chunk, Document
from tests.factories import write_document

pytestmark = pytest.mark.django_db


def chunks_of(result):
    return Chunk.objects.filter(document=result.document_id).order_by("chunk_index")


@pytest.mark.parametrize(
    "text",
    [
        "---\ntitle: {{title}}\n---\nbody words\n",
        "---\ntitle: Foo: bar\n---\nbody words\n",
        "---\na: [1\n---\nbody words\n",
    ],
)
def test_damaged_front_matter_is_reported_and_loses_nothing(collection, text):
    result = write_document(collection, "page.md", text)
    document = Document.objects.get(pk=result.document_id)
    assert document.front_matter_error
    assert document.front_matter == {}
    assert result.note == document.note == "its front matter could not be read"
    assert write_document(collection, "page.md", text).note == document.note
    assert "body words" in "".join(chunk.content for chunk in chunks_of(result))


def test_front_matter_that_spells_what_postgresql_cannot_store_is_stored_harmlessly(collection):
    text = '---\ntitle: "a\\0b"\nother: "\\ud800"\n"k\\0": 1\n---\n[x](y.md#%00 "t")\n'
    result = write_document(collection, "page.md", text)
    assert result.state is DocumentState.CREATED
    assert "\0" not in Document.objects.get(pk=result.document_id).title


def test_a_byte_order_mark_and_line_ends_of_windows_change_no_metadata(collection):
    data = b"\xef\xbb\xbf---\r\ntitle: Caf\xc3\xa9\r\n---\r\nbody"
    result = write_document(collection, "page.md", data)
    document = Document.objects.get(pk=result.document_id)
    assert (document.title, document.note) == ("Café", "byte-order mark removed")
    assert document.content == "---\r\ntitle: Café\r\n---\r\nbody"
    assert write_document(collection, "page.md", data[3:]).state is DocumentState.UNCHANGED


def test_a_given_title_outranks_the_text_and_survives(collection):
    write_document(collection, "page.md", "---\ntitle: Front\n---\n# Head\n", title=" Given  one ")
    assert write_document(collection, "page.md", "---\ntitle: Front\n---\n# Head\n").title == (
        "Given one"
    )
    renamed = write_document(
        collection, "page.md", "---\ntitle: Front\n---\n# Head\n", title="Another"
    )
    assert (renamed.state.value, renamed.title, renamed.version) == ("replaced", "Another", 2)
    assert write_document(collection, "page.md", "# Head\n").title == "Head"
    assert write_document(collection, "dir/plain.md", "no heading").title == "plain.md"
