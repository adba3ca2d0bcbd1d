"""Code in reStructuredText: literal blocks, doctests and the code directives, at any depth."""

from collections.abc import Iterator
from textwrap import dedent

from apps.text.rst import patterns
from apps.text.structure import CodeBlock


def code_of(lines: list[str], first: int, last: int) -> CodeBlock:
    """Return the code block that the lines `first` to `last` (not included) are."""
    directive = patterns.DIRECTIVE.match(lines[first].lstrip())
    if directive is None:
        language = "pycon" if patterns.DOCTEST.match(lines[first].lstrip()) else ""
        return CodeBlock(language, _text(lines[first:last]), first + 1, last)
    start = first + 1
    while start < last and patterns.FIELD.match(lines[start].lstrip()):
        start += 1
    while start < last and not lines[start]:
        start += 1
    return CodeBlock((directive[2] or "").strip(), _text(lines[start:last]), first + 1, last)


def nested_code(lines: list[str], first: int, last: int) -> Iterator[CodeBlock]:
    """Yield the code blocks inside a list, a quote or a directive, in order."""
    at = first
    while at < last:
        line = lines[at]
        following = at + 1
        if _opens_code(line):
            indent = _text_indent(line)
            end = _deeper_end(lines, following, last, indent)
            if end > following and line.lstrip().startswith(".. "):
                yield code_of(lines, at, end)
                following = end
            elif end > following:
                while not lines[following]:
                    following += 1
                yield CodeBlock("", _text(lines[following:end]), following + 1, end)
                following = end
        at = following


def _opens_code(line: str) -> bool:
    directive = patterns.DIRECTIVE.match(line.lstrip())
    if directive is not None:
        return directive[1] in patterns.CODE_DIRECTIVES
    return line.endswith("::") and not line.lstrip().startswith(".. ")


def _text_indent(line: str) -> int:
    """Return the column of a line's text, behind the mark of a list item."""
    bare = line.lstrip()
    mark = patterns.BULLET.match(bare) or patterns.ENUMERATOR.match(bare)
    return len(line) - len(bare) + (mark.end() if mark else 0)


def _deeper_end(lines: list[str], at: int, last: int, indent: int) -> int:
    end = at
    while at < last and (not lines[at] or len(lines[at]) - len(lines[at].lstrip()) > indent):
        at += 1
        if lines[at - 1]:
            end = at
    return end


def _text(lines: list[str]) -> str:
    return dedent("".join(f"{line}\n" for line in lines))
