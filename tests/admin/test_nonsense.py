"""Nothing a person can send to a page of the admin breaks it: walked from the admin's registry."""

import itertools
import os
import random
import uuid
from urllib.parse import quote

import pytest
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.test import Client

from apps.access.admin_site import site
from apps.access.models import User
from tests.admin.pages import address, form_data
from tests.admin.test_pages import ADMINS, IDS, populate

pytestmark = [
    pytest.mark.django_db,
    # Django tells whoever reads its log about each refused request.
    pytest.mark.filterwarnings("ignore::RuntimeWarning"),
]

NONSENSE = (
    *("", "x", "-1", "9" * 40, "1e400", "a\0b", "é%'\u202e", "x" * 10_000, "[]", "10000-13-45"),
    "00000000-0000-0000-0000-000000000000",
)
FEW = ("x", "-1", "9" * 40, "a\0b", "x" * 10_000)
TEXTS = ("x", "a\0b")
NUMBERS = ("x", "-1", "9" * 40)
STEPS = ("", "__exact", "__id__exact", "__isnull", "__gte", "__year", "__month", "__day", "__in")
PARAMETERS = (
    *("q", "p", "o", "all", "e", "_facets", "_popup", "_to_field", "_changelist_filters"),
    *("nothing", "pk", "id", "id__exact", "__", "_", "-"),
)


# All combinations take minutes: each run tries other ones, as its random seed has it.
ALL = "PRESSMARK_TEST_ALL" in os.environ


def some(combinations, most=20):
    """A few of many combinations."""
    listed = list(combinations)
    return listed if ALL else random.sample(listed, min(most, len(listed)))


class Visitor:
    """Sends requests as an admin and keeps those that ended in a 500."""

    def __init__(self):
        self.client = Client(raise_request_exception=False)
        self.client.force_login(
            User.objects.create(username="root", is_staff=True, is_superuser=True)
        )
        self.broken = []

    def send(self, method, path, data=None):
        response = getattr(self.client, method)(path, data)
        if response.status_code >= 500:
            sent = {name: str(value)[:40] for name, value in (data or {}).items()}
            self.broken.append((method, path[:200], sent, repr(response.exc_info[1])[:200]))
        return response


@pytest.fixture
def visitor(db):
    populate(1)
    return Visitor()


def filters_of(page):
    heads = [one[0] if isinstance(one, tuple) else one for one in page.list_filter]
    return [one if isinstance(one, str) else one.parameter_name for one in heads]


@pytest.mark.parametrize(("model", "page"), ADMINS, ids=IDS)
def test_no_query_breaks_a_list(model, page, visitor):
    for parameter, value in some(itertools.product(PARAMETERS, FEW)):
        visitor.send("get", address(model), {parameter: value})
    names = [*filters_of(page), *filter(None, [page.date_hierarchy])]
    for name, step, value in some(itertools.product(names, STEPS, NUMBERS)):
        visitor.send("get", address(model), {name + step: value})
    assert visitor.broken == []


@pytest.mark.parametrize(("model", "page"), ADMINS, ids=IDS)
def test_no_choice_of_rows_breaks_an_action(model, page, visitor, rf):
    request = rf.get("/")
    request.user = User.objects.get(username="root")
    row = model._default_manager.first()
    for action in (*page.get_actions(request), "a\0b"):
        for value in some(NONSENSE, 4):
            chosen = [value, row.pk] if value == "x" else [value]
            data = {"action": action, ACTION_CHECKBOX_NAME: chosen, "index": "0"}
            visitor.send("post", address(model), data)
        for extra in ("index", "select_across", "post"):
            for value in NUMBERS:
                data = {"action": action, ACTION_CHECKBOX_NAME: [row.pk], extra: value}
                visitor.send("post", f"{address(model)}?q=no-row-has-this", data)
    assert visitor.broken == []


def pages_of(model, page):
    names = ["change", "delete", "history", *getattr(page, "actions_detail", ())]
    return [*names, "password"] if model is User else names


@pytest.mark.parametrize(("model", "page"), ADMINS, ids=IDS)
def test_no_id_in_an_address_breaks_a_page(model, page, visitor):
    odd = itertools.product(pages_of(model, page), (*NONSENSE, uuid.uuid4()))
    for name, value in some(odd):
        path = f"{address(model)}{quote(str(value), safe='')}/{name}/"
        visitor.send("get", path)
        visitor.send("post", path, {"post": "yes", "_form_submitted": "True"})
    assert visitor.broken == []


@pytest.mark.parametrize(("model", "page"), ADMINS, ids=IDS)
def test_no_value_breaks_a_form(model, page, visitor):
    paths = [address(model._default_manager.first(), "change")]
    paths += [address(model, "add")] if page.can_add else []
    for path in paths:
        shown = visitor.send("get", path)
        if not page.can_change and path.endswith("/change/"):
            visitor.send("post", path, {"name": "x"})
            continue
        data = form_data(shown) | rows_typed_by_hand(shown)
        counts = {name for name in data if name.endswith("_FORMS")}
        for value in some(NONSENSE, 4):  # all fields at once: none is spared by another one's error
            visitor.send("post", path, dict.fromkeys(data, value) | counted(data, counts))
        for name in data:
            for value in ("y", "-1") if name in counts else ("x", "a\0b"):
                visitor.send("post", path, data | {name: value})
        visitor.send("post", path, {})
    assert visitor.broken == []


def counted(data, counts):
    """The counts of the inlines as they are."""
    return {name: data[name] for name in counts}


def rows_typed_by_hand(response):
    """One more row in each inline, which no browser would send without having filled it in."""
    data = {}
    for inline in response.context["inline_admin_formsets"]:
        formset = inline.formset
        count = len(formset.forms)
        data[f"{formset.prefix}-TOTAL_FORMS"] = str(count + 1)
        data |= {f"{formset.prefix}-{count}-{name}": "" for name in formset.empty_form.fields}
    return data


@pytest.mark.parametrize("value", NONSENSE)
def test_nothing_breaks_the_pages_beside(value, visitor):
    person = User.objects.get(username="root")
    fields = {"app_label": "collections", "model_name": "collection", "field_name": "owner"}
    for name in (*fields, "term", "page"):
        visitor.send("get", "/admin/autocomplete/", {**fields, "term": "a", name: value})
    for name in ("s", "page"):
        visitor.send("get", "/admin/search/", {"s": "user", name: value})
    for name in ("password1", "password2", "usable_password"):
        data = {"password1": "a long one 8", "password2": "a long one 8", name: value}
        visitor.send("post", f"/admin/access/user/{person.pk}/password/", data)
    for name in ("username", "password", "next"):
        data = {"username": "root", "password": "wrong", name: value}
        visitor.send("post", "/admin/login/", data)
        visitor.send("get", "/admin/login/", {name: value})
    visitor.send("get", f"/admin/{quote(value, safe='')}/")
    visitor.send("get", f"/admin/access/{quote(value, safe='')}/")
    assert visitor.broken == []


def test_every_page_of_the_admin_is_walked():
    assert {model for model, _ in ADMINS} == set(site._registry)
