import pytest
from django.contrib.auth.models import AnonymousUser

from apps.access.grants import grant_access, revoke_access
from apps.access.models import AuditEntry, GrantLevel
from apps.access.principals import operator
from apps.access.querysets import Action
from apps.retrieval.asking.asked import ask
from apps.retrieval.asking.history import erase_questions, own_questions, past_questions
from apps.retrieval.models import AskedQuestion
from apps.retrieval.request import SearchRequest
from tests.cast import make_collection, make_user, with_token

pytestmark = pytest.mark.django_db


def put(user, query, *sources):
    return ask(user=user, request=SearchRequest(query=query, sources=sources))


def texts(rows):
    return sorted(rows.values_list("text", flat=True))


def test_everybody_sees_their_own_and_admins_all(ann, runbooks):
    admin, bob = make_user("admin", is_superuser=True), make_user("bob")
    for user, text in ((ann, "hers"), (bob, "his"), (AnonymousUser(), "somebody's")):
        put(user, text)
    assert texts(AskedQuestion.objects.visible_to(ann)) == ["hers"]
    assert texts(AskedQuestion.objects.visible_to(admin)) == ["hers", "his", "somebody's"]
    assert texts(AskedQuestion.objects.visible_to(AnonymousUser())) == []
    assert texts(AskedQuestion.objects.visible_to(operator())) == ["hers", "his", "somebody's"]
    assert texts(AskedQuestion.objects.visible_to(with_token(admin))) == []
    assert texts(own_questions(user=admin)) == []
    assert texts(own_questions(user=operator())) == []


def test_a_limited_token_knows_only_what_it_asked_itself(ann, runbooks):
    limited = with_token(ann, source_ids=[runbooks.pk])
    put(ann, "in the browser")
    put(limited, "by the agent")
    assert texts(own_questions(user=limited)) == ["by the agent"]
    assert texts(own_questions(user=with_token(ann))) == ["by the agent", "in the browser"]
    assert erase_questions(user=limited) == 1
    assert texts(own_questions(user=ann)) == ["in the browser"]


def test_a_token_that_may_not_write_erases_nothing(ann, runbooks):
    put(ann, "kept")
    reading = with_token(ann, scopes=["api:read"])
    assert not AskedQuestion.objects.allowing(reading, Action.DELETE).exists()
    assert erase_questions(user=reading) == 0


def test_erasing_takes_ones_own_only_and_says_so_in_the_audit_log(ann, runbooks):
    bob = make_user("bob")
    for user in (ann, ann, bob):
        put(user, "restore")
    assert erase_questions(user=ann) == 2
    assert texts(AskedQuestion.objects.all()) == ["restore"]
    entry = AuditEntry.objects.get(action="query_log.erased")
    assert (entry.actor_id, entry.after) == (ann.pk, {"questions": 2})


def test_what_can_no_longer_be_read_is_not_named_in_the_history(ann):
    vault = make_collection("Vault")
    grant_access(user=operator(), source=vault, to=ann, level=GrantLevel.READ)
    put(ann, "plans", "collection:Vault")
    AskedQuestion.objects.update(top_mark="collection:Vault/plans.md", top_source=vault.pk)
    before = past_questions(user=ann, rows=list(own_questions(user=ann)))
    revoke_access(user=operator(), source=vault, to=ann)
    after = past_questions(user=ann, rows=list(own_questions(user=ann)))
    assert [(one.sources, one.top_mark) for one in before + after] == [
        (["Vault"], "collection:Vault/plans.md"),
        ([], ""),
    ]
