"""Golden questions: kept, changed, removed by admins; each change is in the audit log."""

from collections.abc import Iterable
from typing import Any, TypedDict, Unpack

from django.conf import settings
from django.db import transaction

from apps.access.audit import record_change
from apps.access.errors import DuplicateNameError, FieldError, ForbiddenError, InvalidRequestError
from apps.access.principals import Principal, acting_token, is_admin, stored_user
from apps.retrieval.golden.marks import (
    check_answers,
    check_sources,
    find_document_id,
    find_place_id,
)
from apps.retrieval.models import GoldenQuestion
from apps.retrieval.names import normalise_name

LONGEST_NOTE = 500
SHOWN = ("question", "marks", "sources", "note", "is_active")


class GoldenValues(TypedDict, total=False):
    """What can be set; what is left out stays as it is."""

    question: str
    marks: Iterable[str]
    sources: Iterable[str]
    note: str
    is_active: bool


@transaction.atomic
def keep_question(
    *, user: Principal, golden_id: int | None = None, **values: Unpack[GoldenValues]
) -> GoldenQuestion:
    """Keep a new golden question, or change the one of that id.

    Raises `ForbiddenError` for who is no admin, `NotFoundError`, `InvalidRequestError` naming the
    fields, or `DuplicateNameError` when the same question is already asked of the same sources.
    """
    check_admin(user)
    if golden_id is None:
        golden, before = GoldenQuestion(created_by=stored_user(user)), None
    else:
        golden = GoldenQuestion.objects.find(user=user, pk=golden_id)
        before = facts_of(golden)
    if golden_id is None or "marks" in values:
        golden.marks = check_answers(user=user, marks=values.get("marks", ()))
        golden.documents = [find_document_id(user=user, mark=mark) for mark in golden.marks]
    if golden_id is None or "question" in values:
        golden.question = check_question(values.get("question", ""))
        golden.normal = normalise_name(golden.question)
    if "sources" in values:
        golden.sources = sorted(check_sources(user=user, marks=values["sources"]))
        golden.places = [find_place_id(user=user, mark=mark) for mark in golden.sources]
    if "note" in values:
        golden.note = check_note(values["note"])
    golden.is_active = values.get("is_active", golden.is_active)
    check_is_new(golden)
    after = facts_of(golden)
    if after != before:
        golden.save()
        action = "golden_question.kept" if before is None else "golden_question.changed"
        record_change(user=user, action=action, target=golden, before=before, after=after)
    return golden


@transaction.atomic
def drop_question(*, user: Principal, golden_id: int) -> None:
    """Remove a golden question; past runs keep what they measured."""
    check_admin(user)
    golden = GoldenQuestion.objects.find(user=user, pk=golden_id)
    before = facts_of(golden)
    record_change(user=user, action="golden_question.dropped", target=golden, before=before)
    golden.delete()


def check_admin(user: Principal) -> None:
    """Golden questions name documents of any source: they are for admins who are signed in."""
    if not is_admin(user) or acting_token(user) is not None:
        raise ForbiddenError("Golden questions are for admins.")


def check_question(raw: str) -> str:
    """The question with single spaces. Raises `InvalidRequestError`."""
    text = " ".join(raw.split())
    longest = settings.PRESSMARK.limits.query_chars
    if not text or len(text) > longest or not is_text(text):
        message = f"A question has 1 to {longest} characters that can be read."
        raise InvalidRequestError.for_field("question", message)
    return text


def check_note(raw: str) -> str:
    """The note with single spaces. Raises `InvalidRequestError`."""
    text = " ".join(raw.split())
    if len(text) > LONGEST_NOTE or not is_text(text):
        message = f"A note has at most {LONGEST_NOTE} characters that can be read."
        raise InvalidRequestError.for_field("note", message)
    return text


def is_text(text: str) -> bool:
    """Whether the database can hold it."""
    return not any(one == "\0" or "\ud800" <= one <= "\udfff" for one in text)


def check_is_new(golden: GoldenQuestion) -> None:
    """Raise `DuplicateNameError` if another one asks the same of the same sources."""
    if is_asked_already(golden, golden.sources):
        message = "This question is already kept for the same sources."
        raise DuplicateNameError(message, field_errors=[FieldError("question", message)])


def is_asked_already(golden: GoldenQuestion, sources: list[str]) -> bool:
    """Whether another question asks the same of these sources."""
    same = GoldenQuestion.objects.filter(normal=golden.normal, sources=sources)
    return same.exclude(pk=golden.pk).exists()


def facts_of(golden: GoldenQuestion) -> dict[str, Any]:
    """The question as the audit log shows it."""
    return {name: getattr(golden, name) for name in SHOWN}
