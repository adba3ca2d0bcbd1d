import pytest

from apps.access.grants import grant_access
from apps.access.models import GrantLevel
from apps.collections.models import Upload
from apps.collections.uploads import store_upload
from apps.jobs.models import Job, JobStatus
from apps.jobs.runner import run_job
from tests.collections.files.pictures import PNG
from tests.collections.test_uploads import packed
from tests.factories import UserFactory
from tests.reader.pages import main_of, text_of
from tests.reader.test_upload import send

pytestmark = pytest.mark.django_db
PART = {"HX-Request": "true"}
FILES = {"a.md": "# A", "b.md": "# B", "bad.md": b"\xff\x00\xff", "x.png": PNG, ".hidden": "x"}


@pytest.fixture
def job(handbook):
    return store_upload(
        user=handbook.owner, collection_id=handbook.pk, name="docs.zip", file=packed(FILES)
    )


def words_of(response):
    return text_of(response).replace("\u00a0", " ")


def test_a_queued_upload_asks_for_news_and_a_finished_one_tells_of_every_file(client, job):
    page = client.get(f"/docs/jobs/{job.pk}")
    assert f'hx-get="/docs/jobs/{job.pk}" hx-trigger="every 1s"' in main_of(page)
    assert "Queued docs.zip Stored; it waits for a worker. 0 of 5 files" in words_of(page)
    run_job(str(job.pk))
    part = client.get(f"/docs/jobs/{job.pk}", headers=PART)
    words = words_of(part)
    assert "<html" not in part.content.decode()
    assert "hx-trigger" not in part.content.decode()
    assert "Done docs.zip 1 not taken in 2 created 1 file kept" in words
    assert "5 of 5 files" in words
    reason = Upload.objects.get().results[0]["reason"]
    assert f"bad.md {reason}" in words
    assert "1 hidden file left out .hidden" in words
    assert part["HX-Trigger"] == '{"pressmark:uploaded": {}}'


def test_a_running_upload_shows_how_far_it_is_and_what_went_wrong_so_far(client, job):
    entry = {"kind": "document", "note": "", "code": "x", "reason": "It is torn."}
    Upload.objects.update(
        results=[
            {**entry, "source_key": "torn.md", "state": "error"},
            {**entry, "source_key": "a.md", "state": "created", "reason": ""},
        ]
    )
    Job.objects.update(
        status=JobStatus.RUNNING,
        processed=2,
        current_item="a.md",
        lease_expires_at=job.created_at,
        started_at=job.created_at,
    )
    page = client.get(f"/docs/jobs/{job.pk}")
    assert '<progress max="5" value="2"' in main_of(page)
    words = words_of(page)
    assert "Running docs.zip 1 not taken in 1 created 2 of 5 files" in words
    assert "torn.md It is torn." in words


def test_a_zip_that_is_sent_shows_its_job_in_place(client, handbook):
    response = send(client, handbook, [("files", "docs.zip", packed(FILES).getvalue())], **PART)
    job = Job.objects.get(kind="upload")
    assert f'hx-get="/docs/jobs/{job.pk}"' in response.content.decode()
    assert "docs.zip" in text_of(response)


def test_a_failed_upload_says_why_and_can_be_retried_by_writers_only(client, handbook, job):
    Job.objects.filter(pk=job.pk).update(
        status=JobStatus.ERROR, error_message="The disk was full.", finished_at=job.created_at
    )
    page = client.get(f"/docs/jobs/{job.pk}")
    assert "The disk was full." in text_of(page)
    assert f"/docs/jobs/{job.pk}/retry" in main_of(page)
    reader = UserFactory()
    grant_access(user=handbook.owner, source=handbook, to=reader, level=GrantLevel.READ)
    client.force_login(reader)
    assert "/retry" not in main_of(client.get(f"/docs/jobs/{job.pk}"))


def test_jobs_of_what_one_cannot_read_are_missing(client, job):
    client.force_login(UserFactory())
    assert client.get(f"/docs/jobs/{job.pk}").status_code == 404


def test_an_upload_from_before_attachments_were_kept_can_still_be_looked_at(client, job):
    Upload.objects.update(
        summary={
            "created": 1,
            "replaced": 0,
            "unchanged": 0,
            "errors": [],
            "error_count": 0,
            "skipped": [],
            "skipped_count": 0,
            "notes": {},
        },
        results=[{"source_key": "a.md", "state": "created", "code": "", "reason": "", "note": ""}],
    )
    assert "1 created" in words_of(client.get(f"/docs/jobs/{job.pk}"))


def test_other_jobs_have_a_page_too(client, handbook):
    job = Job.objects.filter(source_id=handbook.pk).exclude(kind="upload").first()
    assert job.get_kind_display() in text_of(client.get(f"/docs/jobs/{job.pk}"))


def test_the_folder_that_was_left_off_the_keys_is_told(client, handbook):
    file = packed({"docs-main/new.md": "# New"})
    job = store_upload(user=handbook.owner, collection_id=handbook.pk, name="docs.zip", file=file)
    told = "Everything lies in docs-main/ , the folder of the archive itself"
    assert told in words_of(client.get(f"/docs/jobs/{job.pk}"))
    run_job(str(job.pk))
    words = words_of(client.get(f"/docs/jobs/{job.pk}"))
    assert told in words
    assert "new.md created" in words
