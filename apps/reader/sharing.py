"""Who sees a source, as its settings tell and change it."""

import uuid
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from apps.access.principals import Principal
from apps.access.querysets import Action, Visibility, can
from apps.collections.catalogue import delete_collection, update_collection
from apps.collections.models import Collection, Document
from apps.documents.models import RepoDocument
from apps.repos.models import Repository


@dataclass(frozen=True, slots=True)
class Sharing:
    """The number of documents, and the grants if the user may see and change them."""

    document_count: int
    may_share: bool
    group_grants: tuple[Any, ...] = ()
    user_grants: tuple[Any, ...] = ()

    @property
    def is_open_to_visitors(self) -> bool:
        """Whether public means readable without signing in."""
        return settings.PRESSMARK.public_read


def sharing_of(user: Principal, source: Collection | Repository) -> Sharing:
    """Who sees this source; the names of others only for those who may share it."""
    count = count_documents(user, source)
    if not can(user, Action.SHARE, source):
        return Sharing(count, may_share=False)
    groups = source.group_grants.select_related("group", "permission")
    users = source.user_grants.select_related("user", "permission")
    return Sharing(
        count,
        may_share=True,
        group_grants=tuple(groups.order_by("group__name")),
        user_grants=tuple(users.order_by("user__username")),
    )


def count_documents(user: Principal, source: Collection | Repository) -> int:
    """How many documents the source holds."""
    if isinstance(source, Repository):
        return RepoDocument.objects.visible_to(user).filter(repository=source).count()
    return Document.objects.visible_to(user).filter(collection=source).count()


def change_visibility(
    *, user: Principal, collection_id: uuid.UUID, visibility: str, confirmed: bool
) -> Collection:
    """`update_collection` with what the confirmed form holds."""
    del confirmed  # the form has seen to it
    return update_collection(
        user=user, collection_id=collection_id, visibility=Visibility(visibility)
    )


def remove_collection(*, user: Principal, collection_id: uuid.UUID, name: str) -> bool:
    """`delete_collection` for a form that asked for the name; True once it is gone."""
    del name  # the form has compared it
    delete_collection(user=user, collection_id=collection_id)
    return True
