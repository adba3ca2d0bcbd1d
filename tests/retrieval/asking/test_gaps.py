from datetime import timedelta

import pytest
from django.utils import timezone

from apps.retrieval.asking.gaps import (
    EVERYWHERE,
    asked_sources,
    describe_gaps,
    gap_groups,
)
from apps.retrieval.models import AskedQuestion
from tests.cast import make_collection

pytestmark = pytest.mark.django_db


def asked(text, user=None, *, status="empty", strength=None, days=0, sources=()):
    AskedQuestion.objects.create(
        kind="search",
        surface="api",
        text=text,
        normal=text.casefold(),
        user=user,
        status=status,
        strength=strength,
        sources=list(sources),
        latency=1,
        at=timezone.now() - timedelta(days=days),
    )


def gaps(user, days=30, source=None):
    groups = list(gap_groups(user=user, days=days, source=source))
    return describe_gaps(user=user, groups=groups, days=days)


def test_the_same_question_counts_once_however_it_is_written(admin, ann):
    for text, user in (("Parental leave", ann), ("parental leave", ann), ("parental LEAVE", admin)):
        asked(text, user)
    asked("parental leave", status="ok", strength=0.5)
    asked("Holidays", ann)
    found = [(one.text.casefold(), one.times, one.empty, one.people) for one in gaps(admin)]
    assert found == [("parental leave", 4, 3, 2), ("holidays", 1, 1, 1)]


def test_what_was_answered_failed_is_old_or_not_kept_is_no_gap(admin):
    asked("answered", status="ok", strength=0.6)
    asked("only by meaning", status="ok", strength=None)
    asked("failed", status="error")
    asked("old", days=31)
    asked("")
    assert gaps(admin) == []
    assert [one.text for one in gaps(admin, days=90)] == ["old"]


def test_it_can_be_narrowed_to_a_source(admin, runbooks, ann):
    other = make_collection("Other")
    asked("here", sources=[runbooks.pk, other.pk])
    asked("anywhere")
    assert [one.text for one in gaps(admin, source=runbooks.pk)] == ["here"]
    assert [one.text for one in gaps(admin, source=EVERYWHERE)] == ["anywhere"]
    assert [name for _, name in asked_sources(user=admin, days=30)] == ["Other", "Runbooks"]
    (gap,) = gaps(admin, source=runbooks.pk)
    assert set(gap.sources) == {"Runbooks", "Other"}
    assert set(gap.writable) == {runbooks.pk, other.pk}


def test_who_is_no_admin_sees_only_what_they_asked_and_may_read(admin, ann, runbooks):
    hidden = make_collection("Hidden")
    asked("hers", ann, sources=[runbooks.pk, hidden.pk])
    asked("somebody else's", admin)
    (gap,) = gaps(ann)
    assert (gap.text, gap.sources, gap.writable) == ("hers", ("Runbooks",), (runbooks.pk,))
    assert asked_sources(user=ann, days=30) == [(runbooks.pk, "Runbooks")]
