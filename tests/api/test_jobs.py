import pytest

from apps.access.models import GrantLevel
from apps.jobs.models import Job, JobStatus
from tests.api.clients import error_of, fields_of, token_client
from tests.cast import grant
from tests.factories import CollectionFactory, UserFactory, write_document

pytestmark = pytest.mark.django_db
ALL = "/api/md-collections/-/jobs"


@pytest.fixture
def jobs(collection):
    """An embed job that failed and a resolve_links job that waits."""
    write_document(collection, "a.md", "# T\n\nText.\n")
    embed = Job.objects.get(kind="embed")
    Job.objects.filter(pk=embed.pk).update(
        status=JobStatus.ERROR, error_code="FAILED", error_message="It broke.", attempts=3
    )
    return embed


def kinds(response):
    return sorted(job["kind"] for job in response.json()["items"])


def test_a_job_tells_how_far_it_is(client, collection, jobs):
    body = client.get(f"/api/jobs/{jobs.pk}").json()
    assert body.pop("created_at")
    assert body == {
        "id": str(jobs.pk),
        "kind": "embed",
        "status": "error",
        "source_id": str(collection.pk),
        "source_kind": "collection",
        "processed": 0,
        "total": None,
        "current_item": "",
        "attempts": 3,
        "result": None,
        "error_code": "FAILED",
        "error_message": "It broke.",
        "started_at": None,
        "finished_at": None,
    }


def test_the_jobs_of_one_collection(client, owner, collection, jobs):
    write_document(CollectionFactory(owner=owner), "a.md", "Text.")
    response = client.get(f"/api/md-collections/{collection.pk}/jobs")
    assert kinds(response) == ["embed", "resolve_links"]


def test_the_jobs_of_all_readable_collections_with_their_names(client, owner, jobs):
    write_document(CollectionFactory(name="Other", owner=owner), "a.md", "Text.")
    write_document(CollectionFactory(name="Hidden"), "a.md", "Text.")
    items = client.get(ALL).json()["items"]
    assert sorted((job["collection_name"], job["kind"]) for job in items) == [
        ("Other", "embed"),
        ("Other", "resolve_links"),
        ("Runbooks", "embed"),
        ("Runbooks", "resolve_links"),
    ]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"status": "error"}, ["embed"]),
        ({"status": "queued"}, ["resolve_links"]),
        ({"kind": "resolve_links"}, ["resolve_links"]),
        ({"kind": "resolve_links", "status": "error"}, []),
        ({"status": "success"}, []),
    ],
)
def test_jobs_by_status_and_kind(client, collection, jobs, query, expected):
    for path in (ALL, f"/api/md-collections/{collection.pk}/jobs"):
        assert kinds(client.get(path, query)) == expected


@pytest.mark.parametrize("name", ["status", "kind"])
def test_a_filter_of_no_known_value_is_refused_not_ignored(client, collection, name):
    for path in (ALL, f"/api/md-collections/{collection.pk}/jobs"):
        assert fields_of(client.get(path, {name: "bogus"})) == [name]


def test_a_failed_job_is_queued_again(client, jobs):
    response = client.post(f"{ALL}/{jobs.pk}/retry")
    assert (response.status_code, response.json()["status"]) == (202, "queued")
    assert (response.json()["attempts"], response.json()["error_message"]) == (0, "")


def test_only_a_failed_job_is(client, jobs):
    waiting = Job.objects.get(kind="resolve_links")
    error_of(client.post(f"{ALL}/{waiting.pk}/retry"), 409, "CONFLICT")


def test_a_retry_needs_the_right_to_write(collection, jobs):
    reader = UserFactory()
    grant(collection, reader, GrantLevel.READ)
    error_of(token_client(reader).post(f"{ALL}/{jobs.pk}/retry"), 403, "FORBIDDEN")


def test_embed_status_counts_what_has_a_vector(client, collection):
    path = f"/api/md-collections/{collection.pk}/embed-status"
    empty = {"total_chunks": 0, "embedded_chunks": 0, "is_ready": False}
    assert client.get(path).json() == empty
    write_document(collection, "a.md", "# T\n\nText.\n")
    assert client.get(path).json() == {**empty, "total_chunks": 1}


def test_re_embedding_is_a_job(client, collection):
    response = client.post(f"/api/md-collections/{collection.pk}/re-embed")
    assert (response.status_code, response.json()["kind"]) == (202, "embed")
    assert client.get(f"/api/jobs/{response.json()['id']}").json() == response.json()
