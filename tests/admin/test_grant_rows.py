"""Grants on the page of a source: by the services, by sharers, in words."""

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.access.models import AuditEntry
from apps.collections.models import Collection
from tests.admin.pages import actions, address, edit, errors, form_data
from tests.cast import WRITE, grant, make_group, make_user

pytestmark = pytest.mark.django_db


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
