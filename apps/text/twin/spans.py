"""Running text of a page as Markdown."""

import re
from collections.abc import Iterable

from apps.text.twin.tree import Child, Element

_SPACE = re.compile(r"[ \t\r\n\f]+")
# Signs that would be markup where they stand; an underline inside of a word never is.
_SIGNS = re.compile(r"[\\*`\[\]]|<(?=[A-Za-z/!?])|&(?=#?\w+;)|(?<!\w)_|_(?!\w)|~(?=~)")
_TICKS = re.compile(r"`+")
_MARKS = {
    **dict.fromkeys(("em", "i", "cite", "dfn", "var"), "*"),
    **dict.fromkeys(("strong", "b"), "**"),
    **dict.fromkeys(("del", "s"), "~~"),
}


def span_text(children: Iterable[Child]) -> str:
    """The Markdown of inline children; blocks among them give their text, with spaces between."""
    return "".join(_part(child) for child in children)


def _part(child: Child) -> str:
    if isinstance(child, str):
        return _SIGNS.sub(r"\\\g<0>", _SPACE.sub(" ", child))
    tag = child.tag
    if tag == "br":
        return "\\\n"
    if tag in ("code", "kbd", "samp"):
        return _code(child.text())
    if tag == "img":
        alt, address = child.attributes.get("alt", ""), child.attributes.get("src", "")
        return f"![{_plain(alt)}]({_target(address)})"
    if tag == "input":
        return "[x] " if "checked" in child.attributes else "[ ] "
    inner = span_text(child.children)
    if tag == "a":
        return _link(child, inner)
    if tag in _MARKS:
        return _marked(inner, _MARKS[tag])
    return f" {inner} " if tag in ("p", "li", "div", "dd", "dt", "tr", "td", "pre") else inner


def _link(element: Element, inner: str) -> str:
    href = element.attributes.get("href", "")
    if element.has_class("heading-anchor"):
        return ""
    return f"[{inner.strip()}]({_target(href)})" if href and inner.strip() else inner


def _target(address: str) -> str:
    """An address that may stand in parentheses."""
    safe = address.replace("\n", "").replace("<", "%3C").replace(">", "%3E")
    return f"<{safe}>" if re.search(r"[\s()]", safe) else safe


def _plain(text: str) -> str:
    return re.sub(r"[\[\]\\]", r"\\\g<0>", _SPACE.sub(" ", text))


def _code(text: str) -> str:
    text = _SPACE.sub(" ", text)
    if not text.strip():
        return text
    ticks = "`" * (max(map(len, _TICKS.findall(text)), default=0) + 1)
    pad = " " if text[0] == "`" or text[-1] == "`" else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def _marked(inner: str, mark: str) -> str:
    """Text between marks, which must not touch spaces."""
    body = inner.strip()
    if not body:
        return inner
    before = inner[: len(inner) - len(inner.lstrip())]
    behind = inner[len(inner.rstrip()) :]
    return f"{before}{mark}{body}{mark}{behind}"
