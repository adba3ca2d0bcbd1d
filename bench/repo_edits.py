"""Ten syncs in a row of a real tree, edited at random: the index must be that of a fresh sync.

    PRESSMARK_GIT__ALLOW_LOCAL_PATHS=true python bench/repo_edits.py FOLDER [--rounds 10] [--seed 1]

Copies the folder into a git repository of its own, then for each round writes, appends, cuts,
renames, copies and removes some of its files, commits, syncs and links. At the end compares
documents, sections, chunks, passages, symbols, mentions with those of a new repository that is
synced once.
"""

import argparse
import os
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

from config.embedded.auto import ensure_for_command

ensure_for_command(["manage.py", "shell"])
django.setup()

from apps.access.principals import operator  # noqa: E402
from apps.documents.mentions.relinking import relink_repository  # noqa: E402
from apps.documents.models import (  # noqa: E402
    Mention,
    RepoDocument,
    RepoDocumentChunk,
    Section,
)
from apps.documents.syncing import sync_repository  # noqa: E402
from apps.repos.adding import add_local_repository  # noqa: E402
from apps.repos.models import CodeSymbol, Repository  # noqa: E402
from apps.retrieval.models import Passage  # noqa: E402
from tests.repos.worktrees import WorkTree  # noqa: E402


def edit(tree: WorkTree, chance: random.Random, count: int) -> None:
    """Some edits of files that are there."""
    for _ in range(count):
        paths = sorted(p for p in tree.path.rglob("*") if p.is_file() and ".git" not in p.parts)
        path = chance.choice(paths)
        data = path.read_bytes()
        lines = data.splitlines(keepends=True)
        target = tree.path / f"new{chance.randrange(9)}" / path.name
        match chance.choice(("append", "cut", "swap", "rename", "copy", "remove", "heading")):
            case "append":
                path.write_bytes(data + b"\n\nAnother line with `word_count()`.\n")
            case "cut":
                path.write_bytes(b"".join(lines[: len(lines) // 2]))
            case "swap":
                at = chance.randrange(len(lines) + 1)
                path.write_bytes(b"".join(lines[at:] + lines[:at]))
            case "rename" | "copy" as how:
                target.parent.mkdir(exist_ok=True)
                (shutil.move if how == "rename" else shutil.copy)(path, target)
            case "remove":
                path.unlink()
            case "heading":
                path.write_bytes(data.replace(b"the", b"our", 3))


def index_of(repository: Repository) -> dict[str, Any]:
    """Everything that is the same however the index came to be."""
    documents = {row.pk: row for row in RepoDocument.objects.filter(repository=repository)}
    sections = list(Section.objects.filter(document__in=documents).order_by("position"))
    places = {row.pk: row.position for row in sections} | {None: None}
    chunks = {row.pk: row for row in RepoDocumentChunk.objects.filter(document__in=documents)}
    symbols = {row.pk: row for row in CodeSymbol.objects.filter(repository=repository)}
    path = {pk: row.path for pk, row in documents.items()}
    return {
        "documents": {
            row.path: (row.title, row.kind, row.bucket, row.format, row.content, row.aliases)
            for row in documents.values()
        },
        "sections": sorted(
            (path[s.document_id], s.position, s.title, s.level, s.start_byte, s.end_byte, s.summary,
             s.anchor, places[s.parent_id] or 0)
            for s in sections
        ),
        "chunks": sorted(
            (path[c.document_id], c.chunk_index, c.content, c.heading_path, c.start_line,
             places[c.section_id] or 0)
            for c in chunks.values()
        ),
        "passages": sorted(
            (path[p.document_id], chunks[p.pk].chunk_index, p.content_hash, p.names)
            for p in Passage.objects.filter(source_id=repository.pk)
        ),
        "symbols": sorted(
            (s.path, s.start_line, s.end_line, s.qualified_name, s.kind, s.signature, s.summary)
            for s in symbols.values()
        ),
        "mentions": sorted(
            (path[chunks[m.chunk_id].document_id], chunks[m.chunk_id].chunk_index, m.name,
             symbols[m.symbol_id].qualified_name, symbols[m.symbol_id].path,
             symbols[m.symbol_id].start_line, m.confidence, m.is_ambiguous)
            for m in Mention.objects.filter(chunk__in=chunks)
        ),
    }  # fmt: skip


def bring_up(repository: Repository) -> None:
    sync_repository(user=operator(), repository_id=repository.pk)
    relink_repository(user=operator(), repository_id=repository.pk)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--edits", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "tree"
        shutil.copytree(
            options.folder, target, symlinks=True, ignore=shutil.ignore_patterns(".git")
        )
        tree = WorkTree(target)
        tree.commit()
        marks = [f"edits/{options.folder.name}/{name}-{time.time_ns()}" for name in "ab"]
        rows = [add_local_repository(user=operator(), path=target, name=mark) for mark in marks]
        bring_up(rows[0])
        for number in range(options.rounds):
            edit(tree, chance, options.edits)
            tree.commit()
            started = time.perf_counter()
            bring_up(rows[0])
            print(f"round {number + 1}: {time.perf_counter() - started:.1f} s", flush=True)
        bring_up(rows[1])
        grown, fresh = (index_of(row) for row in rows)
    differing = [name for name in fresh if grown[name] != fresh[name]]
    print({name: len(fresh[name]) for name in fresh}, "differ:", differing)
    for name in differing:
        mine, other = list(grown[name]), list(fresh[name])
        print(name, [one for one in mine if one not in other][:3])
        print(name, [one for one in other if one not in mine][:3])
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
