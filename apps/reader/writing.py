"""What an author has in the editor, read from wherever it lies."""

import uuid
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict

from apps.collections.models import Document, Draft
from apps.collections.templates import Template
from apps.reader.forms.editing import WritingForm

NO_VERSION = -1


@dataclass(frozen=True, slots=True)
class Writing:
    """The fields of the editor.

    ``base_version`` is the version the author began with, 0 for a new page; one that cannot be
    read is -1, which no document has, so that nothing is overwritten by accident.
    """

    content: str = ""
    source_key: str = ""
    title: str = ""
    message: str = ""
    base_version: int = 0
    draft_id: uuid.UUID | None = None

    @classmethod
    def of_post(cls, post: QueryDict) -> "Writing":
        """What a browser sent; its line ends are put back to those of a text file."""
        return cls(
            content=plain_lines(post.get("content", "")),
            source_key=post.get("source_key", ""),
            title=post.get("title", ""),
            message=post.get("message", ""),
            base_version=whole_number(post.get("base_version", "")),
            draft_id=identifier(post.get("draft", "")),
        )

    @classmethod
    def of_document(cls, document: Document) -> "Writing":
        """The published text."""
        return cls(
            content=plain_lines(document.content),
            source_key=document.source_key,
            title=document.given_title,
            base_version=document.version,
        )

    @classmethod
    def of_draft(cls, draft: Draft) -> "Writing":
        """What the author kept for later."""
        return cls(
            content=plain_lines(draft.content),
            source_key=draft.source_key,
            title=draft.title,
            message=draft.message,
            base_version=draft.base_version,
            draft_id=draft.pk,
        )

    @classmethod
    def of_template(cls, template: Template) -> "Writing":
        """A page to begin with."""
        return cls(content=template.body, source_key=template.source_key)

    def form(self) -> WritingForm:
        """The fields as a form, to which errors can be added."""
        form = WritingForm(self.fields())
        form.full_clean()
        return form

    def fields(self) -> dict[str, Any]:
        """The fields as a browser sends them."""
        draft = str(self.draft_id) if self.draft_id else ""
        return {
            "content": self.content,
            "source_key": self.source_key,
            "title": self.title,
            "message": self.message,
            "base_version": self.base_version,
            "draft": draft,
        }

    def upon(self, version: int) -> "Writing":
        """The same, begun with another version."""
        return replace(self, base_version=version)


def plain_lines(text: str) -> str:
    """The text with single line feeds, which is how it is edited."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def as_stored(text: str, stored: str) -> str:
    """An edited text with the line ends of the stored one, which stays as it is if it is equal."""
    if text == plain_lines(stored):
        return stored
    is_windows = "\r\n" in stored and "\n" not in stored.replace("\r\n", "")
    return text.replace("\n", "\r\n") if is_windows else text


def whole_number(text: str) -> int:
    """A version, or -1."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else NO_VERSION


def identifier(text: str) -> uuid.UUID | None:
    """An id, or None."""
    try:
        return uuid.UUID(text)
    except ValueError:
        return None
