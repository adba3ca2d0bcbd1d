"""What an author has in the editor, read from wherever it lies."""

import uuid
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict

from apps.access.errors import InvalidRequestError
from apps.collections.catalogue import read_id
from apps.collections.models import Document, Draft
from apps.collections.seen_drafts import SeenDraft
from apps.collections.templates import Template
from apps.reader.forms.editing import WritingForm

NO_VERSION = -1
# Without these fields a button would empty what it stores.
NEEDED = {"publish": "content", "merge": "result", "draft": "content", "draft-over": "content"}


@dataclass(frozen=True, slots=True)
class Writing:
    """The fields of the editor.

    ``base_version`` is the version the author began with, 0 for a new page; one that cannot be
    read is -1, which no document has, so that nothing is overwritten by accident. ``draft_id``
    and ``draft_version`` are of the draft as this tab last saw it, None and 0 without one.
    """

    content: str = ""
    source_key: str = ""
    title: str = ""
    message: str = ""
    base_version: int = 0
    draft_id: uuid.UUID | None = None
    draft_version: int = 0

    @classmethod
    def of_post(cls, post: QueryDict, begun: "Writing | None" = None) -> "Writing":
        """What a browser sent; its line ends are put back to those of a text file.

        Text, key and title that it did not send stay as they were begun with.
        """
        begun = begun or cls()
        return cls(
            content=plain_lines(post.get("content", begun.content)),
            source_key=post.get("source_key", begun.source_key),
            title=post.get("title", begun.title),
            message=post.get("message", ""),
            base_version=whole_number(post.get("base_version", "")),
            draft_id=read_id(post.get("draft", "")),
            draft_version=max(0, whole_number(post.get("draft_version", ""))),
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
            draft_version=draft.version,
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
            # Upon 0 nothing is overwritten: publishing shows both texts.
            "base_version": max(0, self.base_version),
            "draft": draft,
            "draft_version": self.draft_version,
        }

    def upon(self, version: int) -> "Writing":
        """The same, begun with another version."""
        return replace(self, base_version=version)

    def kept_as(self, draft: Draft) -> "Writing":
        """The same, gone into a draft."""
        return replace(self, draft_id=draft.pk, draft_version=draft.version)

    @property
    def seen(self) -> SeenDraft:
        """The draft that this goes back to, as this tab last saw it."""
        return SeenDraft(self.draft_id, self.draft_version)


def check_sent(post: QueryDict, *, is_new: bool) -> None:
    """Refuse a form without the text that its button stores, or without a readable version.

    A text may be empty, but it must be there; only a new page begins without a version. Raises
    `InvalidRequestError`.
    """
    do = post.get("do", "")
    if do in {"attach", "preview", "discard"}:
        return
    needed = NEEDED.get(do, "content")
    if needed not in post:
        raise InvalidRequestError(f"The form came without “{needed}”, so nothing was stored.")
    version = post.get("base_version", "0" if is_new else "")
    if whole_number(version) == NO_VERSION:
        raise InvalidRequestError(
            "Nothing was stored: the form does not say which version the text began with."
            " Publishing it from here shows both texts."
        )


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
