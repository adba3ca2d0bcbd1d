"""Collections themselves: create, rename, show to others, delete, find by name."""

import unicodedata
import uuid
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Case, IntegerField, Q, Value, When

from apps.access.audit import record_change
from apps.access.errors import (
    DuplicateNameError,
    FieldError,
    ForbiddenError,
    InsufficientScopeError,
    InvalidRequestError,
    NotFoundError,
)
from apps.access.grants import check_visibility_choice, set_visibility
from apps.access.models import User
from apps.access.names import clean_name
from apps.access.principals import Principal, acting_token, is_admin, stored_user
from apps.access.querysets import Action, Visibility, can, require
from apps.collections.attachment_data import drop_unused_data
from apps.collections.models import Collection
from apps.collections.stored_files import remove_files_of

LONGEST_NAME = 255
LONGEST_DESCRIPTION = 500


@transaction.atomic
def create_collection(
    *,
    user: Principal,
    name: str,
    description: str = "",
    visibility: Visibility = Visibility.PRIVATE,
    owner: User | None = None,
) -> Collection:
    """Start an empty collection; its owner is the user, unless an admin names somebody else.

    Raises `ForbiddenError` (`InsufficientScopeError` for a token without ``api:write``),
    `InvalidRequestError`, or `DuplicateNameError` when a collection that the user can read, or
    one of the owner's own, has that name in any case of letters.
    """
    check_may_create(user, owner)
    visibility = check_visibility(visibility)
    check_visibility_choice(user, visibility)
    collection = Collection(
        name=check_name(name),
        description=check_description(description),
        visibility=visibility,
        owner=owner or stored_user(user),
    )
    check_name_is_free(collection, user=user)
    save_named(collection)
    record_change(
        user=user,
        action="collection.created",
        target=collection,
        after={"name": collection.name, "visibility": collection.visibility},
    )
    return collection


@transaction.atomic
def update_collection(
    *,
    user: Principal,
    collection_id: uuid.UUID,
    name: str | None = None,
    description: str | None = None,
    visibility: Visibility | None = None,
    logs_questions: bool | None = None,
) -> Collection:
    """Change what is given; None leaves a field as it is, an empty description clears it.

    Raises as `create_collection`. To change the visibility needs the right to share; to rename is
    for the owner and admins, as the name is the address and shares a list with the owner's other
    collections, which a writer may not know of; the rest needs the right to write.
    """
    collection = Collection.objects.find(user=user, pk=collection_id)
    if visibility is not None and check_visibility(visibility) != collection.visibility:
        set_visibility(user=user, source=collection, visibility=Visibility(visibility))
        if name is None and description is None and logs_questions is None:
            return collection
    require(user, Action.WRITE, collection)
    before = settings_of(collection)
    if name is not None and check_name(name) != collection.name:
        check_may_rename(user, collection)
        collection.name = check_name(name)
        check_name_is_free(collection, user=user)
    if description is not None:
        collection.description = check_description(description)
    if logs_questions is not None:
        collection.logs_questions = logs_questions
    after = settings_of(collection)
    if after != before:
        save_named(collection)
        record_change(
            user=user, action="collection.changed", target=collection, before=before, after=after
        )
    return collection


def settings_of(collection: Collection) -> dict[str, Any]:
    """What writers may change, as the audit log shows it."""
    return {name: getattr(collection, name) for name in ("name", "description", "logs_questions")}


@transaction.atomic
def delete_collection(*, user: Principal, collection_id: uuid.UUID) -> None:
    """Delete a collection with everything in it, stored uploads included.

    Raises `NotFoundError`, or `ForbiddenError` for whoever is neither its owner nor an admin.
    """
    collection = Collection.objects.find(user=user, action=Action.DELETE, pk=collection_id)
    # Waits for a writer who is at it and keeps the next one out, so that no row is left behind.
    Collection.objects.select_for_update().filter(pk=collection.pk).first()
    record_change(
        user=user,
        action="collection.deleted",
        target=collection,
        before={"name": collection.name, "visibility": collection.visibility},
    )
    remove_files_of(collection)
    collection.delete()
    drop_unused_data()


def find_collection(*, user: Principal, name: str, action: Action = Action.READ) -> Collection:
    """The readable collection of that id, else of that name, else of that name in any case.

    Where several have the name, one's own comes first, then the oldest. Raises `NotFoundError`,
    or `ForbiddenError` when the user can read it but may not do the action.
    """
    wanted = unicodedata.normalize("NFC", name.strip())
    if "\0" in wanted:
        raise NotFoundError
    rows = Collection.objects.visible_to(user).order_by(own_first(user), "created_at", "id")
    found = None
    # The id first: a collection named like another one's id must not take its place.
    if (collection_id := read_id(wanted)) is not None:
        found = rows.filter(pk=collection_id).first()
    found = found or rows.filter(name=wanted).first() or rows.filter(name__iexact=wanted).first()
    if found is None:
        raise NotFoundError
    if action is not Action.READ:
        require(user, action, found)
    return found


def own_first(user: Principal) -> Case:
    """Sorts the user's own collections before all others."""
    return Case(
        When(owner=user.pk, then=Value(0)) if user.pk else When(owner=None, then=Value(0)),
        default=Value(1),
        output_field=IntegerField(),
    )


def read_id(text: str) -> uuid.UUID | None:
    """The UUID that a text spells, or None."""
    try:
        return uuid.UUID(text)
    except ValueError:
        return None


def check_may_create(user: Principal, owner: User | None) -> None:
    """Raise unless the user may start collections, for that owner."""
    token = acting_token(user)
    if token is not None and not (token.is_usable and token.may_write):
        raise InsufficientScopeError("Creating a collection needs a token with api:write.")
    if not (user.is_authenticated and user.is_active):
        raise ForbiddenError("Sign in to create a collection.")
    if token is not None and token.source_ids is not None:
        raise ForbiddenError("This token is limited to some sources and cannot create another.")
    if owner is not None and owner.pk != user.pk and not is_admin(user):
        raise ForbiddenError("Only an admin can create a collection for somebody else.")


def check_may_rename(user: Principal, collection: Collection) -> None:
    """Raise `ForbiddenError` for whoever may write to the collection but does not own it."""
    if not can(user, Action.DELETE, collection):
        raise ForbiddenError("Only its owner and admins can rename a collection.")


def check_name(raw: str) -> str:
    """The name as it is stored. Raises `InvalidRequestError` for field ``name``."""
    name = clean_name(raw, field="name", longest=LONGEST_NAME, what="The name")
    if read_id(name) is not None:
        reason = "The name looks like the id of a collection; add a word to it."
        raise InvalidRequestError.for_field("name", reason)
    return name


def check_description(raw: str) -> str:
    """The description as it is stored. Raises `InvalidRequestError`."""
    description = raw.strip()
    if len(description) > LONGEST_DESCRIPTION:
        reason = f"The description is longer than {LONGEST_DESCRIPTION} characters."
        raise InvalidRequestError.for_field("description", reason)
    if has_unprintable(description.replace("\n", " ").replace("\r", " ").replace("\t", " ")):
        raise InvalidRequestError.for_field(
            "description", "The description contains control characters."
        )
    return description


def has_unprintable(text: str) -> bool:
    """Whether a text holds control characters or half surrogate pairs."""
    return any(unicodedata.category(character) in {"Cc", "Cs"} for character in text)


def check_visibility(value: str) -> Visibility:
    """The visibility of that value. Raises `InvalidRequestError` for an unknown one."""
    try:
        return Visibility(value)
    except ValueError:
        known = ", ".join(Visibility.values)
        raise InvalidRequestError.for_field("visibility", f"Choose one of: {known}.") from None


def check_name_is_free(collection: Collection, *, user: Principal) -> None:
    """Raise `DuplicateNameError` if a readable collection or one of the owner's has the name."""
    same = Collection.objects.filter(name__iexact=collection.name).exclude(pk=collection.pk)
    readable = Collection.objects.visible_to(user).values("pk")
    if same.filter(Q(pk__in=readable) | Q(owner=collection.owner_id)).exists():
        raise duplicate(collection.name)


def save_named(collection: Collection) -> None:
    """Save, giving a name taken by the owner at the same moment the same answer."""
    try:
        with transaction.atomic():
            collection.save()
    except IntegrityError as error:
        if "md_collections_name_unique_per_owner" in str(error):
            raise duplicate(collection.name) from None
        raise


def duplicate(name: str) -> DuplicateNameError:
    """The error for a name that is taken."""
    message = f"There is already a collection named {name}."
    return DuplicateNameError(message, field_errors=[FieldError("name", message)])
