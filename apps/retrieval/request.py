"""What a search asks for, checked once for every surface."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings

from apps.access.errors import FieldError, InvalidRequestError
from apps.documents.models import DocumentKind
from apps.text.parse import FORMATS
from apps.text.storable import storable

MODES = ("docs", "symbols", "mixed")
TOP_K = (1, 100)
SNIPPET_CHARS = (80, 4000)
# Pages of collections, and the kinds of files in repositories.
KINDS = ("collection", *DocumentKind.values)
FORMAT_NAMES = tuple(sorted({"markdown", "openapi", *FORMATS.values()}))
LONGEST_HEADING = 200


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A question, where to look, and how much to bring back.

    ``sources`` are marks of repositories, collections or documents; empty means all that the user
    can read. ``kinds`` and ``formats`` name kinds and formats of documents, of which one must fit;
    ``heading`` must stand in the passage's heading path, in any case. ``since``, ``until`` and
    ``as_of`` compare with the time of a document's last edit.
    """

    query: str
    sources: tuple[str, ...] = ()
    mode: str = "docs"
    top_k: int = 10
    snippet_chars: int = 600
    kinds: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    heading: str = ""
    since: datetime | None = None
    until: datetime | None = None
    as_of: datetime | None = None

    def check(self) -> None:
        """Raise `InvalidRequestError` naming every field that is out of bounds."""
        problems = tuple(self._problems())
        if problems:
            raise InvalidRequestError(problems[0].message, field_errors=problems)

    def _problems(self) -> Iterator[FieldError]:
        longest = settings.PRESSMARK.limits.query_chars
        if not self.query.strip():
            yield FieldError("query", "Type what you are looking for.")
        elif len(self.query) > longest:
            yield FieldError("query", f"A question has at most {longest} characters.")
        elif has_odd_characters(self.query):
            yield FieldError("query", "The question has characters that are no text.")
        if self.mode not in MODES:
            yield FieldError("mode", f"Choose one of: {', '.join(MODES)}.")
        for name, (least, most) in (("top_k", TOP_K), ("snippet_chars", SNIPPET_CHARS)):
            if not least <= getattr(self, name) <= most:
                yield FieldError(name, f"Give a number from {least} to {most}.")
        yield from self._filter_problems()
        if self.since and self.until and self.since > self.until:
            yield FieldError("since", "since must not be later than until.")
        if self.since and self.as_of and self.since > self.as_of:
            yield FieldError("since", "since must not be later than as_of.")

    def _filter_problems(self) -> Iterator[FieldError]:
        for name, known in (("kinds", KINDS), ("formats", FORMAT_NAMES)):
            if not set(getattr(self, name)) <= set(known):
                yield FieldError(name, f"Choose among: {', '.join(known)}.")
        if len(self.heading) > LONGEST_HEADING or has_odd_characters(self.heading):
            yield FieldError("heading", f"Give at most {LONGEST_HEADING} characters of text.")


def has_odd_characters(text: str) -> bool:
    """Whether a text holds what no database stores."""
    return bool(storable(text) != text)
