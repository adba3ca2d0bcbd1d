"""How far the headings and fences we find agree with markdown-it-py (an independent parser).

Usage: python bench/parse_agreement.py FOLDER [--list]
Prints the share of headings (level, line) and of fences (first line, last line) found by both, out
of all found by either; `--list` shows each difference.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from apps.text.decode import decode
from apps.text.errors import TextError
from tests.text.agreement import Structure, ours, theirs


def documents(folder: Path) -> list[tuple[str, str]]:
    found = []
    for path in sorted(folder.rglob("*.md")):
        try:
            found.append((str(path), decode(path.read_bytes()).text))
        except TextError:
            continue
    return found


def main() -> None:
    shared, either = [0, 0], [0, 0]
    for name, source in documents(Path(sys.argv[1])):
        pair: tuple[Structure, Structure] = ours(source), theirs(source)
        for index, (mine, other) in enumerate(zip(*pair, strict=True)):
            shared[index] += len(mine & other)
            either[index] += len(mine | other)
            if mine != other and "--list" in sys.argv:
                what = ("headings", "fences")[index]
                print(f"{name}: {what} only ours {sorted(mine - other)[:5]}", end=" ")
                print(f"only theirs {sorted(other - mine)[:5]}")
    for index, what in enumerate(("headings", "fences")):
        share = 100 * shared[index] / max(1, either[index])
        print(f"{what}: {shared[index]} of {either[index]} agree ({share:.3f} %)")


if __name__ == "__main__":
    main()
