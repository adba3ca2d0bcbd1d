"""The line patterns of reStructuredText (docutils: reStructuredText Markup Specification)."""

import re

_PUNCTUATION = r"[!-/:-@\[-`{-~]"
_ENUM = r"(?:[0-9]+|[a-zA-Z]|[ivxlcdmIVXLCDM]+|#)"
_ARGUMENT = r"(?:[a-zA-Z][\w-]*|<[^<>]+>)"
_OPTION = rf"(?:[-+][a-zA-Z0-9](?: ?{_ARGUMENT})?|(?:--|/)[a-zA-Z0-9][\w-]*(?:[ =]{_ARGUMENT})?)"

ADORNMENT = re.compile(rf"({_PUNCTUATION})\1* *\Z")
QUOTED = re.compile(_PUNCTUATION)
BULLET = re.compile(r"[-+*\u2022\u2023\u2043](?: +|\Z)")
ENUMERATOR = re.compile(rf"(?:\({_ENUM}\)|{_ENUM}[).])(?: +|\Z)")
FIELD = re.compile(r":(?![: ])(?:[^:\\]|\\.|:(?!(?:[ `]|\Z)))*(?<! ):(?: +|\Z)")
OPTION = re.compile(rf"{_OPTION}(?:, {_OPTION})*(?:  +| ?\Z)")
DOCTEST = re.compile(r">>>(?: +|\Z)")
LINE_BLOCK = re.compile(r"\|(?: +|\Z)")
GRID_TABLE = re.compile(r"\+-[-+]+-\+ *\Z")
SIMPLE_TABLE = re.compile(r"=+(?: +=+)+ *\Z")
SIMPLE_BORDER = re.compile(r"=+[ =]*\Z")
EXPLICIT = re.compile(r"\.\.(?: +|\Z)")
ANONYMOUS = re.compile(r"__(?: +|\Z)")
DIRECTIVE = re.compile(r"\.\. +(?:\|[^|]+\| +)?([\w.+:-]+?) ?::(?: +(.*))?\Z")
DEFINITION = re.compile(r"\.\. +(?:_|\[[^\]]+\](?: |\Z)|\|)")
TARGET = re.compile(r"\.\. +_(`[^`]+`|(?:[^:\\]|\\.)+): +(\S.*)\Z")

CODE_DIRECTIVES = frozenset({"code", "code-block", "sourcecode", "parsed-literal"})
VERBATIM_DIRECTIVES = CODE_DIRECTIVES | {
    *("raw", "math", "literalinclude", "graphviz", "digraph", "mermaid", "productionlist"),
    *("testcode", "testsetup", "testcleanup", "testoutput", "doctest", "prompt", "ipython"),
    *("jupyter-execute", "code-cell", "highlight"),
}
TABLE_DIRECTIVES = frozenset({"table", "csv-table", "list-table"})
