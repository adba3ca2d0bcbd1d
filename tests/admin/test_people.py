"""Users and groups are changed by admins, and nobody lifts themselves up."""

import pytest
from django.contrib.auth.models import Group, Permission

from apps.access.models import AuditEntry, User
from apps.collections.models import Collection
from tests.admin.pages import actions, address, edit, errors, form_data

pytestmark = pytest.mark.django_db


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


@pytest.mark.parametrize("name", ["\u200b", "\u202eevil", "\ufffe"])
def test_a_group_has_a_name_that_can_be_seen(stage, name):
    answer = edit(stage, "admin", stage.group, name=name)
    assert answer.status_code == 200
    assert "The name" in errors(answer)
    stage.group.refresh_from_db()
    assert stage.group.name.startswith("team")


def test_the_names_of_a_person_are_cleaned(stage):
    person = stage.people["mate"]
    assert edit(stage, "admin", person, first_name=" Ma\u00e9 \ufeff").status_code == 302
    assert "The name" in errors(edit(stage, "admin", person, last_name="x\u202e"))
    person.refresh_from_db()
    assert (person.first_name, person.last_name) == ("Ma\u00e9", "Ms-mate")
