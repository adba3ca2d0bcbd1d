"""A collection downloaded from its page."""

import io

import pytest

from apps.access.grants import grant_access
from apps.access.models import AuditEntry, GrantLevel
from apps.collections.export import export_collection
from apps.collections.models import Collection, Document
from apps.collections.uploads import store_upload
from apps.jobs.models import Job
from apps.jobs.runner import run_job
from tests.factories import UserFactory
from tests.reader.pages import main_of

pytestmark = pytest.mark.django_db


def body(answer):
    return b"".join(answer.streaming_content)


def test_whoever_may_read_downloads_what_the_command_writes_and_it_is_noted(client, handbook):
    reader = UserFactory(username="reader")
    grant_access(user=handbook.owner, source=handbook, to=reader, level=GrantLevel.READ)
    client.force_login(reader)
    assert 'href="/docs/Handbook/-/export" download' in main_of(client.get("/docs/Handbook"))
    answer = client.get("/docs/Handbook/-/export")
    assert answer["Content-Type"] == "application/zip"
    assert answer["Content-Disposition"] == 'attachment; filename="Handbook.zip"'
    assert answer["Cache-Control"] == "private, no-cache"
    out = io.BytesIO()
    data = body(answer)
    export_collection(user=reader, collection_id=handbook.pk, out=out)
    assert data == out.getvalue()
    entry = AuditEntry.objects.filter(action="collection.exported").order_by("pk").first()
    assert (entry.actor_name, entry.target_id, entry.after) == (
        "reader",
        str(handbook.pk),
        {"documents": Document.objects.count()},
    )


def test_what_was_downloaded_comes_back_unchanged(client, handbook):
    data = body(client.get("/docs/Handbook/-/export"))
    file = io.BytesIO(data)
    job = store_upload(
        user=handbook.owner, collection_id=handbook.pk, name="Handbook.zip", file=file
    )
    run_job(str(job.pk))
    result = Job.objects.get(pk=job.pk).result
    assert (result["unchanged"], result["created"], result["error_count"]) == (2, 0, 0)


def test_a_name_that_is_no_file_name_is_made_one(client, handbook):
    Collection.objects.update(name='ops / "é"')
    answer = client.get(f"/docs/{handbook.pk}/-/export")
    assert answer["Content-Disposition"].startswith("attachment; filename*=utf-8''ops%20-%20")
    body(answer)


def test_hidden_collections_are_missing(client, secrets, handbook):
    for path in (f"/docs/{secrets.pk}/-/export", f"/api/md-collections/{secrets.pk}/export"):
        assert client.get(path).status_code == 404
    assert not AuditEntry.objects.filter(action="collection.exported").exists()


def test_rest_gives_the_same_file(client, handbook):
    answer = client.get(f"/api/md-collections/{handbook.pk}/export")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/zip")
    assert body(answer) == body(client.get("/docs/Handbook/-/export"))
    assert [entry.surface for entry in AuditEntry.objects.filter(action="collection.exported")]
