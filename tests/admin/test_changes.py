"""Changes made in the admin go through the services."""

import pytest

from apps.access.models import AuditEntry
from apps.collections.models import Collection
from tests.access.rows import rows_below
from tests.admin.pages import actions, address, edit, errors, form_data

pytestmark = pytest.mark.django_db


class TestCollections:
    def test_any_staff_member_starts_one_of_their_own_private_by_default(self, stage):
        data = {"name": "Notes", "description": "", "visibility": "private"}
        other = stage.people["owner"].pk
        stage.client("mate").post(address(Collection, "add"), data | {"owner": other})
        created = Collection.objects.get(name="Notes")
        assert (created.owner, created.visibility) == (stage.people["mate"], "private")

    def test_admin_only_is_neither_offered_nor_accepted(self, stage, collection):
        response = edit(stage, "owner", collection, visibility="admin_only")
        assert "admin_only is not one of the available choices" in errors(response)
        data = {"name": "Notes", "description": "", "visibility": "admin_only"}
        stage.client("mate").post(address(Collection, "add"), data)
        assert not Collection.objects.filter(visibility="admin_only").exists()

    def test_the_owner_shows_it_to_everybody_and_a_writer_does_not(self, stage, collection):
        for part, visibility in (("writer", "private"), ("owner", "public")):
            sent = {"visibility": "public", "confirm_public": "on"}
            edit(stage, part, collection, description=f"by {part}", **sent)
            collection.refresh_from_db()
            assert (collection.visibility, collection.description) == (visibility, f"by {part}")
        assert actions()[-2:] == ["visibility.changed", "collection.changed"]

    def test_a_reader_sees_the_page_and_changes_nothing(self, stage, collection):
        client = stage.client("reader")
        assert client.get(address(collection, "change")).status_code == 200
        for page in ("change", "delete"):
            data = {"name": "mine", "post": "yes"}
            assert client.post(address(collection, page), data).status_code == 403
        assert Collection.objects.get().name == "collection-sentinel"

    def test_only_admins_hand_it_to_somebody_else(self, stage, collection):
        heir = stage.people["mate"]
        edit(stage, "owner", collection, owner=str(heir.pk))
        collection.refresh_from_db()
        assert collection.owner == stage.people["owner"]
        edit(stage, "admin", collection, owner=str(heir.pk))
        collection.refresh_from_db()
        assert collection.owner == heir
        assert actions()[-1] == "owner.changed"

    def test_a_name_that_is_taken_is_refused_in_the_form_and_nothing_typed_is_lost(
        self, stage, collection
    ):
        Collection.objects.create(name="Taken", owner=stage.people["owner"])
        response = edit(stage, "owner", collection, name="taken", description="long work")
        assert response.status_code == 200
        assert "already a collection named taken" in errors(response)
        assert 'value="long work"' in response.content.decode()

    def test_deleting_goes_through_the_service(self, stage, collection):
        client = stage.client("writer")
        assert client.post(address(collection, "delete"), {"post": "yes"}).status_code == 403
        page = stage.client("owner").get(address(collection, "delete"))
        assert page.status_code == 200
        stage.client("owner").post(address(collection, "delete"), {"post": "yes"})
        assert not Collection.objects.exists()
        assert actions()[-1] == "collection.deleted"

    def test_the_bulk_deletion_deletes_only_what_one_may_delete(self, stage, collection):
        chosen = {"action": "delete_selected", "_selected_action": [collection.pk], "post": "yes"}
        for part, status in (("stranger", 302), ("writer", 403)):
            response = stage.client(part).post(address(Collection), chosen)
            assert response.status_code == status
            assert Collection.objects.exists()
        stage.client("owner").post(address(Collection), chosen)
        assert not Collection.objects.exists()


class TestRepositories:
    def test_a_writer_changes_its_limits_and_the_log_keeps_them(self, stage):
        repository = stage.sources["repository"]
        edit(stage, "writer", repository, exclude_globs="a/*,b", visibility="public")
        repository.refresh_from_db()
        assert (repository.exclude_globs, repository.visibility) == (["a/*", "b"], "private")
        assert AuditEntry.objects.latest("id").after == {"exclude_globs": ["a/*", "b"]}

    def test_the_owner_changes_who_sees_it(self, stage):
        repository = stage.sources["repository"]
        edit(stage, "owner", repository, visibility="public", confirm_public="on")
        repository.refresh_from_db()
        assert repository.visibility == "public"


@pytest.mark.parametrize("kind", ["collection", "repository"])
def test_who_makes_a_source_public_is_told_how_much_that_shows_and_asked(stage, kind):
    source = stage.sources[kind]
    rows_below(source)
    response = edit(stage, "owner", source, visibility="public", description="typed")
    assert "1 document will be readable by everyone who can sign in here" in errors(response)
    data = form_data(response)
    assert (data["visibility"], data["description"]) == ("public", "typed")
    assert 'name="confirm_public"' in response.content.decode()
    source.refresh_from_db()
    assert source.visibility == "private"
    sent = stage.client("owner").post(address(source, "change"), data | {"confirm_public": "on"})
    source.refresh_from_db()
    assert (sent.status_code, source.visibility, source.description) == (302, "public", "typed")
