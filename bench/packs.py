"""Context packs: budgets kept, nothing cut through, twice the same, and how long they take.

    python bench/packs.py QUERIES.jsonl [--packs 200] [--seed 1]

Reads only. Tasks are drawn at random: questions from a file of JSON lines with a `text` field,
sentences of passages, garbage, and words of other scripts; budgets from 200 to 20,000 tokens, half
of them below 2,000. Another reader of Markdown (markdown-it) says what fences and tables are in a
pack and in its sources; every one in the pack must be a whole one of a source. Entries in the
source's own fence (other formats) must not begin or end inside a block of the source.
"""

import argparse
import json
import os
import random
import re
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django
from markdown_it import MarkdownIt

from config.embedded.auto import ensure_for_command

ensure_for_command(["manage.py", "search"])
os.environ["PGOPTIONS"] = "-c default_transaction_read_only=on"
os.environ["PRESSMARK_QUERY_LOG__DAYS"] = "0"
django.setup()

from apps.access.errors import BudgetTooSmallError  # noqa: E402
from apps.access.principals import operator  # noqa: E402
from apps.collections.models import Chunk, Document  # noqa: E402
from apps.documents.models import RepoDocument, RepoDocumentChunk  # noqa: E402
from apps.retrieval.packs.making import make_pack  # noqa: E402
from apps.retrieval.packs.pack import Pack, PackEntry  # noqa: E402
from apps.retrieval.packs.request import PackRequest  # noqa: E402
from apps.retrieval.packs.texts import read  # noqa: E402
from apps.text.structure import BlockKind, ParsedDocument  # noqa: E402
from apps.text.tokens import count_tokens  # noqa: E402

READER = MarkdownIt("commonmark").enable(["table"])
WHOLE = {BlockKind.TABLE, BlockKind.CODE, BlockKind.QUOTE, BlockKind.PARAGRAPH}
MARKUP = (
    *("|---|", "```", "~~~", "<!--", "# ", "> ", "- [ ]", "[[a|b]]", "\\", "`", "***", "\t", "<"),
)
SCRIPTS = (
    *("如何配置数据库", "データベースの設定", "как настроить кластер", "كيف أبدأ الخادم"),
    *("데이터베이스", "πώς ρυθμίζω", "डेटाबेस कैसे", "👩‍💻 🚀", "การติดตั้ง"),
)


def sentences(draw: random.Random) -> Iterator[str]:
    """Random sentences of random chunks, for ever."""
    ids = [(model, pk) for model in (Chunk, RepoDocumentChunk)
           for pk in model.objects.order_by("pk").values_list("pk", flat=True)]  # fmt: skip
    while True:
        model, pk = draw.choice(ids)
        text = model.objects.values_list("content", flat=True).get(pk=pk)
        found = [one.strip() for one in re.split(r"(?<=[.!?])\s|\n\n", text) if one.strip()]
        if found:
            yield draw.choice(found)[:400]


def garbage(draw: random.Random) -> str:
    """Signs of Markdown, and characters from anywhere."""
    parts = [draw.choice(MARKUP) for _ in range(draw.randint(1, 20))]
    parts += [chr(draw.choice([*range(32, 1000), *range(0x3000, 0xD000)])) for _ in range(30)]
    draw.shuffle(parts)
    return "".join(parts)


def tasks(questions: list[str], count: int, draw: random.Random) -> list[tuple[str, int]]:
    """Tasks with their budgets."""
    drawn = sentences(draw)
    makers: list[Callable[[], str]] = [
        *[lambda: draw.choice(questions)] * 10,
        *[lambda: next(drawn)] * 6,
        lambda: garbage(draw),
        lambda: " ".join(draw.sample(SCRIPTS, draw.randint(1, 3))),
        lambda: f"{draw.choice(SCRIPTS)} {draw.choice(questions)}",
    ]
    found = []
    while len(found) < count:
        task = draw.choice(makers)()[:1000]
        budget = draw.randint(200, draw.choice([2_000, 20_000]))
        if task.strip():
            found.append((task, budget))
    return found


def source_of(entry: PackEntry) -> ParsedDocument:
    """The document that an entry is from, in blocks."""
    model, of = (
        (Chunk, Document) if entry.source.startswith("collection:")
        else (RepoDocumentChunk, RepoDocument)
    )  # fmt: skip
    text = of.objects.values_list("content", flat=True).get(pk=entry.document_id)
    return read(model.objects.select_related("document").get(pk=entry.chunk_id), text)


def wholes(markdown: str) -> Counter[str]:
    """Fences and tables of a text, by what is in them."""
    found: Counter[str] = Counter()
    cells: list[str] = []
    for token in READER.parse(markdown.replace("\r\n", "\n").replace("\r", "\n")):
        if token.type in {"fence", "code_block"}:
            found[f"{token.info}\n{token.content.strip(chr(10))}"] += 1
        elif token.type == "table_open":
            cells = ["table"]
        elif token.type == "inline" and cells:
            cells.append(token.content)
        elif token.type == "table_close":
            found["\n".join(cells)] += 1
            cells = []
    return found


def faults_of(pack: Pack) -> Iterator[str]:
    """What is wrong with a pack."""
    if count_tokens(pack.markdown) != pack.tokens or pack.tokens > pack.max_tokens:
        yield "over budget"
    heads = [token.tag for token in READER.parse(pack.markdown) if token.type == "heading_open"]
    if heads[:1] != ["h1"] or heads.count("h1") != 1 or heads.count("h2") != len(pack.entries):
        yield "outline"
    if pack.markdown.count("Cut here; ") < sum(one.content_truncated for one in pack.entries):
        yield "no mark where it goes on"
    for entry, text in zip(pack.entries, texts_of(pack), strict=True):
        if entry.document_id:
            yield from cuts(entry, text)


def texts_of(pack: Pack) -> list[str]:
    """The Markdown of each entry."""
    texts, rest = [], pack.markdown
    for number in range(1, len(pack.entries) + 1):
        _, _, rest = rest.partition(f"## {number}. ")
        texts.append(rest.partition(f"\n## {number + 1}. ")[0])
    return texts


def cuts(entry: PackEntry, text: str) -> Iterator[str]:
    """Blocks that an entry does not have whole."""
    parsed = source_of(entry)
    for block in parsed.blocks:
        first, last = block.start_line, block.end_line
        if block.kind in WHOLE and (
            first < entry.start_line <= last or first <= entry.end_line < last
        ):
            yield f"cut {block.kind} at line {first} of {entry.mark}"
    if parsed.format in {"markdown", "mdx"}:
        for strange in wholes(text) - wholes(parsed.source):
            # Markdown that does not end where it ends stands in a fence of its own.
            if not strange.startswith("markdown\n"):
                yield f"no whole fence or table of {entry.mark}: {strange[:60]!r}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("queries", type=Path)
    parser.add_argument("--packs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--dump", type=Path, help="a folder to write the packs into, to read them")
    options = parser.parse_args()
    lines = options.queries.read_text(encoding="utf-8").split("\n")
    questions = [json.loads(line)["text"] for line in lines if line]
    chosen = tasks(questions, options.packs, random.Random(options.seed))
    report(*run(chosen, options.dump))


def run(
    chosen: list[tuple[str, int]], dump: Path | None
) -> tuple[list[Pack], Counter[str], list[tuple[float, float]]]:
    """Make each pack twice; the packs, what is wrong, and seconds by the wall and by CPU."""
    packs, faults, times = [], Counter[str](), []
    make_pack(user=operator(), request=PackRequest("warm up"))
    for number, (task, budget) in enumerate(chosen):
        request = PackRequest(task, budget)
        start, busy = time.perf_counter(), time.process_time()
        try:
            pack = make_pack(user=operator(), request=request)
        except BudgetTooSmallError:
            faults["(refused: the budget is too small)"] += 1
            continue
        finally:
            times.append((time.perf_counter() - start, time.process_time() - busy))
        if make_pack(user=operator(), request=request) != pack:
            faults["differs on the second run"] += 1
        found = list(faults_of(pack))
        for fault in found:
            print(f"pack {number} ({budget} tokens, {task[:60]!r}): {fault}", flush=True)
        faults.update(fault.partition(" at ")[0].partition(" of ")[0] for fault in set(found))
        packs.append(pack)
        if dump:
            dump.mkdir(parents=True, exist_ok=True)
            (dump / f"{number:03}.md").write_text(pack.markdown, encoding="utf-8")
            (dump / f"{number:03}.json").write_text(json.dumps(pack.as_dict(), indent=1))
    return packs, faults, times


def report(packs: list[Pack], faults: Counter[str], times: list[tuple[float, float]]) -> None:
    reasons = Counter(one.reason for pack in packs for one in pack.entries)
    every = max(sum(reasons.values()), 1)
    print(f"{len(packs)} packs, {every} entries, {sum(one.tokens for one in packs)} tokens")
    print("entries:", ", ".join(f"{name} {n / every:.1%}" for name, n in reasons.most_common()))
    print("omitted:", dict(Counter(one.why for pack in packs for one in pack.omitted)))
    print("faults:", dict(faults) or "none")
    for name, values in zip(("wall", "CPU"), zip(*times, strict=True), strict=True):
        cut = statistics.quantiles(values, n=100)
        mean = statistics.mean(values)
        print(f"{name:4} p50 {cut[49]:.3f} s, p95 {cut[94]:.3f} s, mean {mean:.3f} s")
    print(f"load average {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
