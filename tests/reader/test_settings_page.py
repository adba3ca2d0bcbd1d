from dataclasses import replace

import pytest

from apps.access.grants import grant_access
from apps.access.models import GrantLevel
from apps.access.querysets import Visibility
from apps.collections.models import Collection
from apps.jobs.models import Job, JobKind
from tests.factories import AdminFactory, CollectionFactory, UserFactory
from tests.reader.pages import main_of, text_of


@pytest.mark.django_db
def test_a_new_collection_is_private_and_opens_at_once(client, writer):
    form = {"name": "Runbooks / ops", "description": "", "visibility": "private"}
    response = client.post("/docs/-/new", form)
    created = Collection.objects.get()
    assert (created.name, created.visibility, created.owner) == (
        "Runbooks / ops",
        Visibility.PRIVATE,
        writer,
    )
    assert response["Location"] == f"/docs/{created.pk}"


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["", "   ", "handbook", "x" * 256, "nul\x00"])
def test_a_name_that_cannot_be_is_told_beside_its_field(client, handbook, name):
    response = client.post("/docs/-/new", {"name": name, "visibility": "private"})
    assert response.status_code == 422
    assert list(response.context["form"].errors) == ["name"]


@pytest.mark.django_db
def test_the_name_of_a_hidden_collection_is_free(client, writer, secrets):
    response = client.post("/docs/-/new", {"name": "Sentinel plans", "visibility": "private"})
    assert response.status_code == 302


@pytest.mark.django_db
def test_only_admins_are_offered_admin_only(client, writer):
    assert "admin_only" not in main_of(client.get("/docs/-/new"))
    client.force_login(AdminFactory())
    assert "admin_only" in main_of(client.get("/docs/-/new"))


@pytest.mark.django_db
def test_making_a_collection_public_asks_with_the_number_it_shows(client, handbook):
    address = "/docs/Handbook/-/visibility"
    asked = client.post(address, {"visibility": "public"})
    handbook.refresh_from_db()
    assert handbook.visibility == Visibility.PRIVATE
    words = text_of(asked).replace("\u00a0", " ")
    assert "2 documents of Handbook will be readable by everyone who can sign in here" in words
    client.post(address, {"visibility": "public", "confirmed": "on"})
    handbook.refresh_from_db()
    assert handbook.visibility == Visibility.PUBLIC


@pytest.mark.django_db
def test_the_question_names_visitors_when_they_may_read(client, handbook, public_read):
    asked = client.post("/docs/Handbook/-/visibility", {"visibility": "public"})
    assert "without signing in" in text_of(asked)


@pytest.mark.django_db
def test_a_writer_by_grant_describes_it_and_neither_renames_it_nor_changes_who_sees_it(
    client, handbook
):
    helper = UserFactory(username="helper")
    grant_access(user=handbook.owner, source=handbook, to=helper, level=GrantLevel.WRITE)
    client.force_login(helper)
    page = client.get("/docs/Handbook/-/settings")
    assert page.status_code == 200
    assert "can write" not in text_of(page)
    assert client.post("/docs/Handbook/-/visibility", {"visibility": "public"}).status_code == 403
    assert client.post("/docs/Handbook/-/delete", {"name": "Handbook"}).status_code == 403
    changed = client.post("/docs/Handbook/-/settings", {"name": "Guide", "description": "x"})
    assert changed["Location"] == "/docs/Handbook/-/settings"
    handbook.refresh_from_db()
    assert (handbook.name, handbook.description) == ("Handbook", "x")


@pytest.mark.django_db
def test_the_owner_sees_with_whom_it_is_shared(client, handbook):
    reader = UserFactory(username="rita")
    grant_access(user=handbook.owner, source=handbook, to=reader, level=GrantLevel.READ)
    assert "rita can read" in text_of(client.get("/docs/Handbook/-/settings"))


@pytest.mark.django_db
def test_a_reader_is_not_shown_the_settings(client, handbook):
    public = CollectionFactory(name="Open", visibility=Visibility.PUBLIC)
    page = client.get("/docs/Open")
    assert page.status_code == 200
    assert "/-/settings" not in main_of(page)
    assert client.get(f"/docs/{public.pk}/-/settings").status_code == 403


@pytest.mark.django_db
def test_deleting_takes_the_name(client, handbook):
    refused = client.post("/docs/Handbook/-/delete", {"name": "Other"})
    assert refused.status_code == 422
    assert "Nothing was deleted" in text_of(refused)
    client.post("/docs/Handbook/-/delete", {"name": "handbook"})
    assert not Collection.objects.exists()


@pytest.mark.django_db
def test_vectors_are_made_anew_once_it_was_said_what_that_means(client, handbook, settings):
    assert '/docs/Handbook/-/re-embed"' in main_of(client.get("/docs/Handbook/-/settings"))
    Job.objects.filter(kind=JobKind.EMBED).delete()
    asked = text_of(client.get("/docs/Handbook/-/re-embed"))
    assert "passages, of which 0 have their vectors. A job makes every one again" in asked
    assert not Job.objects.filter(kind=JobKind.EMBED).exists()
    answer = client.post("/docs/Handbook/-/re-embed")
    job = Job.objects.get(kind=JobKind.EMBED, source_id=handbook.pk)
    assert answer["Location"] == f"/docs/jobs/{job.pk}"
    embedding = replace(settings.PRESSMARK.embedding, provider="none")
    settings.PRESSMARK = replace(settings.PRESSMARK, embedding=embedding)
    assert "makes no vectors" in text_of(client.get("/docs/Handbook/-/re-embed"))
    assert client.post("/docs/Handbook/-/re-embed").status_code == 409


@pytest.mark.django_db
def test_vectors_are_for_writers(client, handbook):
    reader = UserFactory()
    grant_access(user=handbook.owner, source=handbook, to=reader, level=GrantLevel.READ)
    client.force_login(reader)
    before = Job.objects.count()
    assert client.get("/docs/Handbook/-/re-embed").status_code == 403
    assert client.post("/docs/Handbook/-/re-embed").status_code == 403
    client.logout()
    assert client.post("/docs/Handbook/-/re-embed").status_code == 302
    assert Job.objects.count() == before
