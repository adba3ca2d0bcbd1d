import io
import uuid
import zipfile

import pytest
from django.core.files.storage import default_storage

from apps.access.errors import (
    DomainError,
    ForbiddenError,
    InvalidRequestError,
    NotFoundError,
    TooLargeError,
)
from apps.access.principals import operator
from apps.collections.catalogue import delete_collection
from apps.collections.models import Document, Link, LinkState, Upload
from apps.collections.uploads import store_upload
from apps.jobs.models import Job, JobKind, JobStatus
from apps.jobs.queue import retry_job
from apps.jobs.run import JobRun
from apps.jobs.runner import run_job
from tests.cast import grant
from tests.collections.test_ingest import set_limits
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db


def packed(files):
    """A zip of these files, as an open file."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    out.seek(0)
    return out


def upload(collection, files, *, user=None):
    """The upload of a zip and its job."""
    file = packed(files)
    job = store_upload(
        user=user or operator(), collection_id=collection.pk, name="docs.zip", file=file
    )
    return Upload.objects.get(pk=job.target_id), job


def stored_files():
    """The names in storage."""
    folder = "uploads"
    return default_storage.listdir(folder)[1] if default_storage.exists(folder) else []


MIXED = {
    "a.md": "# A\n[b](sub/b.md)",
    "sub/b.md": "# B",
    "sub/bad.md": b"\xff\x00\xff",
    "sub/tool.exe": "MZ",
    "logo.png": "png",
    ".hidden/x.md": "# Hidden",
    "LICENSE": "words",
}


def test_an_upload_is_kept_before_the_answer_and_taken_in_by_its_job(collection):
    stored, job = upload(collection, MIXED)
    assert (job.kind, job.status, job.total) == (JobKind.UPLOAD, JobStatus.QUEUED, 7)
    assert stored_files() == [f"{stored.pk}.zip"]
    assert not Document.objects.exists()
    run_job(str(job.pk))
    job.refresh_from_db()
    stored.refresh_from_db()
    assert job.status == JobStatus.SUCCESS
    assert job.result == stored.summary
    assert {name: job.result[name] for name in ("created", "error_count", "skipped")} == {
        "created": 2,
        "error_count": 3,
        "skipped": [".hidden/x.md"],
    }
    counts = {"created": 1, "replaced": 0, "unchanged": 0}
    assert job.result["attachments"] == {**counts, "errors": [], "error_count": 0}
    assert [(entry["source_key"], entry["code"]) for entry in stored.results] == [
        ("sub/bad.md", "encoding"),
        ("sub/tool.exe", "UNSUPPORTED_FORMAT"),
        ("LICENSE", "UNSUPPORTED_FORMAT"),
        ("a.md", ""),
        ("sub/b.md", ""),
        ("logo.png", ""),
    ]
    assert (job.processed, job.total) == (7, 7)


def test_the_stored_file_goes_when_all_is_taken_in(collection, django_capture_on_commit_callbacks):
    _stored, job = upload(collection, {"a.md": "# A"})
    with django_capture_on_commit_callbacks(execute=True):
        run_job(str(job.pk))
    assert stored_files() == []


def test_links_are_resolved_by_the_job_that_follows(collection):
    _, job = upload(collection, MIXED)
    run_job(str(job.pk))
    following = Job.objects.get(kind=JobKind.RESOLVE_LINKS)
    run_job(str(following.pk))
    following.refresh_from_db()
    assert following.result == {"resolved": 1, "unresolved": 0, "processed": 1, "changed": 1}
    assert Link.objects.get().state == LinkState.RESOLVED


def test_a_job_that_was_killed_half_way_goes_on_and_repeats_nothing(collection, monkeypatch):
    from apps.collections import ingest

    monkeypatch.setattr(ingest, "SLICE_DOCUMENTS", 10)
    monkeypatch.setattr("apps.collections.upload_log.SAVE_SECONDS", 3600.0)
    stored, job = upload(collection, {f"{n:03}.md": f"# Page {n}" for n in range(40)})
    killed = JobRun(job, "a worker that dies")
    calls = []

    def die(*_args):
        calls.append(1)
        if len(calls) == 2:
            raise KeyboardInterrupt

    killed.progress = die
    from apps.collections.uploads import take_in

    with pytest.raises(KeyboardInterrupt):
        take_in(stored, user=operator(), run=killed)
    assert Document.objects.count() == 20
    versions = dict(Document.objects.values_list("source_key", "pk"))
    run_job(str(job.pk))
    job.refresh_from_db()
    assert job.status == JobStatus.SUCCESS
    assert (job.result["created"], job.result["unchanged"]) == (40, 0)
    assert Document.objects.count() == 40
    assert versions.items() <= dict(Document.objects.values_list("source_key", "pk")).items()
    assert set(Document.objects.values_list("version", flat=True)) == {1}


def test_a_finished_upload_is_not_taken_in_again(collection):
    stored, job = upload(collection, {"a.md": "# A"})
    run_job(str(job.pk))
    stored.refresh_from_db()
    Job.objects.filter(pk=job.pk).update(status=JobStatus.ERROR)
    Document.objects.all().delete()
    retry_job(user=operator(), job_id=job.pk)
    run_job(str(job.pk))
    assert Job.objects.get(pk=job.pk).result == stored.summary
    assert not Document.objects.exists()


def test_a_failed_upload_can_be_retried_with_the_stored_file(collection, settings):
    _stored, job = upload(collection, {"a.md": "# A"})
    settings.PRESSMARK_CHUNKS_STORED = ("tests.collections.test_uploads.no_such_function",)
    Job.objects.filter(pk=job.pk).update(attempts=2)
    run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.status, job.error_code) == (JobStatus.ERROR, "FAILED")
    settings.PRESSMARK_CHUNKS_STORED = ()
    retry_job(user=operator(), job_id=job.pk)
    run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.status, job.result["created"]) == (JobStatus.SUCCESS, 1)


def test_an_upload_runs_with_the_rights_of_its_sender(collection):
    sender = UserFactory()
    from apps.access.grants import revoke_access
    from apps.access.models import GrantLevel

    grant(collection, sender, GrantLevel.WRITE)
    _, job = upload(collection, {"a.md": "# A"}, user=sender)
    revoke_access(user=operator(), source=collection, to=sender)
    run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.status, job.error_code) == (JobStatus.ERROR, "NOT_FOUND")
    assert not Document.objects.exists()


def test_an_upload_of_somebody_who_was_deleted_is_nobodys(collection):
    sender = UserFactory(is_superuser=True)
    _, job = upload(collection, {"a.md": "# A"}, user=sender)
    sender.delete()
    run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.status, job.error_code) == (JobStatus.ERROR, "NOT_FOUND")


def test_readers_and_strangers_cannot_upload(collection):
    reader = UserFactory()
    grant(collection, reader)
    with pytest.raises(ForbiddenError):
        upload(collection, {"a.md": "# A"}, user=reader)
    with pytest.raises(NotFoundError):
        upload(collection, {"a.md": "# A"}, user=UserFactory())
    with pytest.raises(NotFoundError):
        store_upload(
            user=operator(), collection_id=uuid.uuid4(), name="x", file=packed({"a.md": "# A"})
        )
    assert stored_files() == []


@pytest.mark.parametrize("data", [b"", b"no zip at all", b"PK\x03\x04 cut off"])
def test_what_is_no_zip_is_refused_at_once_and_not_kept(collection, data):
    with pytest.raises(InvalidRequestError) as caught:
        store_upload(
            user=operator(), collection_id=collection.pk, name="x.zip", file=io.BytesIO(data)
        )
    assert [error.field for error in caught.value.field_errors] == ["file"]
    assert (stored_files(), Upload.objects.count(), Job.objects.count()) == ([], 0, 0)


def test_a_bomb_is_refused_at_once(collection):
    with pytest.raises(InvalidRequestError):
        upload(collection, {"bomb.md": b"0" * 9_000_000})
    assert stored_files() == []


def test_an_archive_over_the_limit_is_refused(collection, settings):
    set_limits(settings, archive_bytes=50)
    with pytest.raises(TooLargeError):
        upload(collection, {"a.md": "# A"})


def test_hostile_names_are_entries_and_the_rest_goes_in(collection):
    _, job = upload(
        collection, {"../up.md": "# Up", "/root.md": "# Root", "ok/fine.md": "# Fine", "c.md": "c"}
    )
    run_job(str(job.pk))
    job.refresh_from_db()
    assert [entry["source_key"] for entry in job.result["errors"]] == ["../up.md", "/root.md"]
    assert sorted(Document.objects.values_list("source_key", flat=True)) == ["c.md", "ok/fine.md"]


def test_names_that_differ_only_in_case_both_go_in_with_a_word(collection):
    stored, job = upload(collection, {"A.md": "# One", "a.md": "# Two", "b.md": "# B", "A.png": ""})
    run_job(str(job.pk))
    stored.refresh_from_db()
    assert [(entry["source_key"], entry["state"], entry["note"]) for entry in stored.results] == [
        ("A.png", "error", ""),
        ("a.md", "created", "differs from an earlier name only in case"),
        ("A.md", "created", ""),
        ("b.md", "created", ""),
    ]


def test_deleting_a_collection_removes_its_stored_uploads(
    collection, django_capture_on_commit_callbacks
):
    upload(collection, {"a.md": "# A"})
    assert len(stored_files()) == 1
    with django_capture_on_commit_callbacks(execute=True):
        delete_collection(user=operator(), collection_id=collection.pk)
    assert stored_files() == []


def test_an_upload_that_cannot_be_queued_leaves_no_file(collection, monkeypatch):
    def refuse(**_options):
        raise DomainError("no queue")

    monkeypatch.setattr("apps.collections.uploads.request_job", refuse)
    with pytest.raises(DomainError):
        upload(collection, {"a.md": "# A"})
    assert (stored_files(), Upload.objects.count()) == ([], 0)
