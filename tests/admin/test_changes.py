"""Changes made in the admin go through the services, and nobody lifts themselves up."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group, Permission
from django.utils import timezone

from apps.access.models import AccessToken, AuditEntry, User
from apps.access.tokens import authenticate_token
from apps.collections.models import Collection
from apps.jobs.models import Job, JobStatus
from tests.admin.pages import address, form_data
from tests.cast import WRITE, grant, make_group, make_token, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def collection(stage):
    return stage.sources["collection"]


def edit(stage, part: str, row, **changes):
    """Open the page of a row, change some fields, send it; the answer."""
    client = stage.client(part)
    page = client.get(address(row, "change"))
    assert page.status_code == 200
    return client.post(address(row, "change"), form_data(page) | changes)


def errors(response) -> str:
    """All messages of the forms on a page."""
    context = response.context
    shown = [context["adminform"].form.errors.as_text()]
    shown += [str(inline.formset.errors) for inline in context["inline_admin_formsets"]]
    return " ".join(shown)


def actions() -> list[str]:
    return list(AuditEntry.objects.order_by("id").values_list("action", flat=True))


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
            edit(stage, part, collection, visibility="public", description=f"by {part}")
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
        edit(stage, "owner", repository, visibility="public")
        repository.refresh_from_db()
        assert repository.visibility == "public"


class TestGrants:
    def add(self, stage, part, row, holder, **more):
        kind, level = more.pop("kind", "group"), "write"
        prefix = f"{kind}_grants"
        client = stage.client(part)
        page = client.get(address(row, "change"))
        data = form_data(page)
        number = int(data.get(f"{prefix}-TOTAL_FORMS", 0))
        data |= {
            f"{prefix}-TOTAL_FORMS": number + 1,
            f"{prefix}-INITIAL_FORMS": data.get(f"{prefix}-INITIAL_FORMS", 0),
            f"{prefix}-{number}-{kind}": holder.pk,
            f"{prefix}-{number}-level": level,
            f"{prefix}-{number}-content_object": row.pk,
            f"{prefix}-{number}-id": "",
        } | {f"{prefix}-{number}-{name}": value for name, value in more.items()}
        return client.post(address(row, "change"), data)

    @pytest.mark.parametrize("kind", ["collection", "repository"])
    def test_the_owner_grants_a_level_to_a_group_and_the_log_says_so(self, stage, kind):
        source = stage.sources[kind]
        response = self.add(stage, "owner", source, stage.group)
        assert response.status_code == 302, errors(response)
        (row,) = source.group_grants.all()
        assert (row.group, row.level, row.granted_by) == (
            stage.group,
            "write",
            stage.people["owner"],
        )
        assert AuditEntry.objects.latest("id").action == "grant.set"

    def test_levels_are_shown_as_words_and_raw_permissions_not_at_all(self, stage, collection):
        page = stage.client("owner").get(address(collection, "change")).content.decode()
        assert "Can read" in page
        assert "Can write" in page
        assert "read_collection" not in page

    @pytest.mark.parametrize("part", ["writer", "reader"])
    def test_whoever_may_not_share_neither_sees_nor_forges_grants(self, stage, collection, part):
        page = stage.client(part).get(address(collection, "change"))
        assert list(page.context["inline_admin_formsets"]) == []
        assert str(stage.people["writer" if part == "reader" else "reader"]) not in (
            page.content.decode()
        )
        stage.people[part].groups.add(stage.group)
        self.add(stage, part, collection, stage.group)
        assert not collection.group_grants.exists()

    def test_a_group_or_person_one_does_not_see_cannot_be_named(self, stage, collection):
        strangers = make_group("strangers", make_user("unknown"))
        for kind, holder in (("group", strangers), ("user", stage.people["stranger"])):
            response = self.add(stage, "owner", collection, holder, kind=kind)
            assert "Select a valid choice" in errors(response)
        assert not collection.group_grants.exists()

    def test_a_level_is_changed_in_place_and_a_grant_removed(self, stage, collection):
        reader = stage.people["reader"]
        page = form_data(stage.client("owner").get(address(collection, "change")))
        (number,) = [
            name.split("-")[1]
            for name, value in page.items()
            if name.startswith("user_grants-")
            and name.endswith("-user")
            and value == str(reader.pk)
        ]
        edit(stage, "owner", collection, **{f"user_grants-{number}-level": "write"})
        assert collection.user_grants.get(user=reader).level == "write"
        page = form_data(stage.client("owner").get(address(collection, "change")))
        (number,) = [
            name.split("-")[1]
            for name, value in page.items()
            if name.startswith("user_grants-")
            and name.endswith("-user")
            and value == str(reader.pk)
        ]
        edit(stage, "owner", collection, **{f"user_grants-{number}-DELETE": "on"})
        assert not collection.user_grants.filter(user=reader).exists()
        assert actions()[-2:] == ["grant.set", "grant.revoked"]

    def test_an_unchanged_page_changes_no_grant(self, stage, collection):
        outsiders = make_group("outsiders", make_user())
        grant(collection, outsiders, WRITE)
        before = list(collection.group_grants.values())
        entries = AuditEntry.objects.count()
        assert edit(stage, "owner", collection).status_code == 302
        assert list(collection.group_grants.values()) == before
        assert AuditEntry.objects.count() == entries

    def test_bad_rows_are_refused_with_reasons(self, stage, collection):
        grant(collection, stage.group)
        twice = self.add(stage, "owner", collection, stage.group)
        assert "is listed twice" in errors(twice)
        past = timezone.now() - timedelta(days=1)
        late = self.add(
            stage, "owner", collection, stage.people["mate"], kind="user",
            expires_at_0=f"{past:%Y-%m-%d}", expires_at_1="10:00",
        )  # fmt: skip
        assert "expiry must lie in the future" in errors(late)
        Collection.objects.update(visibility="admin_only")
        alone = self.add(stage, "admin", collection, stage.people["mate"], kind="user")
        assert "admin-only source is shared with groups" in errors(alone)


class TestPeople:
    def test_staff_change_neither_themselves_nor_others(self, stage):
        for part in ("mate", "stranger"):
            for target in (part, "owner"):
                row = stage.people[target]
                for page in ("change", "delete"):
                    response = stage.client(part).post(
                        address(row, page), {"is_superuser": "on", "post": "yes"}
                    )
                    assert response.status_code in {302, 403}
            assert stage.client(part).post(address(User, "add"), {}).status_code == 403
            path = f"/admin/access/user/{stage.people[part].pk}/password/"
            assert stage.client(part).post(path, {}).status_code == 403
        assert list(User.objects.filter(is_superuser=True)) == [stage.people["admin"]]

    def test_staff_change_no_group_and_join_none(self, stage):
        group = stage.group
        data = {"name": "mine", "User_groups-TOTAL_FORMS": 1, "User_groups-INITIAL_FORMS": 0,
                "User_groups-0-user": stage.people["mate"].pk, "post": "yes"}  # fmt: skip
        for page in ("change", "delete"):
            assert stage.client("mate").post(address(group, page), data).status_code == 403
        assert stage.client("mate").post(address(Group, "add"), data).status_code == 403
        assert list(Group.objects.values_list("name", flat=True)) == [group.name]

    def test_an_admin_changes_rights_and_the_log_keeps_both_states(self, stage):
        person = stage.people["mate"]
        response = edit(stage, "admin", person, is_superuser="on", groups=[])
        assert response.status_code == 302, errors(response)
        entry = AuditEntry.objects.latest("id")
        assert (entry.action, entry.actor_name) == ("user.changed", str(stage.people["admin"]))
        changed = {key for key in entry.before if entry.before[key] != entry.after[key]}
        assert changed == {"is_superuser", "groups"}

    def test_the_last_admin_stays_one(self, stage):
        admin = stage.people["admin"]
        response = stage.client("admin").get(address(admin, "change"))
        data = form_data(response)
        del data["is_superuser"]
        refused = stage.client("admin").post(address(admin, "change"), data)
        assert "At least one active admin must remain" in errors(refused)
        stage.client("admin").post(address(admin, "delete"), {"post": "yes"})
        assert User.objects.get(pk=admin.pk).is_superuser

    def test_a_new_user_is_created_without_any_right(self, stage):
        secret = "corn-flower-9"
        data = {"username": "new", "password1": secret, "password2": secret,
                "usable_password": "true", "is_superuser": "on"}  # fmt: skip
        stage.client("admin").post(address(User, "add"), data)
        person = User.objects.get(username="new")
        assert (person.is_staff, person.is_superuser) == (False, False)
        assert person.check_password(secret)
        assert actions()[-1] == "user.created"

    def test_a_password_that_is_set_is_noted(self, stage):
        person, secret = stage.people["mate"], "corn-flower-9"
        path = f"/admin/access/user/{person.pk}/password/"
        data = {"password1": secret, "password2": secret, "usable_password": "true"}
        stage.client("admin").post(path, data)
        person.refresh_from_db()
        assert person.check_password(secret)
        assert actions()[-1] == "user.password_set"

    def test_model_wide_permissions_are_not_even_offered(self, stage):
        for row in (stage.people["mate"], stage.group):
            page = stage.client("admin").get(address(row, "change")).content.decode()
            assert "user_permissions" not in page
            assert 'name="permissions"' not in page
        assert stage.people["mate"].user_permissions.count() == Permission.objects.count()

    def test_an_admin_adds_and_removes_members(self, stage):
        edit(stage, "admin", stage.group, **{
            "User_groups-TOTAL_FORMS": 4, "User_groups-3-user": stage.people["stranger"].pk,
            "User_groups-3-group": stage.group.pk, "User_groups-3-id": "",
        })  # fmt: skip
        assert stage.people["stranger"].groups.get() == stage.group
        assert actions()[-1] == "group.changed"

    def test_an_owner_whose_collection_name_is_ownerless_too_is_not_deleted_with_a_crash(
        self, stage
    ):
        Collection.objects.create(name="collection-sentinel", owner=None)
        owner = stage.people["owner"]
        response = stage.client("admin").post(
            address(owner, "delete"), {"post": "yes"}, follow=True
        )
        assert "Give this person" in response.content.decode()
        assert User.objects.filter(pk=owner.pk).exists()


class TestTokens:
    DATA = {"name": "laptop", "scopes": ["api:read"], "sources": "", "tool_names": ""}

    def mint(self, stage, part, **changes):
        return stage.client(part).post(address(AccessToken, "add"), self.DATA | changes)

    def test_the_text_is_shown_once_and_works(self, stage):
        response = self.mint(stage, "owner")
        text = response.context["text"]
        assert authenticate_token(text) == stage.people["owner"]
        assert "no-store" in response["Cache-Control"]
        assert response.content.decode().count(text) == 1
        token = AccessToken.objects.get()
        for row in (AccessToken, token):
            page = "changelist" if row is AccessToken else "change"
            again = stage.client("owner").get(address(row, page)).content.decode()
            assert text not in again
            assert token.prefix in again

    def test_nobody_but_an_admin_mints_for_somebody_else(self, stage):
        other = stage.people["admin"].pk
        self.mint(stage, "owner", user=other)
        assert AccessToken.objects.get().user == stage.people["owner"]
        self.mint(stage, "admin", user=stage.people["mate"].pk)
        assert AccessToken.objects.filter(user=stage.people["mate"]).count() == 1

    def test_sources_are_named_by_marks_and_hidden_ones_are_missing(self, stage):
        mark = "collection:collection-sentinel"
        self.mint(stage, "reader", sources=f"{mark}\n\n", tool_names="route retrieve")
        token = AccessToken.objects.get()
        assert token.source_ids == [stage.sources["collection"].pk]
        assert token.tools == ["retrieve", "route"]
        answers = [
            errors(self.mint(stage, "stranger", sources=f"collection:{name}")).replace(name, "…")
            for name in ("collection-sentinel", "nothing-at-all")
        ]
        assert answers[0] == answers[1] != ""

    def test_a_token_is_revoked_and_never_changed(self, stage):
        token = make_token(stage.people["owner"], "pmk_pat_abcdefghijk")
        client = stage.client("owner")
        assert client.post(address(token, "change"), {"name": "x"}).status_code == 403
        assert client.post(address(token, "delete"), {"post": "yes"}).status_code == 403
        path = f"/admin/access/accesstoken/{token.pk}/revoke/"
        client.get(path)
        assert authenticate_token("pmk_pat_abcdefghijk") is not None
        client.post(path, {"_form_submitted": "True"})
        assert authenticate_token("pmk_pat_abcdefghijk") is None
        assert actions()[-1] == "token.revoked"

    def test_chosen_tokens_are_revoked(self, stage):
        mine, theirs = make_token(stage.people["owner"]), make_token(stage.people["mate"])
        data = {"action": "revoke_selected", "_selected_action": [mine.pk, theirs.pk]}
        stage.client("owner").post(address(AccessToken), data)
        assert list(AccessToken.objects.current()) == [theirs]


class TestJobs:
    @pytest.fixture
    def job(self, collection):
        return Job.objects.create(
            kind="embed",
            status=JobStatus.ERROR,
            source_id=collection.pk,
            source_kind="collections.Collection",
            target_id=collection.pk,
            error_code="FAILED",
        )

    def status(self, job) -> str:
        job.refresh_from_db()
        return job.status

    def test_writers_retry_from_the_page_and_by_post_only(self, stage, job):
        path = f"/admin/jobs/job/{job.pk}/retry/"
        for part, wanted in (("reader", "error"), ("stranger", "error"), ("writer", "queued")):
            stage.client(part).get(path)
            assert self.status(job) == "error"
            stage.client(part).post(path, {"_form_submitted": "True"})
            assert self.status(job) == wanted

    def test_a_refusal_is_said_above_the_list(self, stage, job):
        data = {"action": "retry_selected", "_selected_action": [job.pk]}
        answer = stage.client("reader").post(address(Job), data, follow=True)
        assert "no right to write" in answer.content.decode()
        assert self.status(job) == "error"
        stage.client("writer").post(address(Job), data)
        assert self.status(job) == "queued"

    def test_the_page_names_the_source(self, stage, job):
        for path in (address(Job), address(job, "change")):
            assert "collection-sentinel" in stage.client("reader").get(path).content.decode()


def test_the_audit_log_is_exported_and_no_cell_is_a_formula(stage):
    stage.people["owner"].username = "=cmd|' /C calc'!A0"
    stage.people["owner"].save()
    edit(stage, "owner", stage.sources["collection"], visibility="public")
    ids = list(AuditEntry.objects.values_list("pk", flat=True))
    data = {"action": "export_as_csv", "_selected_action": ids}
    response = stage.client("admin").post(address(AuditEntry), data)
    lines = b"".join(response.streaming_content).decode().splitlines()
    assert lines[0].startswith("at,actor_name,action")
    assert len(lines) == len(ids) + 1
    assert "visibility.changed" in lines[-1]
    assert ",'=cmd|' /C calc'!A0," in lines[-1]
    assert ",=" not in "".join(lines)
