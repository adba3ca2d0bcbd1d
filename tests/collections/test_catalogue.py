import uuid

import pytest
from django.contrib.auth.models import AnonymousUser

from apps.access.errors import (
    DuplicateNameError,
    ForbiddenError,
    InsufficientScopeError,
    InvalidRequestError,
    NotFoundError,
)
from apps.access.models import AuditEntry, GrantLevel
from apps.access.models.tokens import Scope
from apps.access.principals import operator
from apps.access.querysets import Action, Visibility
from apps.collections.catalogue import (
    create_collection,
    delete_collection,
    find_collection,
    update_collection,
)
from apps.collections.models import Collection
from tests.cast import grant, with_token
from tests.factories import AdminFactory, CollectionFactory, UserFactory, write_document

pytestmark = pytest.mark.django_db


def test_a_new_collection_is_private_and_belongs_to_whoever_made_it():
    user = UserFactory()
    collection = create_collection(user=user, name="  Run   books ", description=" How to ")
    assert (collection.name, collection.description) == ("Run books", "How to")
    assert (collection.owner, collection.visibility) == (user, Visibility.PRIVATE)
    entry = AuditEntry.objects.get()
    assert (entry.actor_id, entry.action, entry.target_id) == (
        user.pk,
        "collection.created",
        str(collection.pk),
    )


def test_a_name_is_taken_if_the_user_can_read_the_other_or_owns_it():
    user = UserFactory()
    CollectionFactory(name="Runbooks", visibility=Visibility.PUBLIC)
    CollectionFactory(name="Hidden")
    with pytest.raises(DuplicateNameError) as caught:
        create_collection(user=user, name="RUNBOOKS")
    assert [error.field for error in caught.value.field_errors] == ["name"]
    create_collection(user=user, name="hidden")
    with pytest.raises(DuplicateNameError):
        create_collection(user=user, name="Hidden")


def test_a_rename_follows_the_same_rule():
    user = UserFactory()
    CollectionFactory(name="Runbooks", visibility=Visibility.PUBLIC)
    CollectionFactory(name="Hidden")
    mine = create_collection(user=user, name="Mine")
    with pytest.raises(DuplicateNameError):
        update_collection(user=user, collection_id=mine.pk, name="runbooks")
    assert update_collection(user=user, collection_id=mine.pk, name="MINE").name == "MINE"
    assert update_collection(user=user, collection_id=mine.pk, name="Hidden").name == "Hidden"


@pytest.mark.parametrize("name", ["", "   ", "x" * 256, "a\0b", "a\ud800", "a\x07b"])
def test_a_name_that_cannot_be_kept_is_refused(name):
    with pytest.raises(InvalidRequestError) as caught:
        create_collection(user=UserFactory(), name=name)
    assert [error.field for error in caught.value.field_errors] == ["name"]


@pytest.mark.parametrize("description", ["x" * 501, "a\0b"])
def test_a_description_that_cannot_be_kept_is_refused(description):
    with pytest.raises(InvalidRequestError):
        create_collection(user=UserFactory(), name="A", description=description)


def test_an_unknown_visibility_is_refused():
    with pytest.raises(InvalidRequestError):
        create_collection(user=UserFactory(), name="A", visibility="secret")


def test_who_may_create_and_for_whom():
    user, other, admin = UserFactory(), UserFactory(), AdminFactory()
    with pytest.raises(ForbiddenError):
        create_collection(user=AnonymousUser(), name="A")
    with pytest.raises(ForbiddenError):
        create_collection(user=UserFactory(is_active=False), name="A")
    with pytest.raises(ForbiddenError):
        create_collection(user=user, name="A", owner=other)
    with pytest.raises(ForbiddenError):
        create_collection(user=user, name="A", visibility=Visibility.ADMIN_ONLY)
    assert create_collection(user=admin, name="A", owner=other).owner == other
    created = create_collection(user=admin, name="B", visibility=Visibility.ADMIN_ONLY)
    assert created.visibility == Visibility.ADMIN_ONLY
    assert create_collection(user=operator(), name="C").owner is None


def test_a_token_creates_only_with_the_right_to_write_and_no_limit():
    user = UserFactory()
    with pytest.raises(InsufficientScopeError):
        create_collection(user=with_token(user, scopes=[Scope.API_READ]), name="A")
    with pytest.raises(ForbiddenError):
        create_collection(user=with_token(user, source_ids=[uuid.uuid4()]), name="A")
    assert create_collection(user=with_token(user), name="A").owner == user


def test_writers_describe_but_only_owners_show_and_delete():
    collection = CollectionFactory(name="A", description="old")
    writer, reader = UserFactory(), UserFactory()
    grant(collection, writer, GrantLevel.WRITE)
    grant(collection, reader)
    assert update_collection(
        user=writer, collection_id=collection.pk, description=""
    ).description == ("")
    with pytest.raises(ForbiddenError):
        update_collection(user=writer, collection_id=collection.pk, visibility=Visibility.PUBLIC)
    with pytest.raises(ForbiddenError):
        update_collection(user=reader, collection_id=collection.pk, name="B")
    with pytest.raises(ForbiddenError):
        delete_collection(user=writer, collection_id=collection.pk)
    with pytest.raises(NotFoundError):
        delete_collection(user=UserFactory(), collection_id=collection.pk)
    owner = collection.owner
    shown = update_collection(
        user=owner, collection_id=collection.pk, visibility=Visibility.PUBLIC, name="B"
    )
    assert (shown.visibility, shown.name) == (Visibility.PUBLIC, "B")
    write_document(collection, "a.md", "# A\n[b](b.md)")
    delete_collection(user=owner, collection_id=collection.pk)
    assert not Collection.objects.exists()
    actions = set(AuditEntry.objects.values_list("action", flat=True))
    assert {"collection.changed", "visibility.changed", "collection.deleted"} <= actions


def test_a_collection_is_found_by_name_in_any_case_or_by_id():
    user = UserFactory()
    lower = CollectionFactory(name="runbooks", visibility=Visibility.PUBLIC)
    upper = CollectionFactory(name="RUNBOOKS", owner=user)
    older = CollectionFactory(name="Notes", visibility=Visibility.PUBLIC)
    CollectionFactory(name="Notes", visibility=Visibility.PUBLIC)
    assert find_collection(user=user, name="runbooks") == lower
    assert find_collection(user=user, name="RunBooks") == upper
    assert find_collection(user=user, name=str(lower.pk)) == lower
    assert find_collection(user=user, name="notes") == older
    mine = CollectionFactory(name="Notes", owner=user)
    assert find_collection(user=user, name="Notes") == mine


@pytest.mark.parametrize(
    "name", ["Hidden", "hidden", "", "nobody", "a\0b", "0b5f9a52-6f0e-4c1d-9d53-6f4a0f1c2b3d"]
)
def test_a_hidden_collection_is_as_missing_as_a_missing_one(name):
    CollectionFactory(name="Hidden")
    with pytest.raises(NotFoundError) as caught:
        find_collection(user=UserFactory(), name=name)
    assert caught.value.message == NotFoundError().message


def test_finding_for_an_action_needs_the_right_to_it():
    collection = CollectionFactory(name="A", visibility=Visibility.PUBLIC)
    user = UserFactory()
    assert find_collection(user=user, name="A") == collection
    with pytest.raises(ForbiddenError):
        find_collection(user=user, name="A", action=Action.WRITE)
