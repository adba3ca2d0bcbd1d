"""How fast the Markdown of a folder is parsed and chunked, on one core.

Usage: python bench/parse_speed.py FOLDER [SUFFIX …]   (default suffixes: .md .mdx)
Prints files, megabytes, the best of five rounds by the wall and by the processor's clock, and
every file that raised.
"""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from apps.text.chunk import ChunkLimits, chunk_document
from apps.text.decode import decode
from apps.text.errors import TextError
from apps.text.parse import parse_document

ROUNDS = 5


def sources(folder: Path, suffixes: tuple[str, ...]) -> tuple[list[tuple[str, str]], int]:
    texts, skipped = [], 0
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() in suffixes and path.is_file():
            try:
                texts.append((str(path), decode(path.read_bytes()).text))
            except TextError:
                skipped += 1
    return texts, skipped


def run(texts: list[tuple[str, str]]) -> list[str]:
    limits = ChunkLimits()
    crashes = []
    for name, text in texts:
        try:
            chunk_document(parse_document(text, name=name), limits)
        except Exception as error:  # noqa: BLE001 - a crash is the finding
            crashes.append(f"{name}: {error!r}")
    return crashes


def main() -> None:
    folder = Path(sys.argv[1])
    suffixes = tuple(sys.argv[2:]) or (".md", ".mdx")
    texts, skipped = sources(folder, suffixes)
    megabytes = sum(len(text.encode()) for _, text in texts) / 1e6
    walls, clocks, crashes = [], [], []
    for _ in range(ROUNDS):
        wall, clock = time.perf_counter(), time.process_time()
        crashes = run(texts)
        walls.append(time.perf_counter() - wall)
        clocks.append(time.process_time() - clock)
    print(f"{len(texts)} files, {megabytes:.2f} MB, {skipped} undecodable, {len(crashes)} crashes")
    print(
        f"{megabytes / min(walls):.1f} MB/s by the wall, {megabytes / min(clocks):.1f} MB/s of CPU"
    )
    print("\n".join(crashes))


if __name__ == "__main__":
    main()
