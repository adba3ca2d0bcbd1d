import json

import pytest
from django.core.management import CommandError, call_command

from apps.access.querysets import Visibility
from apps.collections.models import Chunk, Collection, Document
from tests.factories import UserFactory, write_document

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(tmp_path):
    """Two documents, a bad one, something that is none, and what nobody wants to hear about."""
    root = tmp_path / "docs"
    (root / "sub").mkdir(parents=True)
    (root / ".git").mkdir()
    (root / "a.md").write_text("# A\n")
    (root / "sub" / "b.rst").write_text("Bee\n===\n")
    (root / "bad.md").write_bytes(b"a\x00b")
    (root / "tool.py").write_text("print()")
    (root / "logo.png").write_bytes(b"png")
    (root / ".git" / "config.md").write_text("# Config\n")
    (root / "outside.md").symlink_to("/etc/passwd")
    return root


def imported(capsys, *arguments):
    """The JSON of the last line, and what was said on the error stream."""
    call_command("import_collection", *map(str, arguments))
    printed = capsys.readouterr()
    return json.loads(printed.out.splitlines()[-1]), printed.err


def test_a_folder_goes_in_and_what_is_left_out_is_said(folder, capsys):
    result, said = imported(capsys, folder, "--name", "Docs")
    assert list(result) == ["created", "replaced", "unchanged", "errors"]
    assert (result["created"], result["replaced"], result["unchanged"]) == (2, 0, 0)
    assert [(error["source_key"], error["code"]) for error in result["errors"]] == [
        ("bad.md", "encoding"),
        ("outside.md", "SYMLINK"),
        ("tool.py", "UNSUPPORTED_FORMAT"),
    ]
    assert all(list(error) == ["source_key", "code", "reason"] for error in result["errors"])
    assert "1 files skipped" in said
    assert "attachments: 1 created, 0 replaced, 0 unchanged, 0 errors" in said
    titles = Document.objects.values_list("source_key", "title")
    assert sorted(titles) == [("a.md", "A"), ("sub/b.rst", "Bee")]


def test_a_second_import_reports_all_unchanged(folder, capsys):
    imported(capsys, folder, "--name", "Docs")
    (folder / "a.md").write_text("# A changed\n")
    result, _ = imported(capsys, folder, "--name", "docs")
    assert (result["created"], result["replaced"], result["unchanged"]) == (0, 1, 1)
    assert Collection.objects.count() == 1


def test_a_new_collection_gets_its_visibility_and_owner(folder, capsys):
    owner = UserFactory(username="ada")
    imported(capsys, folder, "--name", "Docs", "--visibility", "public", "--owner", "ada")
    collection = Collection.objects.get()
    assert (collection.owner, collection.visibility) == (owner, Visibility.PUBLIC)
    imported(capsys, folder, "--name", "Docs", "--visibility", "private")
    assert Collection.objects.get().visibility == Visibility.PRIVATE


def test_one_file_and_a_zip_go_in_too(folder, capsys, tmp_path):
    result, _ = imported(capsys, folder / "a.md", "--name", "Docs")
    assert result == {"created": 1, "replaced": 0, "unchanged": 0, "errors": []}
    (folder / "odd.md").write_bytes(b"\xef\xbb\xbf---\na: [1\n---\n# Odd\n")
    _, told = imported(capsys, folder / "odd.md", "--name", "Odd")
    assert "1 with a note: byte-order mark removed\n" in told
    assert "1 with a note: its front matter could not be read\n" in told
    call_command("export_collection", "Docs", str(tmp_path / "out.zip"))
    assert "1 documents" in capsys.readouterr().out
    result, _ = imported(capsys, tmp_path / "out.zip", "--name", "Docs")
    assert result == {"created": 0, "replaced": 0, "unchanged": 1, "errors": []}


@pytest.mark.parametrize(
    ("name", "content"), [("missing", None), ("broken.zip", b"no zip"), ("empty.zip", b"")]
)
def test_an_unusable_input_fails_and_creates_nothing(tmp_path, name, content):
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(CommandError) as caught:
        call_command("import_collection", str(path), "--name", "Docs")
    assert "\n" not in str(caught.value)
    assert not Collection.objects.exists()


def test_an_import_of_nothing_fails_after_its_report(tmp_path, capsys):
    (tmp_path / "tool.py").write_text("print()")
    with pytest.raises(CommandError, match="Nothing could be imported"):
        call_command("import_collection", str(tmp_path), "--name", "Docs")
    assert json.loads(capsys.readouterr().out)["created"] == 0


@pytest.mark.parametrize(
    "arguments", [("--name", "Docs", "--owner", "nobody"), ("--name", "  "), ("--name", "a\0b")]
)
def test_a_bad_argument_fails_in_one_line(folder, arguments):
    with pytest.raises(CommandError) as caught:
        call_command("import_collection", str(folder), *arguments)
    assert "\n" not in str(caught.value)


def test_exporting_a_missing_collection_leaves_no_file(tmp_path):
    with pytest.raises(CommandError, match="Docs"):
        call_command("export_collection", "Docs", str(tmp_path / "out.zip"))
    assert list(tmp_path.iterdir()) == []
    Collection.objects.create(name="Docs")
    with pytest.raises(CommandError, match="No such file"):
        call_command("export_collection", "Docs", str(tmp_path / "no folder" / "out.zip"))


def test_documents_built_otherwise_are_built_again(collection, capsys):
    text = "# One\n\n" + "words " * 400 + "\n\n# Two\n\n" + "more " * 400
    result = write_document(collection, "a.md", text, title="Given")
    before = Document.objects.values("updated_at", "version", "content_updated_at").get()
    good = list(chunk_rows())
    Document.objects.update(fingerprint="old")
    Chunk.objects.filter(chunk_index=1).update(content="something stale")
    call_command("rechunk")
    assert json.loads(capsys.readouterr().out) == {"rebuilt": 1, "errors": []}
    assert [row[1:] for row in chunk_rows()] == [row[1:] for row in good]
    assert next(iter(chunk_rows())) == good[0]
    assert Document.objects.values(*before).get() == before
    assert Document.objects.get(pk=result.document_id).title == "Given"
    call_command("rechunk", "--name", collection.name)
    assert json.loads(capsys.readouterr().out) == {"rebuilt": 0, "errors": []}


def chunk_rows():
    rows = Chunk.objects.order_by("chunk_index")
    return rows.values_list("pk", "content", "heading_path", "start_line", "end_line")


def test_new_chunk_sizes_make_every_document_stale(collection, settings, capsys):
    from dataclasses import replace

    result = write_document(collection, "a.md", "# One\n\n" + "many words. " * 200)
    options = settings.PRESSMARK
    settings.PRESSMARK = replace(options, chunking=replace(options.chunking, max_chars=500))
    again = write_document(collection, "a.md", "# One\n\n" + "many words. " * 200)
    assert (again.state.value, again.note, again.version) == ("unchanged", "built again", 1)
    assert again.chunk_count > result.chunk_count
