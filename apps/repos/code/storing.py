"""Puts scanned symbols in place of the old ones."""

from collections.abc import Iterable, Iterator

from django.db import connection, transaction

from apps.access.copying import copy_models, copy_rows
from apps.access.row_ids import rising_id
from apps.repos.code.scanning import CodeScan, ScannedFile
from apps.repos.models import CodeFile, CodeIndex, CodeSymbol, Repository
from apps.text.identifiers import identifier_tokens
from apps.text.storable import storable
from apps.text.symbols.symbol import Symbol

COLUMNS = tuple(field.name for field in CodeSymbol._meta.concrete_fields)  # noqa: SLF001
FILE_COLUMNS = ("id", "repository", "path", "blob_id", "language", "symbol_count", "skipped")
# What may differ where path, kind and qualified name do not.
CHANGING = ("name", "language", "signature", "summary", "words", "start_line", "end_line")
MOST_WORDS = 40
SLICE = 500


@transaction.atomic
def store_code(repository: Repository, scan: CodeScan) -> set[str]:
    """Write a scan. Returns the names that came or went, which are also noted as pending.

    A symbol that keeps kind and qualified name in its file keeps its row, wherever it stands now.
    """
    names: set[str] = set()
    for start in range(0, len(scan.files), SLICE):
        names |= _store_slice(repository, scan.files[start : start + SLICE])
    gone = CodeSymbol.objects.filter(repository=repository, path__in=scan.gone)
    names |= set(gone.values_list("name", flat=True))
    _delete(CodeSymbol._meta.db_table, repository, scan.gone)  # noqa: SLF001
    _delete(CodeFile._meta.db_table, repository, scan.gone)  # noqa: SLF001
    _store_files(repository, scan)
    index, _ = CodeIndex.objects.select_for_update().get_or_create(repository=repository)
    index.tree_id, index.fingerprint = scan.tree_id, scan.fingerprint
    index.pending_names = sorted({*index.pending_names, *names})
    index.save()
    return names


def _store_slice(repository: Repository, files: Iterable[ScannedFile]) -> set[str]:
    files = list(files)
    old: dict[tuple[str, str, str], list[CodeSymbol]] = {}
    stored = CodeSymbol.objects.filter(repository=repository, path__in=[f.path for f in files])
    for row in stored.order_by("start_line", "id"):
        old.setdefault((row.path, row.kind, row.qualified_name), []).append(row)
    fresh: list[CodeSymbol] = []
    moved: list[CodeSymbol] = []
    for row in _rows(repository, files):
        before = old.get((row.path, row.kind, row.qualified_name))
        if not before:
            fresh.append(row)
            continue
        known = before.pop(0)
        row.pk = known.pk
        if any(getattr(known, name) != getattr(row, name) for name in CHANGING):
            moved.append(row)
    left = [row for rows in old.values() for row in rows]
    with connection.cursor() as cursor:
        # What mentions them goes by the database's own cascade.
        cursor.execute("DELETE FROM code_nodes WHERE id = ANY(%s)", [[row.pk for row in left]])
    copy_models(CodeSymbol, COLUMNS, fresh)
    CodeSymbol.objects.bulk_update(moved, CHANGING, batch_size=SLICE)
    return {row.name for row in (*fresh, *left)}


def _rows(repository: Repository, files: Iterable[ScannedFile]) -> Iterator[CodeSymbol]:
    for file in files:
        for symbol in file.symbols:
            yield CodeSymbol(
                id=rising_id(),
                repository=repository,
                kind=symbol.kind,
                name=storable(symbol.name),
                qualified_name=storable(symbol.qualified_name),
                language=file.language,
                signature=storable(symbol.signature),
                summary=storable(symbol.summary),
                words=words_of(symbol),
                path=file.path,
                start_line=symbol.start_line,
                end_line=symbol.end_line,
            )


def words_of(symbol: Symbol) -> list[str]:
    """The words that a search may know a symbol by: of its name and of what it belongs to."""
    owner = symbol.qualified_name.removesuffix(symbol.name)[-100:]
    tokens = identifier_tokens(f"{symbol.name} {owner}")
    return [str(storable(token)) for token in dict.fromkeys(tokens)][:MOST_WORDS]


def _store_files(repository: Repository, scan: CodeScan) -> None:
    _delete(CodeFile._meta.db_table, repository, [file.path for file in scan.files])  # noqa: SLF001
    copy_rows(
        CodeFile,
        FILE_COLUMNS,
        (
            (rising_id(), repository.pk, f.path, f.blob_id, f.language, len(f.symbols), f.skipped)
            for f in scan.files
        ),
    )


def _delete(table: str, repository: Repository, paths: Iterable[str]) -> None:
    with connection.cursor() as cursor:
        name = connection.ops.quote_name(table)
        cursor.execute(
            f"DELETE FROM {name} WHERE repository_id = %s AND path = ANY(%s)",  # noqa: S608
            [repository.pk, list(paths)],
        )
