"""Checks indexed repositories against their own git trees.

    python bench/repo_check.py [SLUG…] [--sections N]  (0, the default: all of them)

For each synced repository of the running configuration: every file of the tree is indexed, is a
copy of an indexed file, stands in the list of skipped files with its reason, or is of no kind that
is indexed; the stored text is the file's; sections and chunks hold every byte that is not blank;
the text of every section, fetched by id, is the file's bytes; and a second sync does no work.
"""

import argparse
import os
import random
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

from config.embedded.auto import ensure_for_command

ensure_for_command(["manage.py", "shell"])
django.setup()

from apps.access.principals import operator  # noqa: E402
from apps.documents.building import parsed_name  # noqa: E402
from apps.documents.discovery.kinds import classify, may_be_api  # noqa: E402
from apps.documents.discovery.texts import read_text  # noqa: E402
from apps.documents.locating import section_id_of  # noqa: E402
from apps.documents.models import DocumentKind, RepoDocument, Section  # noqa: E402
from apps.documents.section_text import read_section  # noqa: E402
from apps.documents.syncing import sync_repository  # noqa: E402
from apps.repos.fetching import mirror_of  # noqa: E402
from apps.repos.git.blobs import BlobReader  # noqa: E402
from apps.repos.git.tree import EntryType, list_tree  # noqa: E402
from apps.repos.models import Repository  # noqa: E402
from apps.text.parse import parse_document  # noqa: E402


def account(repository: Repository) -> list[str]:
    """What became of each file of the tree; returns the lost ones."""
    run = repository.runs.filter(status="success").first()
    skipped = {one["path"] for one in run.skipped} if run else set()
    rows = RepoDocument.objects.filter(repository=repository).values_list("path", "aliases")
    indexed = {path for path, _ in rows}
    copies = {alias for _, aliases in rows for alias in aliases}
    fates: Counter[str] = Counter()
    lost = []
    for entry in list_tree(mirror_of(repository).path, repository.tree_id):
        path = entry.path or entry.raw.decode("utf-8", "replace")
        is_file = entry.type is EntryType.FILE
        if path in indexed or path in copies or path in skipped:
            fates["indexed" if path in indexed else "copy" if path in copies else "skipped"] += 1
        elif (classify(path) is None and is_file) or entry.type is EntryType.SYMLINK:
            fates["may be an API, is none" if may_be_api(path) else "of no kind"] += 1
        else:
            lost.append(path)
    print("  files", dict(fates), "lost", lost[:5])
    return lost


def check_texts(repository: Repository) -> list[str]:
    """Documents whose text is not the file's, or with bytes in no section or no chunk."""
    faults = []
    rows = RepoDocument.objects.filter(repository=repository).prefetch_related("sections", "chunks")
    with BlobReader(mirror_of(repository).path) as blobs:
        for document in rows.iterator(chunk_size=200):
            if document.content != read_text(document.path, blobs.read(document.blob_id)).text:
                faults.append(f"{document.path}: text")
            faults += [f"{document.path}: {what}" for what in uncovered(document)]
    print("  texts", rows.count(), "faults", faults[:5])
    return faults


def front_matter_end(document: RepoDocument) -> int:
    """Front matter is in chunks, but in no section."""
    if document.kind != DocumentKind.REPO_DOC:
        return 0
    return parse_document(document.content, name=parsed_name(document.path)).body_start


def uncovered(document: RepoDocument) -> list[str]:
    """What the sections and chunks of a document leave out."""
    data = document.content.encode()
    at, gaps = front_matter_end(document), []
    for section in sorted(document.sections.all(), key=lambda one: one.start_byte):
        if data[at : section.start_byte].strip():
            gaps.append(f"bytes {at} to {section.start_byte} in no section")
        if section.start_byte < at:
            gaps.append(f"sections overlap at byte {at}")
        at = section.end_byte
    if data[at:].strip():
        gaps.append(f"bytes from {at} in no section")
    lines = document.content.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    held: set[int] = set()
    for chunk in document.chunks.all():
        held |= set(range(chunk.start_line, chunk.end_line + 1))
        if chunk.content not in document.content:
            gaps.append(f"chunk {chunk.chunk_index} is no slice")
    gaps += [
        f"line {number} in no chunk"
        for number, line in enumerate(lines, 1)
        if line.strip() and line.strip("\ufeff") and number not in held
    ][:1]
    return gaps


def check_sections(repository: Repository, most: int) -> list[str]:
    """Sections whose text by id is not that of the file: all of them, or ``most`` drawn at random.

    Each is asked for by its id, one by one, as a reader or an agent would; the file's bytes come
    from the mirror.
    """
    rows = Section.objects.filter(document__repository=repository)
    every = list(rows.values_list("pk", flat=True))
    chosen = set(random.Random(1).sample(every, min(most, len(every))) if most else every)
    started = time.perf_counter()
    faults: list[str] = []
    documents = RepoDocument.objects.filter(repository=repository).defer("content")
    with BlobReader(mirror_of(repository).path) as blobs:
        for document in documents.iterator(chunk_size=200):
            data = read_text(document.path, blobs.read(document.blob_id)).text.encode()
            for pk, address in rows.filter(document=document).values_list("pk", "address"):
                if pk in chosen and not is_verbatim(repository, document, address, data):
                    faults.append(section_id_of(document, address))
    took = time.perf_counter() - started
    print(f"  sections {len(every)}, fetched {len(chosen)} in {took:.0f} s, faults", faults[:5])
    return faults


def is_verbatim(repository: Repository, document: RepoDocument, address: str, data: bytes) -> bool:
    """Whether the section that an id leads to is that one, and its text the file's bytes."""
    section_id = section_id_of(document, address)
    found = read_section(user=operator(), repository_id=repository.pk, section_id=section_id)
    own = data[found.start_byte : found.end_byte]
    return (found.id, found.redirected_from) == (section_id, "") and found.content.encode() == own


def sync_again(repository: Repository) -> list[str]:
    """What a second sync still found to do."""
    started = time.perf_counter()
    run = sync_repository(user=operator(), repository_id=repository.pk)
    took = time.perf_counter() - started
    work = {
        name: run.counters[name]
        for name in ("indexed_documents", "indexed_chunks", "deleted_documents", "replaced_files")
    }
    print(f"  second sync {took:.2f} s, {run.counters['unchanged_documents']} unchanged")
    return [f"second sync: {work}"] if any(work.values()) else []


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("slugs", nargs="*")
    parser.add_argument("--sections", type=int, default=0, help="at most so many; 0: all")
    options = parser.parse_args()
    faults = 0
    for repository in Repository.objects.exclude(synced_at=None).order_by("name"):
        if options.slugs and repository.slug not in options.slugs:
            continue
        print(repository.slug)
        found = [*account(repository), *check_texts(repository)]
        found += [*check_sections(repository, options.sections), *sync_again(repository)]
        faults += len(found)
    sys.exit(f"{faults} faults" if faults else 0)


if __name__ == "__main__":
    main()
