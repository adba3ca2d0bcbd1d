"""Binds the names in documents to symbols, and notes what is no longer bound."""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from apps.access.copying import copy_rows
from apps.documents.mentions.contexts import NamedChunk, read_names, state_of
from apps.documents.mentions.targets import SymbolNames
from apps.documents.models import (
    DocumentCode,
    Mention,
    MentionDrift,
    RepoDocument,
    RepoDocumentChunk,
)
from apps.documents.storing import delete_rows
from apps.repos.models import Repository
from apps.text.mentions.evidence import resolve
from apps.text.mentions.known import Parts, Resolution

MENTION_COLUMNS = ("chunk", "symbol", "name", "confidence", "is_ambiguous")
Link = tuple[uuid.UUID, uuid.UUID, str, float, bool]


@dataclass(slots=True)
class DocumentLinks:
    """What one document means now."""

    document: RepoDocument
    names: set[str] = field(default_factory=set)
    bound: dict[str, list[str]] = field(default_factory=dict)
    links: set[Link] = field(default_factory=set)
    # Names as written that mean nothing here, with the line of each.
    unbound: dict[str, int] = field(default_factory=dict)


def link_documents(
    repository: Repository,
    documents: Sequence[RepoDocument],
    symbols: SymbolNames,
    modules: frozenset[Parts],
) -> list[DocumentLinks]:
    """Resolve the names in some documents; nothing is written."""
    chunks: dict[uuid.UUID, list[RepoDocumentChunk]] = {}
    rows = RepoDocumentChunk.objects.filter(document__in=documents)
    for row in rows.order_by("document", "chunk_index"):
        chunks.setdefault(row.document_id, []).append(row)
    named = {
        document.pk: read_names(
            document,
            chunks.get(document.pk, ()),
            repository=repository.name,
            known_modules=modules,
        )
        for document in documents
    }
    symbols.load(one.name for each in named.values() for chunk in each for one in chunk.named)
    return [_link(document, named[document.pk], symbols) for document in documents]


def _link(
    document: RepoDocument, chunks: Iterable[NamedChunk], symbols: SymbolNames
) -> DocumentLinks:
    found = DocumentLinks(document)
    for each in chunks:
        best: dict[uuid.UUID, Link] = {}
        for one in each.named:
            found.names.add(one.name)
            targets = symbols.named(one.name, outside=document.path)
            meant = resolve(one, targets, each.context) if targets else None
            if meant is None:
                found.unbound.setdefault(one.text, each.chunk.start_line + one.line - 1)
                continue
            _note(best, each.chunk.pk, one.text, meant)
            if not meant.is_ambiguous:
                target = meant.targets[0]
                found.bound[one.text] = [target.qualified_name, target.kind, target.path]
            else:
                found.bound.setdefault(one.text, [])
        found.links.update(best.values())
    return found


def _note(
    best: dict[uuid.UUID, Link], chunk_id: uuid.UUID, name: str, meant: Resolution[uuid.UUID]
) -> None:
    """Keep the surest link of a chunk to each symbol."""
    for target in meant.targets:
        link = (chunk_id, target.id, name, meant.confidence, meant.is_ambiguous)
        known = best.get(target.id)
        if known is None or (known[4], -known[3]) > (link[4], -link[3]):
            best[target.id] = link


def store_links(repository: Repository, found: Sequence[DocumentLinks]) -> None:
    """Write what changed; call it in a transaction that holds the repository."""
    ids = [one.document.pk for one in found]
    _store_mentions(ids, {link for one in found for link in one.links})
    before = {row.document_id: row for row in DocumentCode.objects.filter(document__in=ids)}
    _store_drift(repository, found, before)
    DocumentCode.objects.bulk_create(
        [
            DocumentCode(
                document=one.document,
                state=state_of(
                    one.document.path, one.document.content_hash, one.document.fingerprint
                ),
                names=sorted(one.names),
                bound={name: target for name, target in one.bound.items() if target},
            )
            for one in found
        ],
        update_conflicts=True,
        unique_fields=["document"],
        update_fields=["state", "names", "bound"],
    )


def _store_mentions(document_ids: Sequence[uuid.UUID], links: set[Link]) -> None:
    rows = Mention.objects.filter(chunk__document__in=document_ids)
    columns = ("chunk_id", "symbol_id", "name", "confidence", "is_ambiguous")
    stored = {tuple(link): pk for pk, *link in rows.values_list("pk", *columns)}
    delete_rows(Mention, (pk for link, pk in stored.items() if link not in links))
    copy_rows(
        Mention,
        MENTION_COLUMNS,
        sorted(links - stored.keys(), key=repr),
    )


def _store_drift(
    repository: Repository,
    found: Sequence[DocumentLinks],
    before: dict[uuid.UUID, DocumentCode],
) -> None:
    """Names that were bound and now mean nothing; what is bound again or not written is dropped."""
    known = MentionDrift.objects.filter(document__in=[one.document.pk for one in found])
    kept = {(row.document_id, row.name): row for row in known}
    wanted: dict[tuple[uuid.UUID, str], MentionDrift] = {}
    for one in found:
        earlier = before[one.document.pk].bound if one.document.pk in before else {}
        for name, line in one.unbound.items():
            key = (one.document.pk, name)
            if name in one.bound or (name not in earlier and key not in kept):
                continue
            row = kept.get(key) or MentionDrift(
                document=one.document,
                name=name,
                qualified_name=earlier[name][0],
                kind=earlier[name][1],
                symbol_path=earlier[name][2],
                commit_id=repository.commit_id,
            )
            row.line = line
            wanted[key] = row
    delete_rows(MentionDrift, (row.pk for key, row in kept.items() if key not in wanted))
    MentionDrift.objects.bulk_create(
        wanted.values(),
        update_conflicts=True,
        unique_fields=["document", "name"],
        update_fields=["line"],
    )
