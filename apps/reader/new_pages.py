"""How a new page begins: with a template, a draft, or a key that a link already names."""

import uuid
from dataclasses import replace

from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone

from apps.access.errors import NotFoundError
from apps.collections.catalogue import read_id
from apps.collections.keys import suffix_of
from apps.collections.models import Document
from apps.collections.templates import find_template
from apps.reader.desk import Desk
from apps.reader.writing import Writing

BLANK = "blank"
BLANK_KEY = "new-page.md"


def beginning_of_new(request: HttpRequest, desk: Desk) -> Writing | None:
    """What the address asks to begin with; None when it asks for nothing yet.

    Raises `NotFoundError` for a template or a draft that there is not.
    """
    asked = request.GET
    if "draft" in asked:
        return writing_of_draft(desk, read_id(asked["draft"]))
    if "key" in asked:
        return Writing(source_key=asked["key"])
    slug = asked.get("template", "")
    if not slug:
        return None
    if slug == BLANK:
        return Writing(source_key=free_key(desk, BLANK_KEY))
    writing = Writing.of_template(find_template(slug).dated(timezone.localdate()))
    return replace(writing, source_key=free_key(desk, writing.source_key))


def writing_of_draft(desk: Desk, draft_id: uuid.UUID | None) -> Writing:
    """The author's unfinished page. Raises `NotFoundError`."""
    draft = desk.new_drafts().filter(pk=draft_id).first() if draft_id else None
    if draft is None:
        raise NotFoundError
    return Writing.of_draft(draft)


def free_key(desk: Desk, key: str) -> str:
    """The key, or one with a number, that no page and no draft of the author has."""
    suffix = suffix_of(key)
    stem = key.removesuffix(suffix)
    begins = Q(source_key__startswith=stem)
    documents = Document.objects.visible_to(desk.user).filter(begins, collection=desk.collection)
    taken = set(documents.values_list("source_key", flat=True))
    taken |= set(desk.new_drafts().filter(begins).values_list("source_key", flat=True))
    number = 2
    free = key
    while free in taken:
        free = f"{stem}-{number}{suffix}"
        number += 1
    return free
