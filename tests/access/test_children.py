"""Whatever hangs on a source is readable and writable exactly as the source is."""

import uuid

import pytest
from django.apps import apps

from apps.access.errors import NotFoundError
from apps.access.grants import revoke_access
from apps.access.principals import operator
from apps.access.querysets import (
    AccessQuerySet,
    Action,
    DerivedQuerySet,
    SourceBoundQuerySet,
    SourceQuerySet,
    Visibility,
    can,
    source_models,
)
from apps.collections.models import Draft
from apps.jobs.models import Job
from tests.access.rows import rows_below
from tests.cast import assemble_cast, make_collection, make_user

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("kind", ["collection", "repository"])
@pytest.mark.parametrize("visibility", list(Visibility))
def test_children_follow_their_source(kind: str, visibility: Visibility):
    cast = assemble_cast(kind, visibility)
    children = rows_below(cast.source)
    for part, member in cast.members.items():
        for action in (Action.READ, Action.WRITE):
            wanted = can(member, action, cast.source)
            found = [can(member, action, child) for child in children]
            assert found == [wanted] * len(children), (part, action)


@pytest.mark.parametrize("kind", ["collection", "repository"])
def test_to_delete_a_child_is_to_write_to_its_source(kind: str):
    cast = assemble_cast(kind)
    children = rows_below(cast.source)
    wanted = {"owner": True, "user_writer": True, "group_reader": False, "stranger": False}
    for part, allowed in wanted.items():
        found = [can(cast[part], Action.DELETE, child) for child in children]
        assert found == [allowed] * len(children)


@pytest.mark.parametrize("kind", ["collection", "repository"])
def test_a_child_is_shared_only_by_whoever_shares_its_source(kind: str):
    cast = assemble_cast(kind)
    children = rows_below(cast.source)
    for part, allowed in {"owner": True, "user_writer": False, "admin": True}.items():
        found = [can(cast[part], Action.SHARE, child) for child in children]
        assert found == [allowed] * len(children)


@pytest.mark.parametrize("kind", ["collection", "repository"])
def test_a_child_is_listed_once_for_somebody_with_several_grants(kind: str):
    cast = assemble_cast(kind, Visibility.PUBLIC)
    for child in rows_below(cast.source):
        for part in ("group_reader", "both_ways", "owner", "admin"):
            assert list(type(child).objects.visible_to(cast[part])) == [child]


def test_a_job_whose_source_is_gone_is_shown_to_admins_only():
    cast = assemble_cast("collection")
    job = rows_below(cast.source)[0]
    cast.source.delete()
    seen = {part for part, one in cast.members.items() if Job.objects.visible_to(one).exists()}
    assert seen == {"admin"}
    with pytest.raises(NotFoundError):
        Job.objects.find(user=cast["owner"], pk=job.pk)


def test_a_job_that_names_no_source_at_all_is_hidden():
    Job.objects.create(
        kind="embed", source_id=uuid.uuid4(), source_kind="?", target_id=uuid.uuid4()
    )
    assert not Job.objects.visible_to(make_user()).exists()


def test_every_guarded_model_is_a_source_or_hangs_on_one():
    guarded = {model: model._default_manager.all() for model in apps.get_models()}
    guarded = {m: rows for m, rows in guarded.items() if isinstance(rows, AccessQuerySet)}
    sources = {m for m, rows in guarded.items() if isinstance(rows, SourceQuerySet)}
    assert sources == set(source_models())
    derived = SourceQuerySet | DerivedQuerySet | SourceBoundQuerySet
    assert {m._meta.label for m, rows in guarded.items() if not isinstance(rows, derived)} == {
        "collections.Draft",  # narrower: its author's alone
        # One's own, and all of them for admins.
        *("retrieval.AskedQuestion", "retrieval.TokenGain"),
        # For admins alone.
        *("retrieval.GoldenQuestion", "retrieval.EvaluationRun", "retrieval.EvaluationResult"),
        "retrieval.BriefingVersion",
    }


def test_a_draft_is_its_authors_alone_and_only_while_they_read_the_collection():
    cast = assemble_cast("collection")
    draft = Draft.objects.create(author=cast["user_writer"], collection=cast.source)
    seen = {part for part, one in cast.members.items() if can(one, Action.READ, draft)}
    assert seen == {"user_writer"}
    revoke_access(user=operator(), source=cast.source, to=cast["user_writer"])
    assert not can(cast["user_writer"], Action.READ, draft)


def test_the_base_queryset_opens_nothing():
    rows = AccessQuerySet(model=type(make_collection()))
    with pytest.raises(NotImplementedError):
        rows.visible_to(make_user())
