"""How far our section trees agree with the reference reader of each format.

    python bench/section_agreement.py FORMAT FOLDER… [--list N]

FORMAT: markdown (markdown-it-py), rst (docutils), html (Python's html.parser), org (Emacs),
asciidoc (Asciidoctor), rdoc (RDoc). The last three need `emacs`, or `ruby` with `asciidoctor`, on
the path. A heading agrees when level, line (where the reader tells lines) and title do; titles are
compared by their letters and digits. Prints agreed / all found by either, by file and heading.
"""

import argparse
import html
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from apps.text.decode import decode
from apps.text.errors import TextError
from apps.text.parse import parse_document
from apps.text.sections import section_tree

Found = list[tuple[int, int, str]]
"""Headings in order: level, line (0: not told), title."""

READERS = Path(__file__).parent / "readers"
OWN = {
    "markdown": (".md", ".markdown"),
    "rst": (".rst",),
    "org": (".org",),
    "asciidoc": (".adoc", ".asciidoc"),
    "rdoc": (".rdoc",),
    "html": (".html", ".htm"),
}
COMMANDS = {
    "org": ["emacs", "-Q", "--batch", "-l", str(READERS / "org.el")],
    "asciidoc": ["ruby", str(READERS / "asciidoc.rb")],
    "rdoc": ["ruby", str(READERS / "rdoc.rb")],
}


def ours(path: Path, source: str) -> Found:
    parsed = parse_document(source, name=path.name)
    return [(s.level, s.start_line, s.title) for s in section_tree(parsed) if s.level]


def read_markdown(source: str) -> Found:
    """Top-level headings; our front matter is blanked out, markdown-it knows none."""
    from markdown_it import MarkdownIt

    parsed = parse_document(source, name="a.md")
    front = source.encode()[: parsed.body_start].decode()
    body = source.encode()[parsed.body_start :].decode()
    text = "\n" * max(0, len(front.splitlines()) - 1) + body.removeprefix("\ufeff")
    tokens = MarkdownIt("commonmark", {"maxNesting": 100}).enable("table").parse(text)
    return [
        (int(token.tag[1]), token.map[0] + 1, shown(inline))
        for token, inline in pairwise(tokens)
        if token.type == "heading_open" and token.level == 0 and token.map
    ]


def shown(inline: object) -> str:
    children = getattr(inline, "children", None) or ()
    return " ".join(one.content for one in children if one.type in {"text", "code_inline"})


def read_rst(source: str) -> Found:
    """Sections with their depth; docutils does not tell their lines reliably."""
    from docutils import frontend, nodes, utils
    from docutils.parsers.rst import Parser

    settings = frontend.get_default_settings(Parser)
    settings.report_level, settings.halt_level = 5, 5
    settings.file_insertion_enabled = settings.raw_enabled = False
    document = utils.new_document("a.rst", settings)
    Parser().parse(source, document)

    def walk(node: nodes.Element, level: int) -> Found:
        found: Found = []
        for child in node.children:
            if isinstance(child, nodes.section):
                title = child.next_node(nodes.title)
                found.append((level, 0, title.astext() if title is not None else ""))
                found += walk(child, level + 1)
        return found

    return walk(document, 1)


class Headings(HTMLParser):
    """Gathers h1 to h6."""

    def __init__(self) -> None:
        super().__init__()
        self.found: Found = []
        self.open: tuple[int, int] | None = None
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002
        if re.fullmatch("h[1-6]", tag):
            self.open, self.text = (int(tag[1]), self.getpos()[0]), []

    def handle_endtag(self, tag: str) -> None:
        if self.open and re.fullmatch("h[1-6]", tag):
            self.found.append((*self.open, "".join(self.text)))
            self.open = None

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def read_html(source: str) -> Found:
    reader = Headings()
    reader.feed(source)
    return reader.found


IN_PROCESS: dict[str, Callable[[str], Found]] = {
    "markdown": read_markdown,
    "rst": read_rst,
    "html": read_html,
}


def run_reader(command: Sequence[str], paths: Sequence[Path]) -> dict[Path, Found]:
    done = subprocess.run([*command, *map(str, paths)], capture_output=True, text=True, check=True)
    found: dict[Path, Found] = {}
    at: Found = []
    for line in done.stdout.splitlines():
        if line.startswith("FILE\t"):
            at = found.setdefault(Path(line[5:]), [])
        elif line.count("\t") >= 2:
            level, number, title = line.split("\t", 2)
            at.append((int(level), int(number or 0), untagged(title)))
    return found


def plain(title: str) -> str:
    """The letters and digits of a title."""
    return "".join(one for one in title.casefold() if one.isalnum())


def unmarked(title: str) -> str:
    """A title of a reference reader without its roles and the addresses of its links."""
    title = re.sub(r"\[\[[^\]]*\]\[([^\]]*)\]\]", r"\1", title)
    return re.sub(r":[\w:+.-]+:`(?:~[^`]*\.)?([^`<]+)(?:<[^`>]*>)?`", r"\1", title)


def untagged(title: str) -> str:
    """A title that Asciidoctor has turned into HTML, as text."""
    return html.unescape(re.sub(r"</?[a-z][^<>]*>", "", title))


def compare(mine: Found, other: Found) -> tuple[int, int, list[str]]:
    """How many headings agree, how many there are, and what differs."""
    has_lines = any(line for _, line, _ in other)
    keys = [
        [(level, line if has_lines else 0, plain(bare(title))) for level, line, title in found]
        for found, bare in ((mine, str), (other, unmarked))
    ]
    matcher = SequenceMatcher(None, *keys, autojunk=False)
    agreed, differences, extra = 0, [], 0
    for tag, i, j, k, n in matcher.get_opcodes():
        if tag == "equal":
            agreed += j - i
            continue
        extra += max(j - i, n - k)
        differences.append(f"ours {mine[i:j][:3]} theirs {other[k:n][:3]}")
    return agreed, agreed + extra, differences


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("format", choices=sorted(OWN))
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--list", type=int, default=0)
    options = parser.parse_args()
    paths = sorted(
        path
        for folder in options.folders
        for path in folder.rglob("*")
        if path.suffix.lower() in OWN[options.format] and path.is_file() and not path.is_symlink()
    )
    sources = {}
    for path in paths:
        try:
            sources[path] = decode(path.read_bytes()).text
        except TextError:
            continue
    theirs: dict[Path, Found] = {}
    if options.format in COMMANDS:
        theirs = run_reader(COMMANDS[options.format], list(sources))
    totals: Counter[str] = Counter()
    listed = 0
    for path, source in sources.items():
        if options.format in IN_PROCESS:
            theirs[path] = IN_PROCESS[options.format](source)
        agreed, every, differences = compare(ours(path, source), theirs.get(path, []))
        totals.update(agreed=agreed, every=every, files=1, same=not differences)
        if differences and listed < options.list:
            listed += 1
            print(f"{path} ({len(differences)}): {differences[0]}")
    share = 100 * totals["agreed"] / max(1, totals["every"])
    print(f"{options.format}: {totals['same']} of {totals['files']} files the same,", end=" ")
    print(f"{totals['agreed']} of {totals['every']} headings agree ({share:.2f} %)")


if __name__ == "__main__":
    main()
