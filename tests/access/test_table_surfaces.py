"""docs/access.md's table once more, asked at the doors: REST and the admin, for both kinds."""

import pytest
from django.test import Client

from apps.access.models import User
from apps.access.querysets import Visibility
from config import urls  # noqa: F401  fills the admin with its pages
from tests.access.test_table import expected
from tests.admin.pages import address
from tests.cast import assemble_cast

pytestmark = pytest.mark.django_db
# One of each kind; the rest of the cast is asked of the rule itself, in test_table.py.
PARTS = {
    *("stranger", "owner", "admin", "group_reader", "group_writer", "user_reader", "user_writer"),
    *("both_ways", "expired_group_grant", "inactive"),
}
CELLS = pytest.mark.parametrize(
    ("kind", "visibility"), [(k, v) for k in ("collection", "repository") for v in Visibility]
)


def clients(cast):
    """A browser for each of the parts."""
    for part, member in cast.members.items():
        if part not in PARTS:
            continue
        client = Client()
        client.force_login(member)
        yield part, client


@CELLS
def test_the_admin_page_of_a_source_shows_what_the_table_gives(kind, visibility):
    cast = assemble_cast(kind, visibility)
    User.objects.update(is_staff=True)
    wanted = expected(visibility)
    for part, client in clients(cast):
        page = client.get(address(cast.source, "change"))
        context = page.context if page.status_code == 200 else None
        found = {
            "r": context is not None,
            "w": context and context["has_change_permission"],
            "s": context and len(context["inline_admin_formsets"]) == 2,
            "d": context and context["has_delete_permission"],
        }
        assert "".join(letter for letter, may in found.items() if may) == wanted[part], part


@CELLS
def test_rest_does_what_the_table_gives_and_refuses_the_rest(kind, visibility):
    cast = assemble_cast(kind, visibility)
    source, wanted = cast.source, expected(visibility)
    path = f"/api/repos/{source}" if kind == "repository" else f"/api/md-collections/{source.pk}"
    other = next(one for one in Visibility if one not in {visibility, Visibility.ADMIN_ONLY})
    for part, client in clients(cast):
        answers = {
            "r": client.get(path),
            "w": send(client, "patch", path, {"description": part}),
            "s": send(client, "patch", path, {"visibility": other}),
        }
        type(source).objects.filter(pk=source.pk).update(visibility=visibility)
        for letter, answer in answers.items():
            allowed = letter in wanted[part]
            assert (answer.status_code == 200) == allowed, (part, letter)
            if not allowed and part != "inactive":
                assert answer.status_code == (403 if "r" in wanted[part] else 404), (part, letter)
        if "d" not in wanted[part]:
            assert send(client, "delete", path, None).status_code in {401, 403, 404}, part
    for part, client in clients(cast):
        if "d" in wanted[part]:
            assert send(client, "delete", path, None).status_code in {200, 202, 204}, part
            break


def send(client, method, path, body):
    return getattr(client, method)(path, body, content_type="application/json")
