"""Golden questions from a file: CSV (RFC 4180) or JSON Lines, with an error for each bad line.

Columns or keys: ``question``, ``marks``, and optionally ``sources``, ``note``, ``is_active``. In
CSV the marks stand in one cell, separated by white space.
"""

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from django.db import transaction

from apps.access.errors import DomainError, InvalidRequestError
from apps.access.principals import Principal
from apps.retrieval.golden.keeping import check_admin, facts_of, keep_question
from apps.retrieval.golden.marks import check_sources
from apps.retrieval.models import GoldenQuestion
from apps.retrieval.names import normalise_name
from apps.text.storable import storable

MOST_LINES = 5000
KEYS = {"question", "marks", "sources", "note", "is_active"}
NO_WORDS = {"", "0", "false", "no", "off"}


@dataclass(frozen=True, slots=True)
class LineResult:
    """What became of a line: created, replaced, unchanged or error, with the reason."""

    line: int
    state: str
    question: str
    message: str = ""

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def import_questions(*, user: Principal, text: str, dry_run: bool = False) -> list[LineResult]:
    """Keep each question of the file; a bad line says why and the others go in.

    A question that is already kept for the same sources gets the marks and the note of the file.
    With ``dry_run`` nothing is written. Raises `ForbiddenError`, or `InvalidRequestError` for a
    file that is empty, too long, or neither of the two formats.
    """
    check_admin(user)
    lines = list(read_lines(text))
    if not lines:
        raise InvalidRequestError.for_field("file", "There is no question in the file.")
    if len(lines) > MOST_LINES:
        raise InvalidRequestError.for_field("file", f"A file has at most {MOST_LINES} questions.")
    with transaction.atomic():
        results = [take_line(user, number, line) for number, line in lines]
        transaction.set_rollback(dry_run)
    return results


def read_lines(text: str) -> Iterator[tuple[int, Any]]:
    """Line numbers with their values, or with the reason why a line has none."""
    text = text.removeprefix("\ufeff")
    if text.lstrip().startswith("{"):
        # Only a line feed ends a line: a string may hold the other ends of lines as they are.
        for number, line in enumerate(text.split("\n"), start=1):
            if line.strip():
                yield number, read_object(line)
        return
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    try:
        if not {"question", "marks"} <= set(reader.fieldnames or ()):
            message = "The first line must name the columns question and marks."
            raise InvalidRequestError.for_field("file", message)
        for row in reader:
            yield reader.line_num, {key: value for key, value in row.items() if value is not None}
    except csv.Error as error:
        yield reader.line_num, f"This is no CSV: {error}."


def read_object(line: str) -> Any:
    """The object of a line, or the reason why there is none."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return "This is no JSON."
    return value if isinstance(value, dict) else "This is no JSON object."


def take_line(user: Principal, number: int, line: Any) -> LineResult:
    """Keep the question of one line in a savepoint of its own."""
    if isinstance(line, str):
        return LineResult(number, "error", "", line)
    if storable(line) != line:
        message = "The line holds a character that cannot be stored: U+0000 or half of a pair."
        return LineResult(number, "error", "", message)
    question = str(line.get("question") or "")[:200]
    try:
        with transaction.atomic():
            state = keep_line(user, values_of(line))
    except DomainError as error:
        reasons = [one.message for one in error.field_errors] or [error.message]
        return LineResult(number, "error", question, " ".join(reasons))
    return LineResult(number, state, question)


def keep_line(user: Principal, values: dict[str, Any]) -> str:
    """Create the question, or bring the kept one to what the line says; what was done."""
    sources = check_sources(user=user, marks=values.get("sources", ()))
    normal = normalise_name(values["question"])
    known = GoldenQuestion.objects.filter(normal=normal, sources=sorted(sources)).first()
    before = None if known is None else facts_of(known)
    golden = keep_question(user=user, golden_id=None if known is None else known.pk, **values)
    if before is None:
        return "created"
    return "unchanged" if facts_of(golden) == before else "replaced"


def values_of(line: dict[str, Any]) -> dict[str, Any]:
    """The line's values in their types. Raises `InvalidRequestError`."""
    if unknown := [str(key) for key in line if key not in KEYS]:
        raise InvalidRequestError(f"There is no such column: {', '.join(unknown)[:200]}.")
    values = {key: value for key, value in line.items() if key in KEYS}
    for name in ("marks", "sources"):
        if name in values:
            values[name] = words_of(name, values[name])
    for name in ("question", "note"):
        if not isinstance(values.get(name, ""), str):
            raise InvalidRequestError.for_field(name, f"{name} must be a text.")
    values.setdefault("question", "")
    if "\0" in values["question"]:
        raise InvalidRequestError.for_field("question", "The question has a NUL character.")
    if "is_active" in values:
        values["is_active"] = str(values["is_active"]).strip().lower() not in NO_WORDS
    return values


def words_of(name: str, value: Any) -> list[str]:
    """Marks from a cell or a list."""
    if isinstance(value, str):
        return value.split()
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return value
    raise InvalidRequestError.for_field(name, f"{name} must be a list of marks.")
