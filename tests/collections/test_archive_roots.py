import io
import zipfile

import pytest
from django.core.management import call_command

from apps.access.principals import operator
from apps.collections.archive_roots import is_named_like
from apps.collections.export import export_collection
from apps.collections.models import Document
from apps.collections.uploads import store_upload
from apps.jobs.models import Job
from apps.jobs.runner import run_job
from tests.collections.test_uploads import packed
from tests.factories import write_document

pytestmark = pytest.mark.django_db
TREE = {"docs/index.md": "# Docs", "docs/guides/a.md": "# A", "docs/img/logo.svg": "<svg/>"}


def taken_in(collection, name, files):
    """The summary of the finished upload of a zip of that name."""
    file = packed(files) if isinstance(files, dict) else files
    job = store_upload(user=operator(), collection_id=collection.pk, name=name, file=file)
    run_job(str(job.pk))
    return Job.objects.get(pk=job.pk).result


def keys(collection):
    return sorted(Document.objects.filter(collection=collection).values_list("source_key", flat=1))


@pytest.mark.parametrize(
    ("folder", "name"),
    [
        ("docs", "docs.zip"),
        ("wiki-main", "wiki-main.zip"),
        ("wiki-main", "wiki.zip"),
        ("Wiki-1.2", "wiki.ZIP"),
        ("wiki-main", "wiki-main (3).zip"),
        ("cafe\u0301", "café.zip"),
    ],
)
def test_a_folder_named_like_the_zip_with_or_without_a_branch_is_its_wrapper(folder, name):
    assert is_named_like(folder, name)


@pytest.mark.parametrize(
    ("folder", "name"),
    [("docs", "upload.zip"), ("docs", ".zip"), ("docs2", "docs.zip"), ("docs", "docs-old.zip")],
)
def test_any_other_folder_is_part_of_the_keys(folder, name):
    assert not is_named_like(folder, name)


def test_a_zip_of_a_tree_meets_the_keys_of_the_same_tree_imported_as_a_folder(
    collection, tmp_path, capsys
):
    write_document(collection, "index.md", "# Of somebody else")
    for path, text in TREE.items():
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    call_command("import_collection", str(tmp_path), "--name", collection.name)
    # Named like its folder, too: the collection keeps pages below it, so the folder is meant.
    for name in ("upload.zip", "docs.zip"):
        summary = taken_in(collection, name, TREE)
        assert (summary["created"], summary["replaced"], summary["unchanged"]) == (0, 0, 2)
        assert (summary["attachments"]["unchanged"], summary["root"]) == (1, "")
    assert Document.objects.get(source_key="index.md").content == "# Of somebody else"
    assert keys(collection) == ["docs/guides/a.md", "docs/index.md", "index.md"]
    capsys.readouterr()


def test_the_archive_of_a_repository_loses_its_folder_and_the_summary_says_so(collection):
    files = {f"wiki-main/{path}": text for path, text in TREE.items()}
    summary = taken_in(collection, "wiki.zip", files)
    assert (summary["created"], summary["root"]) == (2, "wiki-main/")
    assert keys(collection) == ["docs/guides/a.md", "docs/index.md"]
    assert taken_in(collection, "wiki-main.zip", files)["unchanged"] == 2


def test_a_folder_that_is_taken_off_stays_off_when_the_job_runs_again(collection):
    files = {"docs/docs/a.md": "# A", "docs/b.md": "# B"}
    job = store_upload(
        user=operator(), collection_id=collection.pk, name="docs.zip", file=packed(files)
    )
    # What a run that was killed had stored already.
    write_document(collection, "docs/a.md", "# A")
    run_job(str(job.pk))
    result = Job.objects.get(pk=job.pk).result
    assert (result["created"], result["error_count"], result["root"]) == (2, 0, "docs/")
    assert keys(collection) == ["b.md", "docs/a.md"]


def test_the_command_goes_by_the_name_of_the_file_and_tells_what_it_left_off(
    collection, tmp_path, capsys
):
    for name in ("docs.zip", "other.zip"):
        with zipfile.ZipFile(tmp_path / name, "w") as archive:
            for path, text in TREE.items():
                archive.writestr(path, text)
    call_command("import_collection", str(tmp_path / "docs.zip"), "--name", collection.name)
    assert "docs/ is the archive's own folder and left off the keys\n" in capsys.readouterr().err
    call_command("import_collection", str(tmp_path / "other.zip"), "--name", collection.name)
    assert "own folder" not in capsys.readouterr().err
    assert keys(collection) == ["docs/guides/a.md", "docs/index.md", "guides/a.md", "index.md"]


def test_an_export_whose_pages_lie_in_one_folder_named_like_it_comes_back_unchanged(collection):
    for path in ("docs/index.md", "docs/a.md"):
        write_document(collection, path, f"# {path}")
    out = io.BytesIO()
    export_collection(user=operator(), collection_id=collection.pk, out=out)
    out.seek(0)
    summary = taken_in(collection, "docs.zip", out)
    assert (summary["unchanged"], summary["created"], summary["root"]) == (2, 0, "")
