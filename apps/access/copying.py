"""Bulk insert by PostgreSQL's COPY, which costs less than the same INSERTs."""

import json
from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter

from django.db import connection, models
from psycopg import sql


def copy_rows(
    model: type[models.Model], names: Sequence[str], rows: Iterable[Sequence[object]]
) -> None:
    """Insert rows of values in the order of the field ``names``; defaults are not filled in.

    Values are what the driver takes; JSON columns take text. Raises Django's database errors.
    """
    columns = [sql.Identifier(concrete_field(model, name).column or name) for name in names]
    table = sql.Identifier(model._meta.db_table)  # noqa: SLF001
    statement = sql.SQL("COPY {} ({}) FROM STDIN").format(table, sql.SQL(", ").join(columns))
    with (
        connection.wrap_database_errors,
        connection.cursor() as cursor,
        cursor.copy(statement) as copy,
    ):
        for row in rows:
            copy.write_row(row)


def concrete_field(model: type[models.Model], name: str) -> "models.Field[object, object]":
    """The field of that name, which has a column."""
    field = model._meta.get_field(name)  # noqa: SLF001
    if not isinstance(field, models.Field):
        raise TypeError(f"{name} has no column.")
    return field


def copy_models(
    model: type[models.Model], names: Sequence[str], rows: Iterable[models.Model]
) -> None:
    """Insert unsaved rows with the values of two or more fields. Raises as `copy_rows`."""
    copy_rows(model, names, map(_values_of(model, names), rows))


def _values_of(
    model: type[models.Model], names: Sequence[str]
) -> Callable[[models.Model], Sequence[object]]:
    """Reads the fields of a row as `copy_rows` takes them; looked up once, not for each row."""
    fields = [concrete_field(model, name) for name in names]
    read: Callable[[models.Model], Sequence[object]] = attrgetter(*(one.attname for one in fields))
    texts = {place for place, one in enumerate(fields) if isinstance(one, models.JSONField)}
    if not texts:
        return read

    def with_json(row: models.Model) -> Sequence[object]:
        values = enumerate(read(row))
        return [json.dumps(v, ensure_ascii=False) if at in texts else v for at, v in values]

    return with_json
