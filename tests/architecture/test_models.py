"""What SQL can hold, SQL holds, under names that were chosen."""

import re

import pytest
from django.apps import apps
from django.contrib.postgres.fields import ArrayField
from django.db.models import CheckConstraint, Q

from apps.access.models import GroupGrant, UserGrant
from apps.access.querysets import AccessQuerySet

OURS = [
    model
    for config in apps.get_app_configs()
    if config.name.startswith("apps.")
    for model in config.get_models()
]
# Rows that say nothing about a source, or are told apart by a rule of their own (`visible_to`).
UNGUARDED = {
    *("access.User", "access.AccessToken", "access.AuditEntry", "access.LoginTry"),
    *("access.LoginPlace", "access.SignIn", "access.SsoIdentity", "access.SsoMembership"),
    "retrieval.EmbeddingSpace",
}
pytestmark = pytest.mark.parametrize("model", OURS, ids=lambda model: model._meta.label)


def fields_in(condition) -> set[str]:
    """Column names that a condition limits to a list of values."""
    if not isinstance(condition, Q):
        return set()
    names = set()
    for child in condition.children:
        if isinstance(child, Q):
            names |= fields_in(child)
        elif child[0].endswith(("__in", "__contained_by")):
            names.add(child[0].rsplit("__", 1)[0])
    return names


def test_constraints_and_indexes_have_chosen_names(model):
    names = [item.name for item in (*model._meta.constraints, *model._meta.indexes)]
    assert all(name and not re.search(r"_[0-9a-f]{6,8}_idx$", name) for name in names)
    if not issubclass(model, GroupGrant | UserGrant):  # guardian's own, by direct foreign key
        assert not model._meta.unique_together


def test_columns_of_choices_are_checked_by_the_database(model):
    checked = set()
    for constraint in model._meta.constraints:
        if isinstance(constraint, CheckConstraint):
            checked |= fields_in(constraint.condition)
    chosen = {
        field.name
        for field in model._meta.local_fields
        if field.choices or (isinstance(field, ArrayField) and field.base_field.choices)
    }
    assert chosen <= checked


def test_rows_are_guarded_or_known_not_to_be(model):
    is_grant = issubclass(model, GroupGrant | UserGrant)
    is_guarded = isinstance(model._default_manager.all(), AccessQuerySet)
    assert is_guarded or is_grant or model._meta.label in UNGUARDED | DERIVED_BY_HAND


# Read through a guarded row alone: vectors inside the search's conditions, bytes by an attachment.
DERIVED_BY_HAND = {
    "retrieval.DocumentSize",
    "retrieval.DocumentVector",
    "retrieval.GainSession",
    "retrieval.Vector",
    "collections.AttachmentData",
}
