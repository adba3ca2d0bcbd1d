"""One line of the file that groups, members and grants travel in, as CSV or JSON."""

import csv
import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from enum import StrEnum

from apps.access.errors import InvalidRequestError, TooLargeError
from apps.text.storable import storable

MOST_ROWS = 20_000
LONGEST_VALUE = 2000
# A spreadsheet takes a cell that starts so for a formula; "'" makes it text (see OWASP's page on
# CSV injection) and is taken off again on the way in.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


class FileForm(StrEnum):
    """How the file is written."""

    CSV = "csv"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class AccessRow:
    """A group, a member of one, or a grant; ``state`` is ``present`` or ``absent``.

    ``user`` is a user name, ``source`` a mark, ``expires_at`` ISO 8601.
    """

    kind: str = ""
    group: str = ""
    user: str = ""
    source: str = ""
    level: str = ""
    expires_at: str = ""
    state: str = "present"


NAMES = tuple(field.name for field in fields(AccessRow))


def write_rows(rows: Iterable[AccessRow], form: FileForm) -> str:
    """The file."""
    if form is FileForm.JSON:
        listed = [{name: value for name, value in asdict(row).items() if value} for row in rows]
        return json.dumps(listed, ensure_ascii=False, indent=1) + "\n"
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(NAMES)
    writer.writerows([guarded(value) for value in asdict(row).values()] for row in rows)
    return file.getvalue()


def read_rows(text: str, form: FileForm) -> list[tuple[int, AccessRow]]:
    """The rows with their lines (of a JSON list: their places, from 1).

    Raises `InvalidRequestError` for what is no such file and `TooLargeError` beyond 20,000 rows.
    """
    if "\0" in text:
        raise InvalidRequestError.for_field("file", "The file contains NUL characters.")
    rows = read_json(text) if form is FileForm.JSON else read_csv(text)
    for line, row in rows:
        if storable(asdict(row)) != asdict(row):
            reason = f"Line {line} holds a character that cannot be stored."
            raise InvalidRequestError.for_field("file", reason)
    if len(rows) > MOST_ROWS:
        raise TooLargeError(f"At most {MOST_ROWS} rows at once; split the file.")
    return rows


def read_csv(text: str) -> list[tuple[int, AccessRow]]:
    """Rows of a CSV file with a head line; columns that are missing are empty."""
    # Strict: of a file that breaks off inside quotes the rest would be one cell.
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    try:
        head = [name.strip().lower() for name in next(reader, [])]
        check_names(head, "The first line")
        lines = [(reader.line_num, line) for line in reader if any(map(str.strip, line))]
    except csv.Error as error:
        raise InvalidRequestError.for_field("file", f"This is no CSV file: {error}.") from None
    for number, line in lines:
        if any(map(str.strip, line[len(head) :])):
            reason = f"Line {number} has more cells than the first line has names."
            raise InvalidRequestError.for_field("file", reason)
    return [
        (number, row_of(dict(zip(head, map(unguarded, line), strict=False))))
        for number, line in lines
    ]


def read_json(text: str) -> list[tuple[int, AccessRow]]:
    """Rows of a JSON list of objects."""
    try:
        listed = json.loads(text)
    except (ValueError, RecursionError):
        raise InvalidRequestError.for_field("file", "This is no JSON.") from None
    if not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
        raise InvalidRequestError.for_field("file", "The file holds a list of objects.")
    for number, one in enumerate(listed, 1):
        check_names(list(one), f"Object {number}")
    values = [{name: "" if v is None else str(v) for name, v in one.items()} for one in listed]
    return [(number, row_of(one)) for number, one in enumerate(values, 1)]


def row_of(values: dict[str, str]) -> AccessRow:
    """A row of what was given; nothing said of the state means present."""
    plain = {name: value.strip()[:LONGEST_VALUE] for name, value in values.items()}
    lowered = {name: plain.get(name, "").lower() for name in ("kind", "level", "state")}
    row = plain | lowered | {"state": lowered["state"] or "present"}
    return AccessRow(**row)


def check_names(names: Sequence[str], where: str) -> None:
    """Raise `InvalidRequestError` for columns that are unknown, or without ``kind``."""
    if "kind" not in names or not set(names) <= set(NAMES):
        known = ", ".join(NAMES)
        reason = f"{where} names columns of these: {known}; kind is needed."
        raise InvalidRequestError.for_field("file", reason)
    if len(set(names)) < len(names):
        raise InvalidRequestError.for_field("file", f"{where} names a column twice.")


def guarded(value: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{value}" if value.startswith((*FORMULA_STARTS, "'")) else value


def unguarded(value: str) -> str:
    """The cell as it was before `guarded`."""
    return value.removeprefix("'")
