"""What somebody may set on a repository, checked and turned into columns."""

import re
from collections.abc import Iterable
from typing import Any, TypedDict

from django.utils import timezone

from apps.access.errors import InvalidRequestError
from apps.repos.credentials import encrypt
from apps.repos.globs import GlobError, GlobSet
from apps.repos.models import Bucket, Schedule

LONGEST_DESCRIPTION = 500
MOST_GLOBS = 100
MOST_FILE_BYTES = 50 * 1024 * 1024
SECRETS = ("credential", "webhook_secret")
_REF = re.compile(r"[\w.@+][\w./@+-]{0,254}")


class RepositorySettings(TypedDict, total=False):
    """Settings of a repository; what is left out stays as it is."""

    description: str
    ref: str
    schedule: str
    include_globs: list[str]
    exclude_globs: list[str]
    excluded_buckets: list[str]
    max_file_bytes: int
    logs_questions: bool
    credential: str
    webhook_secret: str


def check_settings(values: RepositorySettings) -> dict[str, Any]:
    """The columns for these settings, secrets encrypted. Raises `InvalidRequestError`."""
    columns: dict[str, Any] = dict(values)
    if "description" in values:
        columns["description"] = _check_description(values["description"])
    if "ref" in values:
        columns["ref"] = check_ref(values["ref"])
    if "schedule" in values:
        columns |= _check_schedule(values["schedule"])
    for name in ("include_globs", "exclude_globs"):
        if name in values:
            columns[name] = _check_globs(name, values[name])
    if "excluded_buckets" in values:
        columns["excluded_buckets"] = _check_buckets(values["excluded_buckets"])
    if "max_file_bytes" in values and not 1 <= values["max_file_bytes"] <= MOST_FILE_BYTES:
        message = f"Give a size from 1 to {MOST_FILE_BYTES} bytes."
        raise InvalidRequestError.for_field("max_file_bytes", message)
    for name in SECRETS:
        if name in values:
            columns[name] = encrypt(values[name])  # type: ignore[literal-required]
    return columns


def check_ref(ref: str) -> str:
    """A branch, a tag or a commit id; empty for the default branch. Raises `InvalidRequestError`.

    Names follow git-check-ref-format as far as a name can do harm.
    """
    name = ref.strip()
    is_odd = ".." in name or "@{" in name or "//" in name or name.endswith(("/", ".", ".lock"))
    if name and (is_odd or not _REF.fullmatch(name)):
        raise InvalidRequestError.for_field("ref", "This is no name of a branch or a tag.")
    return name


def _check_description(raw: str) -> str:
    text = " ".join(raw.split())
    if len(text) > LONGEST_DESCRIPTION or not text.isprintable():
        message = f"Give at most {LONGEST_DESCRIPTION} printable characters."
        raise InvalidRequestError.for_field("description", message)
    return text


def _check_schedule(value: str) -> dict[str, Any]:
    try:
        schedule = Schedule(value)
    except ValueError:
        known = ", ".join(Schedule.values)
        raise InvalidRequestError.for_field("schedule", f"Choose one of: {known}.") from None
    interval = schedule.interval
    due = None if interval is None else timezone.now() + interval
    return {"schedule": schedule, "next_sync_at": due}


def _check_globs(name: str, patterns: Iterable[str]) -> list[str]:
    kept = list(dict.fromkeys(pattern.strip() for pattern in patterns))
    if len(kept) > MOST_GLOBS:
        raise InvalidRequestError.for_field(name, f"Give at most {MOST_GLOBS} patterns.")
    try:
        GlobSet.parse(kept)
    except GlobError as error:
        raise InvalidRequestError.for_field(name, str(error)) from None
    return kept


def _check_buckets(values: Iterable[str]) -> list[str]:
    kept = list(dict.fromkeys(values))
    if set(kept) - set(Bucket.values):
        known = ", ".join(Bucket.values)
        raise InvalidRequestError.for_field("excluded_buckets", f"Choose among: {known}.")
    return kept
