"""Staff who are no admins find in the admin what the access rule gives them, and no more."""

import uuid

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from apps.access.admin_site import site
from apps.access.models import AccessToken, AuditEntry, User
from apps.collections.models import Collection, Document
from apps.jobs.models import Job
from apps.repos.models import Repository
from tests.access.rows import rows_below
from tests.admin.pages import address, outcome
from tests.cast import make_collection, make_group, make_token, make_user

pytestmark = pytest.mark.django_db

READERS = {"owner", "writer", "reader", "admin"}


def listed(stage, part: str, model) -> list:
    response = stage.client(part).get(address(model))
    assert response.status_code == 200
    return [row.pk for row in response.context["cl"].result_list]


class TestEntry:
    @pytest.mark.parametrize(
        "fields",
        [
            None,
            {},
            {"is_superuser": True},
            {"is_staff": True, "is_active": False},
        ],
        ids=["anonymous", "no-staff", "superuser-no-staff", "inactive"],
    )
    def test_whoever_is_not_active_staff_is_sent_to_the_login(self, fields):
        client = Client()
        if fields is not None:
            client.force_login(make_user(**fields))
        for model in site._registry:
            response = client.get(address(model))
            assert (response.status_code, response.url.split("?")[0]) == (302, "/admin/login/")

    def test_staff_see_the_index_without_a_list_of_recent_actions(self, stage):
        response = stage.client("stranger").get("/admin/")
        assert response.status_code == 200
        assert "ecent actions" not in response.content.decode()


class TestLists:
    @pytest.mark.parametrize("kind", ["collection", "repository"])
    def test_each_list_shows_the_readers_their_rows_and_nobody_else_any(self, stage, kind):
        source = stage.sources[kind]
        rows = [source, *(row for row in rows_below(source) if type(row) in site._registry)]
        assert len(rows) > 2
        for row in rows:
            for part in stage.people:
                wanted = [row.pk] if part in READERS else []
                assert listed(stage, part, type(row)) == wanted, (part, row)

    def test_rows_of_another_source_are_not_mixed_in(self, stage):
        rows_below(make_collection("hidden"))
        assert listed(stage, "reader", Document) == []
        assert listed(stage, "reader", Job) == []

    def test_groups_are_those_one_belongs_to(self, stage):
        other = make_group("others", make_user())
        assert listed(stage, "mate", Group) == [stage.group.pk]
        assert listed(stage, "stranger", Group) == []
        assert set(listed(stage, "admin", Group)) == {stage.group.pk, other.pk}

    def test_users_are_those_one_shares_a_group_with(self, stage):
        team = {stage.people[part].pk for part in ("reader", "mate", "owner")}
        assert set(listed(stage, "mate", User)) == team
        assert listed(stage, "stranger", User) == [stage.people["stranger"].pk]
        assert set(listed(stage, "admin", User)) == set(User.objects.values_list("pk", flat=True))

    def test_tokens_are_ones_own(self, stage):
        token = make_token(stage.people["owner"])
        seen = {part: listed(stage, part, AccessToken) for part in stage.people}
        assert {part for part, rows in seen.items() if rows} == {"owner", "admin"}
        assert seen["owner"] == [token.pk]

    def test_the_audit_log_is_closed_to_all_but_admins(self, stage):
        for part in stage.people:
            status = stage.client(part).get(address(AuditEntry)).status_code
            assert status == (200 if part == "admin" else 403)

    def test_a_search_in_a_list_finds_visible_rows_only(self, stage, public):
        response = stage.client("stranger").get(address(Collection), {"q": "sentinel"})
        assert response.context["cl"].result_count == 0
        response = stage.client("stranger").get(address(Collection), {"q": "public"})
        assert [row.pk for row in response.context["cl"].result_list] == [public.pk]


class TestHiddenIsMissing:
    @pytest.mark.parametrize("page", ["change", "history", "delete"])
    @pytest.mark.parametrize("kind", ["collection", "repository"])
    def test_pages_of_hidden_rows_answer_as_if_they_were_missing(self, stage, kind, page):
        source = stage.sources[kind]
        for row in (source, *rows_below(source)):
            if type(row) not in site._registry:
                continue
            where = address(row, page)
            elsewhere = where.replace(str(row.pk), str(uuid.uuid4()))
            for method in ("get", "post"):
                answers = [
                    outcome(
                        getattr(stage.client("stranger"), method)(path, follow=True), uuid_in(path)
                    )
                    for path in (where, elsewhere)
                ]
                assert answers[0] == answers[1]
                assert "sentinel" not in answers[0][2]

    @pytest.mark.parametrize("page", ["change", "history", "delete", "password_change"])
    def test_pages_of_people_one_shares_no_group_with_are_missing(self, stage, page):
        hidden = stage.people["owner"]
        client = stage.client("stranger")
        where = "/admin/access/user/{}/" + page.replace("_change", "") + "/"
        answers = [
            outcome(client.get(where.format(pk), follow=True), f"“{pk}”", f"/{pk}/")
            for pk in (hidden.pk, 987654321)
        ]
        assert answers[0] == answers[1]

    @pytest.mark.parametrize("deed", ["revoke"])
    def test_deeds_on_hidden_rows_answer_as_if_they_were_missing(self, stage, deed):
        token = make_token(stage.people["owner"])
        client = stage.client("stranger")
        answers = [
            outcome(
                client.post(
                    f"/admin/access/accesstoken/{pk}/{deed}/",
                    {"_form_submitted": "True"},
                    follow=True,
                ),
                pk,
            )
            for pk in (token.pk, uuid.uuid4())
        ]
        assert answers[0] == answers[1]
        token.refresh_from_db()
        assert token.revoked_at is None


def uuid_in(path: str) -> str:
    return path.rstrip("/").split("/")[-2]


class TestChoices:
    def complete(self, stage, part: str, model: str, field: str, app: str = "collections"):
        query = {"app_label": app, "model_name": model, "field_name": field, "term": ""}
        response = stage.client(part).get("/admin/autocomplete/", query)
        assert response.status_code == 200
        return {result["text"] for result in response.json()["results"]}

    def test_groups_and_people_on_offer_are_those_one_may_see(self, stage):
        make_group("others", make_user("unknown"))
        groups = self.complete(stage, "owner", "collectiongroupgrant", "group")
        people = self.complete(stage, "owner", "collectionusergrant", "user")
        assert groups == {str(stage.group)}
        assert people == {str(stage.people[part]) for part in ("owner", "reader", "mate")}
        alone = self.complete(stage, "stranger", "collectionusergrant", "user")
        assert alone == {str(stage.people["stranger"])}

    def test_admins_are_offered_everybody(self, stage):
        assert len(self.complete(stage, "admin", "collectionusergrant", "user")) == 6

    def test_list_filters_offer_visible_rows_only(self, stage, public):
        rows_below(stage.sources["collection"])
        rows_below(public)
        for part, names in (("reader", {"collection-sentinel", "public-notes"}),
                            ("stranger", {"public-notes"})):  # fmt: skip
            page = stage.client(part).get(address(Document))
            (chosen,) = [
                spec for spec in page.context["cl"].filter_specs if spec.title == "collection"
            ] or [None]
            offered = {str(label) for _, label in chosen.lookup_choices} if chosen else set()
            assert offered <= names
            assert ("sentinel" in page.content.decode()) == (part == "reader")

    def test_a_filter_on_a_hidden_row_finds_nothing(self, stage):
        document = rows_below(stage.sources["collection"])[1]
        hidden = {"collection__id__exact": str(document.collection_id)}
        missing = {"collection__id__exact": str(uuid.uuid4())}
        counts = [
            stage.client("stranger").get(address(Document), query).context["cl"].result_count
            for query in (hidden, missing)
        ]
        assert counts == [0, 0]

    @pytest.mark.parametrize(
        ("path", "lookup"),
        [
            ("/admin/collections/collection/", "owner__password__startswith"),
            ("/admin/collections/collection/", "user_grants__user__username"),
            ("/admin/collections/document/", "content__contains"),
            ("/admin/access/accesstoken/", "digest__startswith"),
            ("/admin/access/accesstoken/", "user__password__startswith"),
            ("/admin/access/user/", "email__startswith"),
            ("/admin/access/user/", "password__startswith"),
            ("/admin/auth/group/", "user__password__startswith"),
        ],
    )
    def test_no_lookup_can_spell_out_a_column(self, stage, path, lookup):
        for part in ("admin", "mate"):
            assert stage.client(part).get(path, {lookup: "a"}).status_code == 400


def test_staff_who_are_no_admins_see_names_of_people_only(stage):
    owner = stage.people["owner"]
    User.objects.filter(pk=owner.pk).update(email="owner@example.org", first_name="Olga")
    page = stage.client("mate").get(address(owner, "change")).content.decode()
    assert "Olga" in page
    assert "owner@example.org" not in page
    for word in ("is_superuser", "Superuser", "Last login", "Email"):
        assert word not in page


def test_a_hidden_group_is_not_named_on_the_page_of_somebody_one_sees(stage):
    make_group("hidden-circle", stage.people["owner"])
    for path in (address(User), address(stage.people["owner"], "change"), address(Group)):
        assert "hidden-circle" not in stage.client("mate").get(path).content.decode()


def test_repositories_are_added_by_admins_only(stage):
    for part in stage.people:
        expected = 200 if part == "admin" else 403
        assert stage.client(part).get(address(Repository, "add")).status_code == expected
