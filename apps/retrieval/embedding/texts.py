"""The text of a passage that is embedded: the words of its sections, each below its headings."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from uuid import UUID

from apps.collections.models import Chunk
from apps.documents.models import RepoDocumentChunk
from apps.retrieval.embedding.embedder import PassageText, TextPart
from apps.text.chunk import SECTION_JOIN
from apps.text.readable import ReadableSection, readable, readable_sections

# To be raised when other words are embedded: new vectors are made in the background then, while the
# old ones serve.
TEXTS_VERSION = 2


def embedded_text(
    title: str,
    heading_path: Sequence[str],
    content: str,
    *,
    name: str = "",
    sections: Sequence[str] = (),
) -> PassageText:
    """The sections of a chunk of the document ``name``, without markup, each with its headings.

    ``sections`` are the whole paths (`A > B`) of those that the chunk touches, where it may touch
    several.
    """
    found = readable_sections(content, name=name)
    parts = [
        TextPart(head_of(title, path), one.text)
        for one, path in zip(found, paths_of(found, heading_path, sections), strict=True)
        if one.text
    ]
    # Nothing but headings, or what only programs read: better found by that than not at all.
    return PassageText(tuple(parts) or (TextPart(head_of(title, heading_path), content),))


def paths_of(
    found: Sequence[ReadableSection], heading_path: Sequence[str], sections: Sequence[str]
) -> Iterator[Sequence[str]]:
    """The headings of each section of a chunk, from the document's first level on."""
    left = list(sections)
    begun = sum(bool(one.headings) for one in found)
    for one in found:
        place = next((n for n, path in enumerate(left) if path.endswith(one.headings[-1:])), None)
        if not one.headings:
            # The rest of a section that began before the chunk, or what no heading stands above.
            yield () if sections and len(sections) == begun else heading_path
        elif place is not None:
            yield left[place].split(SECTION_JOIN)
            left = left[place + 1 :]
        elif heading_path and heading_path[-1] == one.headings[0]:
            yield [*heading_path[:-1], *one.headings]
        else:
            yield [*heading_path, *one.headings]


def head_of(title: str, heading_path: Sequence[str]) -> str:
    """``title > heading > heading``."""
    headings = [readable(heading) for heading in heading_path if heading != title]
    return SECTION_JOIN.join(filter(None, [title, *headings]))


def hash_passage(title: str, heading_path: Sequence[str], content: str) -> str:
    """SHA-256 of what a text is made of; passages with equal ones share their vectors."""
    head = SECTION_JOIN.join([title, *(one for one in heading_path if one != title)])
    return hashlib.sha256(f"{head}\n{content}".encode("utf-8", "surrogatepass")).hexdigest()


def load_texts(passage_ids: Iterable[UUID]) -> dict[UUID, PassageText]:
    """The embedded text of each passage, from whichever corpus holds its chunk."""
    ids = list(passage_ids)
    columns = ("document__title", "heading_path", "content")
    chunks = Chunk.objects.filter(pk__in=ids)
    texts = {
        pk: embedded_text(*parts, name=key, sections=sections)
        for pk, key, sections, *parts in chunks.values_list(
            "pk", "document__source_key", "sections", *columns
        )
    }
    repo_chunks = RepoDocumentChunk.objects.filter(pk__in=ids)
    return texts | {
        pk: embedded_text(*parts, name=path)
        for pk, path, *parts in repo_chunks.values_list("pk", "document__path", *columns)
    }
