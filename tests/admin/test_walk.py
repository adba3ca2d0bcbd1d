"""Staff who are no admins open everything there is in the admin, and meet no title of others.

The pages are walked from the registry: lists with each filter and sorting, forms, histories,
buttons, completions, actions with their questions, and the pages beside.
"""

import itertools

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from apps.access.admin_site import site
from apps.access.models import AccessToken
from apps.access.querysets import Visibility
from apps.jobs.models import Job
from apps.repos.models import Repository
from config import urls  # noqa: F401  fills the admin with its pages
from tests.access.rows import rows_below
from tests.admin.pages import address
from tests.admin.questions import question_rows
from tests.cast import (
    READ,
    WRITE,
    give_every_model_permission,
    grant,
    make_collection,
    make_group,
    make_repository,
    make_token,
    make_user,
)

pytestmark = pytest.mark.django_db
SECRET = "planted7f3q2"
SPOKEN = {
    *("title", "current_item", "error_message", "commit_id", "note", "source_key", "path", "slug"),
    *("href", "name", "qualified_name", "front_matter_error", "ref"),
}
# Each is a part of something hidden and of something of one's own.
WORDS = ("source", "group")


@pytest.fixture
def walker(db):
    """Staff with sources of their own, beside others' that they must not meet."""
    person = give_every_model_permission(make_user("walker", is_staff=True))
    plant(make_user(f"owner-{SECRET}", last_name=SECRET), SECRET)
    plant(person, "own")
    mates = make_group("own-group", person, make_user("mate"))
    # Read by a group of the walker; with whom else it is shared is none of their business.
    shared = make_collection("source-shared", owner=make_user("keeper"))
    grant(shared, mates, READ)
    for holder in (make_group(f"others-{SECRET}"), make_user(f"other-{SECRET}")):
        grant(shared, holder, WRITE)
    client = Client()
    client.force_login(person)
    return client, person


def plant(owner, word) -> None:
    """A source of each kind with a row of each kind below, all named by the word."""
    group = make_group(f"group-{word}", owner)
    make_token(owner, name=f"token-{word}")
    for make in (make_collection, make_repository):
        source = make(f"source-{word}", owner=owner, description=word)
        grant(source, group, WRITE)
        grant(source, make_user(f"friend-{word}"), WRITE)
        for row in rows_below(source):
            for name in {field.name for field in row._meta.fields} & SPOKEN:
                setattr(row, name, word)
            for name in {field.name for field in row._meta.fields} & {"result", "skipped"}:
                setattr(row, name, [{"path": word}])
            row.save()
        question_rows(text=word, normal=word, user=owner, sources=[source.pk], top_mark=word)


def addresses(client):
    """What can be opened, found on the pages themselves."""
    yield from ("/admin/", "/admin/grants/", "/admin/search/?s=source", "/admin/access-file/")
    yield from (f"/admin/retrieval/askedquestion/gaps/{tail}" for tail in ("", "?days=7&p=1"))
    for name in ("goldenquestion/import", "goldenquestion/suggest", "evaluationrun/progress"):
        yield f"/admin/retrieval/{name}/?words=source"
    for model, page in site._registry.items():
        top = address(model)
        yield from (top, *(f"{top}?q={word}" for word in WORDS), f"{top}add/", f"{top}?o=2")
        response = client.get(top)
        if response.status_code != 200:
            continue
        changelist = response.context["cl"]
        yield from (top + choice["query_string"] for spec in changelist.filter_specs
                    for choice in spec.choices(changelist))  # fmt: skip
        for row in list(changelist.result_list)[:2]:
            below = ("change", "history", "delete", *page.actions_detail)
            yield from (f"{address(row, 'change')[:-7]}{name}/" for name in below)


def completions():
    """Each field of each page that is completed while one types."""
    for model, page in site._registry.items():
        own = [(model, field) for field in page.autocomplete_fields]
        own += [(one.model, name) for one in page.inlines for name in one.autocomplete_fields]
        for holder, name in own:
            meta = holder._meta
            query = f"app_label={meta.app_label}&model_name={meta.model_name}&field_name={name}"
            yield from (f"/admin/autocomplete/?{query}&term={term}" for term in ("", *WORDS))


def test_nothing_of_others_is_met_on_any_page(walker):
    client, _ = walker
    seen, met = 0, []
    for path in itertools.chain(addresses(client), completions()):
        response = client.get(path, follow=True)
        assert response.status_code in {200, 400, 403, 404}, path
        seen += response.status_code == 200
        if SECRET in response.content.decode():
            met.append(path)
    assert met == []
    assert seen > 100


def test_nothing_of_others_is_met_in_any_action(walker):
    client, _ = walker
    met = []
    for model, page in site._registry.items():
        if client.get(address(model)).status_code != 200:
            continue
        rows = list(model._default_manager.all())
        for action in page.get_actions(client.get(address(model)).wsgi_request):
            for step in ("", "chosen", "confirmed"):
                data = {"action": action, "_selected_action": [row.pk for row in rows]}
                data |= {"visibility": "public", "post": "yes"} if step == "confirmed" else {}
                with transaction.atomic():
                    answer = client.post(address(model), data | {"step": step}, follow=True)
                    said = b"".join(answer) if answer.streaming else answer.content
                    transaction.set_rollback(True)
                if SECRET in said.decode():
                    met.append((model, action, step))
    assert met == []


def test_the_walk_would_notice(walker):
    client, _ = walker
    Repository.objects.update(visibility=Visibility.PUBLIC)
    assert SECRET in client.get(address(Repository)).content.decode()
    assert SECRET in client.get(address(Job)).content.decode()
    assert SECRET not in client.get(address(AccessToken)).content.decode()
    assert reverse("admin:grants") in client.get("/admin/").content.decode()
