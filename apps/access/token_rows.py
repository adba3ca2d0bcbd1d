"""Finds the token of a request, by a statement that is made once.

Every request with a token needs it; building the query took Django several times as long as
PostgreSQL takes to answer it.
"""

from functools import cache

from django.db import connections, router
from django.db.models import Model

from apps.access.models import AccessToken, User


def find_token(digest: str) -> AccessToken | None:
    """The token with its user, whatever the state of both."""
    alias = router.db_for_read(AccessToken)
    with connections[alias].cursor() as cursor:
        cursor.execute(token_statement(), [digest])
        row = cursor.fetchone()
    if row is None:
        return None
    names, user_names = columns_of(AccessToken), columns_of(User)
    token = AccessToken.from_db(alias, names, row[: len(names)])
    token.user = User.from_db(alias, user_names, row[len(names) :])
    return token


@cache
def token_statement() -> str:
    """All columns of a token and of its user; the digest is left to be put in."""
    rows = AccessToken.objects.filter(digest="").select_related("user").order_by()
    sql, _ = rows.query.sql_with_params()
    return str(sql)


@cache
def columns_of(model: type[Model]) -> tuple[str, ...]:
    """The columns of a model in the order in which Django selects them."""
    return tuple(field.attname for field in model._meta.concrete_fields)  # noqa: SLF001
