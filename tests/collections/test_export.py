import io
import zipfile

import pytest

from apps.access.errors import NotFoundError
from apps.access.principals import operator
from apps.collections.attaching import attach_file
from apps.collections.attachments import AttachmentResult, IncomingAttachment
from apps.collections.documents import DocumentState
from apps.collections.export import export_collection
from apps.collections.gathering import ArchiveGathering, FolderGathering
from apps.collections.ingest import ingest_batch
from apps.collections.models import Document
from tests.factories import CollectionFactory, UserFactory, write_document

pytestmark = pytest.mark.django_db

AWKWARD = {
    "guides/only folder/a b.md": "# A\r\n\r\nline ends of Windows\r\n",
    "guides/café — ü.md": "# É\n\nno newline at the end",
    "guides/bom.md": b"\xef\xbb\xbf# Mark\n",
    "guides/no suffix": "# No suffix\n",
    "guides/v1.2": "# Version\n",
    "guides/.hidden/x.md": "# Hidden\n",
    "guides/con.md": "# A device of Windows\n",
    "guides/nested/aux/y.rst": "Title\n=====\n",
    "guides/.pressmark.json": None,
    "guides/blank.txt": "\n\n",
    "guides/repeated.md": "0" * 300_000,
    "guides/CASE.md": "# Upper\n",
    "guides/case.md": "# Lower\n",
    ".pressmark/00001.md": "# In our own corner\n",
}


@pytest.fixture
def awkward(collection):
    """A collection with every awkward key, and one title that was given."""
    for key, data in AWKWARD.items():
        if data is not None:
            write_document(collection, key, data)
    write_document(collection, "guides/titled.md", "# Own title\n", title="Given title")
    return collection


def exported(collection, user=None):
    out = io.BytesIO()
    count = export_collection(user=user or operator(), collection_id=collection.pk, out=out)
    out.seek(0)
    return count, out


def test_an_export_comes_back_in_all_unchanged(awkward):
    count, out = exported(awkward)
    results = ingest_batch(
        user=operator(), collection_id=awkward.pk, documents=ArchiveGathering(out)
    )
    assert count == len(results) == Document.objects.count()
    keys = Document.objects.values_list("source_key", flat=True)
    unchanged = dict.fromkeys(keys, (DocumentState.UNCHANGED, ""))
    assert {one.source_key: (one.state, one.reason) for one in results} == unchanged


def test_an_export_makes_the_same_collection_elsewhere(awkward, tmp_path):
    _, out = exported(awkward)
    with zipfile.ZipFile(out) as archive:
        archive.extractall(tmp_path / "unpacked")
    for gathering in (ArchiveGathering(out), FolderGathering(tmp_path / "unpacked")):
        copy = CollectionFactory()
        results = ingest_batch(user=operator(), collection_id=copy.pk, documents=gathering)
        assert {one.state for one in results} == {DocumentState.CREATED}
        assert rows(copy) == rows(awkward)


def rows(collection):
    documents = Document.objects.filter(collection=collection).order_by("source_key")
    return list(documents.values_list("source_key", "title", "content_hash"))


def test_the_same_rows_give_the_same_bytes(awkward):
    assert exported(awkward)[1].getvalue() == exported(awkward)[1].getvalue()


def test_the_files_hold_the_stored_bytes(collection):
    write_document(collection, "a/b.md", "# B\r\nx")
    with zipfile.ZipFile(exported(collection)[1]) as archive:
        assert archive.read("a/b.md") == b"# B\r\nx"


def test_an_empty_collection_is_an_archive_too(collection):
    count, out = exported(collection)
    assert (count, list(ArchiveGathering(out))) == (0, [])


def test_only_readers_export(collection):
    with pytest.raises(NotFoundError):
        exported(collection, user=UserFactory())
    assert exported(collection, user=collection.owner)[0] == 0


def test_attachments_go_out_and_come_back_unchanged_whatever_they_are_called(awkward):
    keys = ["guides/img/a b.png", "con.png", ".hidden/x.svg", "é/ü.pdf", "big.bmp"]
    for key in keys:
        data = b"0" * 300_000 if key == "big.bmp" else key.encode()
        file = IncomingAttachment(key, data)
        attach_file(user=operator(), collection_id=awkward.pk, file=file)
    count, out = exported(awkward)
    assert count == Document.objects.count()
    assert exported(awkward)[1].getvalue() == out.getvalue()
    results = ingest_batch(
        user=operator(), collection_id=awkward.pk, documents=ArchiveGathering(out)
    )
    assert {one.state for one in results} == {DocumentState.UNCHANGED}
    files = [one.source_key for one in results if isinstance(one, AttachmentResult)]
    assert sorted(files) == sorted(keys)
