"""From the bytes of a file to a document with sections and chunks; no database is touched."""

import hashlib
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from django.conf import settings

from apps.documents.discovery.files import FoundFile
from apps.documents.discovery.kinds import suffix_of
from apps.documents.discovery.texts import NoTextError, read_text
from apps.documents.models import DocumentKind
from apps.documents.targets import INSIDE
from apps.text.errors import TextError
from apps.text.labels import label_anchors
from apps.text.lines import LineIndex
from apps.text.parse import FORMATS, PARSER_VERSION, parse_document
from apps.text.sections import WHOLE, DocumentSection, section_tree
from apps.text.sections_summaries import summarise
from apps.text.storable import storable
from apps.text.structure import Link, LinkType, ParsedDocument
from apps.text.windows import (
    Section,
    Window,
    WindowLimits,
    fingerprint,
    window_document,
    window_sections,
)

BUILDER_VERSION = "7"
LONGEST_TITLE = 500
LONGEST_FORMAT = 16
MOST_LINKS = MOST_LABELS = 1000
LONGEST_HREF = 2000


@dataclass(frozen=True, slots=True)
class BuiltDocument:
    """A file read and cut; ``summaries`` has one entry for each section.

    ``links`` are the type and the href, without its fragment, of each link that stays inside;
    ``labels`` the name and the anchor of each label.
    """

    file: FoundFile
    text: str
    note: str
    title: str
    format: str
    line_count: int
    sections: tuple[DocumentSection, ...]
    summaries: tuple[str, ...]
    windows: tuple[Window, ...]
    links: tuple[tuple[str, str], ...] = ()
    labels: tuple[tuple[str, str], ...] = ()

    @property
    def content_hash(self) -> str:
        """SHA-256 of the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()


def window_limits() -> WindowLimits:
    """The chunker's parameters from the settings."""
    chunking = settings.PRESSMARK.chunking
    return WindowLimits(max_words=chunking.max_words, overlap_words=chunking.overlap_words)


def current_fingerprint() -> str:
    """What a document built now depends on besides its bytes: parsers, chunker, parameters."""
    parts = (
        *(BUILDER_VERSION, PARSER_VERSION, *sorted(FORMATS.items()), fingerprint(window_limits())),
        settings.PRESSMARK.documents.summaries,
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


def build_document(file: FoundFile, data: bytes) -> BuiltDocument:
    """Decode, parse and cut a file. Raises `NoTextError` with the reason why it is not indexed."""
    read = read_text(file.path, data)
    name = file.path.rsplit("/", 1)[-1]
    if file.kind is not DocumentKind.REPO_DOC:
        return _plain(file, read.text, read.note, f"{file.kind.label}: {name}")
    try:
        parsed = parse_document(read.text, name=parsed_name(file.path))
    except TextError as error:
        raise NoTextError(error.message) from None
    sections = section_tree(parsed)
    return BuiltDocument(
        file=file,
        text=read.text,
        note=read.note,
        title=_title(parsed, name),
        format=parsed.format,
        line_count=parsed.line_count,
        sections=sections,
        summaries=_summaries(parsed, sections),
        windows=window_document(parsed, window_limits()),
        links=_links(parsed),
        labels=_labels(parsed),
    )


def _links(parsed: ParsedDocument) -> tuple[tuple[str, str], ...]:
    """Each target once, in the order of the text, those that look like anchors last.

    Where they lead is found when it is asked.
    """
    own = {heading.anchor for heading in parsed.headings}
    found = (
        (str(link.link_type), str(storable(_without_fragment(link))))
        for link in parsed.links
        if link.link_type in INSIDE or _leaves_page(link, own)
    )
    fit = dict.fromkeys(one for one in found if one[1] and len(one[1]) <= LONGEST_HREF)
    return tuple(sorted(fit, key=lambda one: one[0] == LinkType.ANCHOR))[:MOST_LINKS]


def _leaves_page(link: Link, own: Collection[str]) -> bool:
    """Whether ``#name`` is no heading of the page, so that it may be a label of MyST elsewhere."""
    if link.link_type is not LinkType.ANCHOR:
        return False
    name = unquote(link.href[1:])
    return bool(name) and name not in own and name.lower() not in own


def _without_fragment(link: Link) -> str:
    is_name = link.link_type in (LinkType.LABEL, LinkType.ANCHOR)
    return link.href if is_name else link.href.partition("#")[0]


def _labels(parsed: ParsedDocument) -> tuple[tuple[str, str], ...]:
    """Each label once; the first of a name counts."""
    found = label_anchors(parsed.labels)
    fit = (one for one in found.items() if max(map(len, one)) <= LONGEST_HREF)
    return tuple((str(storable(name)), str(storable(anchor))) for name, anchor in fit)[:MOST_LABELS]


def _summaries(parsed: ParsedDocument, sections: Sequence[DocumentSection]) -> tuple[str, ...]:
    """A summary for each section in the way that the operator has set."""
    if settings.PRESSMARK.documents.summaries == "off":
        return ("",) * len(sections)
    return summarise(parsed, sections)


def parsed_name(path: str) -> str:
    """The path, under a name that the parsers read as plain text when they do not know its own."""
    return path if suffix_of(path) in FORMATS else f"{path}.txt"


def _title(parsed: ParsedDocument, name: str) -> str:
    own = str(storable(parsed.title or "")).strip()
    return (own or name)[:LONGEST_TITLE]


def _plain(file: FoundFile, text: str, note: str, title: str) -> BuiltDocument:
    """A file that is no prose: one section and windows over its text, nothing is parsed."""
    data = text.encode()
    start = len(data) - len(data.lstrip())
    end = len(data.rstrip())
    lines = LineIndex(data)
    sections: list[DocumentSection] = []
    if end > start:
        first, last = lines.line_of(start), lines.line_of(end - 1)
        sections.append(
            DocumentSection(0, None, 0, WHOLE, "", start, start, end, end, first, last, last)
        )
    covers = [Section((file.kind.label,), 0, len(data))] if sections else []
    suffix = file.path.lower().rsplit("/", 1)[-1].rpartition(".")[2]
    return BuiltDocument(
        file=file,
        text=text,
        note=note,
        title=title[:LONGEST_TITLE],
        format=suffix[:LONGEST_FORMAT],
        line_count=lines.count,
        sections=tuple(sections),
        summaries=("",) * len(sections),
        windows=window_sections(text, covers, window_limits()),
    )


def sections_of_windows(
    sections: Sequence[DocumentSection], windows: Sequence[Window]
) -> list[int | None]:
    """The section that each chunk is shown under: of those it touches, the last with its headings.

    Sections and windows are those of one document, in its order.
    """
    starts = [section.start for section in sections]
    ends = [section.end for section in sections]
    found = []
    for window in windows:
        # Sections do not overlap, so both rise.
        touched = sections[bisect_right(ends, window.start) : bisect_left(starts, window.end)]
        found.append(_shown_under(touched, (window.heading_path or ("",))[-1]))
    return found


def _shown_under(touched: Sequence[DocumentSection], heading: str) -> int | None:
    for section in reversed(touched):
        if section.level == 0 or section.title == heading:
            return section.position
    return touched[0].position if touched else None
