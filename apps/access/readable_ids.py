"""The ids of all sources that somebody may read, asked for by every search.

Django takes longer to build and compile the access rule's statement than PostgreSQL to answer it.
For most people the statement is the same but for their id and the time, so it is made once, from
the rule itself; its answer is never kept.
"""

from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, ClassVar, cast
from uuid import UUID

from django.contrib.auth import get_user_model
from django.db import connection
from django.db.models import QuerySet
from django.utils import timezone

from apps.access.principals import Principal, acting_token, is_admin
from apps.access.querysets import source_models

# Nobody's, and no other number in the statement.
STAND_IN_ID = -7_046_029_254_386_353_131


class Member:
    """Stands in for everybody who is no admin and comes without limits.

    It has only what the rule may depend on beside the id: a rule that asked for more would fail
    here, and not answer with what holds for somebody else.
    """

    __slots__ = ()
    pk: ClassVar[int] = STAND_IN_ID
    is_authenticated: ClassVar[bool] = True
    is_active: ClassVar[bool] = True
    is_superuser: ClassVar[bool] = False
    acting_token: ClassVar[None] = None

    @property
    def _meta(self) -> Any:
        return get_user_model()._meta  # noqa: SLF001


@dataclass(frozen=True, slots=True)
class Statement:
    """SQL and its parameters, those of a member's own and of the time left to be put in."""

    sql: str
    parameters: tuple[Any, ...]

    def parameters_for(self, user_id: int) -> list[Any]:
        """The parameters for somebody, now."""
        now = timezone.now()
        return [
            user_id if one == STAND_IN_ID else now if isinstance(one, datetime) else one
            for one in self.parameters
        ]


def readable_ids(user: Principal) -> list[UUID]:
    """Ids of every source that the user may read now, in one statement and in no order."""
    if not is_member(user):
        return list(rows_of_all(user))
    statement = statement_for_members()
    with connection.cursor() as cursor:
        cursor.execute(statement.sql, statement.parameters_for(cast("int", user.pk)))
        return [pk for (pk,) in cursor.fetchall()]


def is_member(user: Principal) -> bool:
    """Whether the rule knows nothing of this person but their id."""
    if not (user.is_authenticated and user.is_active and user.pk) or is_admin(user):
        return False
    token = acting_token(user)
    return token is None or (token.is_usable and token.source_ids is None)


@cache
def statement_for_members() -> Statement:
    """The statement for a member, with the places of their id and of the time marked."""
    began = timezone.now()
    sql, parameters = rows_of_all(cast("Principal", Member())).query.sql_with_params()
    times = [one for one in parameters if isinstance(one, datetime)]
    if not all(began <= one <= timezone.now() for one in times):
        # A kept statement would go on with the time at which it was made.
        raise RuntimeError("The access rule compares with another time than the present.")
    return Statement(sql, tuple(parameters))


def rows_of_all(user: Principal) -> "QuerySet[Any, UUID]":
    """The ids of all kinds of source that the user may read, by the rule itself."""
    kinds = [
        model._default_manager.visible_to(user).order_by().values_list("pk", flat=True)  # type: ignore[attr-defined]  # noqa: SLF001
        for model in source_models()
    ]
    rows: QuerySet[Any, UUID] = kinds[0].union(*kinds[1:], all=True)
    return rows
