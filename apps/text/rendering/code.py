"""Code blocks: a language label and highlighting by CSS classes."""

import time
from collections.abc import Iterable, Iterator
from html import escape

from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.token import _TokenType
from pygments.util import ClassNotFound

LONGEST_HIGHLIGHTED = 30_000
"""Characters of one block; some lexers take more than linear time on text made for it."""
LONGEST_HIGHLIGHTED_LINE = 1000
_SECONDS_PER_DOCUMENT = 1.0

_DIAGRAMS = {
    "mermaid": "Mermaid",
    "plantuml": "PlantUML",
    "puml": "PlantUML",
    "dot": "Graphviz",
    "graphviz": "Graphviz",
    "d2": "D2",
    "bpmn": "BPMN",
    "vega-lite": "Vega-Lite",
    "wavedrom": "WaveDrom",
}
_PLAIN = frozenset({"", "text", "txt", "plain", "plaintext", "output", "none"})
_LEXERS = frozenset(
    """apache awk bash bat batch c c# c++ clojure cmake cpp cs csharp css dart diff django docker
    dockerfile elixir erlang fish go golang graphql groovy haskell hcl html http ini java
    javascript jinja js json json5 jsx julia kotlin less lua make makefile
    nginx nix objective-c objectivec ocaml perl php postgres postgresql powershell properties
    proto protobuf ps1 py py3 pycon pytb python python3 r rb rs rst ruby rust scala scss sh shell
    sql sqlite3 swift systemverilog tcl terraform tf toml ts tsx typescript
    verilog vim vue xml yaml yml zig zsh""".split()  # noqa: SIM905 - a list to be read
)
"""Languages that are highlighted; the others are shown plain, under their label."""

_FORMATTER = HtmlFormatter(nowrap=True)


class CodeWriter:
    """Writes the code blocks of one document; highlighting stops when its time is used up."""

    def __init__(self) -> None:
        self._seconds_left = _SECONDS_PER_DOCUMENT

    def block(self, code: str, language: str) -> str:
        """Return the HTML of a code block; `language` is as the author wrote it, or empty."""
        name = language.lower()
        if name in _DIAGRAMS:
            return _framed(escape(code), f"{_DIAGRAMS[name]} diagram (source)", " diagram")
        return _framed(self._highlighted(code, name), language if name not in _PLAIN else "", "")

    def _highlighted(self, code: str, name: str) -> str:
        if name not in _LEXERS or self._seconds_left <= 0 or _is_too_long(code):
            return escape(code)
        try:
            lexer = get_lexer_by_name(name, stripnl=False, ensurenl=False)
        except ClassNotFound:
            return escape(code)
        started = time.thread_time()
        tokens = list(self._timed(lexer.get_tokens(code), started))
        out_of_time = time.thread_time() - started > self._seconds_left
        self._seconds_left -= time.thread_time() - started
        return escape(code) if out_of_time else _formatted(tokens)

    def _timed(
        self, tokens: Iterable[tuple[_TokenType, str]], started: float
    ) -> Iterator[tuple[_TokenType, str]]:
        for number, token in enumerate(tokens):
            if number % 64 == 0 and time.thread_time() - started > self._seconds_left:
                return
            yield token


def _is_too_long(code: str) -> bool:
    lines = code.split("\n")
    return len(code) > LONGEST_HIGHLIGHTED or max(map(len, lines)) > LONGEST_HIGHLIGHTED_LINE


def _formatted(tokens: Iterable[tuple[_TokenType, str]]) -> str:
    lines: list[str] = []

    class _Sink:
        def write(self, text: str) -> None:
            lines.append(text)

    _FORMATTER.format(tokens, _Sink())
    return "".join(lines)


def _framed(code: str, label: str, extra_class: str) -> str:
    head = f'<div class="code-label">{escape(label)}</div>' if label else ""
    return (
        f'<div class="code-block{extra_class}">{head}'
        f'<pre class="highlight" tabindex="0"><code>{code}</code></pre></div>\n'
    )
