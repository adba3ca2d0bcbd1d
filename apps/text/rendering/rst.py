"""reStructuredText to HTML: docutils reads, `RstWriter` writes."""

import threading
from collections.abc import Sequence
from typing import Any

from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.parsers.rst import Parser
from docutils.transforms import misc, references

from apps.text.rendering.rst_directives import PlainRoles, register_directives
from apps.text.rendering.rst_effort import LONGEST_LINE, check_effort, metered_document
from apps.text.rendering.rst_writer import RstWriter
from apps.text.structure import Heading

_LONGEST_EXPANSION = 500_000
"""Characters that all substitutions of a document may come to."""

# Without DanglingReferences, whose cost grows with the square of the faults: the writer itself
# looks up names.
_TRANSFORMS = (
    references.Substitutions,
    references.PropagateTargets,
    references.AnonymousHyperlinks,
    references.IndirectHyperlinks,
    references.Footnotes,
    references.ExternalTargets,
    references.InternalTargets,
    misc.Transitions,
)
_SETTINGS: dict[str, Any] = {
    "file_insertion_enabled": False,
    "raw_enabled": False,
    "halt_level": 6,
    "report_level": 6,
    "warning_stream": False,
    "doctitle_xform": False,
    "docinfo_xform": False,
    "syntax_highlight": "none",
    "smart_quotes": False,
    "line_length_limit": LONGEST_LINE,
    "_disable_config": True,
}
_FAULTS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    NotImplementedError,
    RecursionError,
    TypeError,
    ValueError,
)
"""What docutils and its directives are known to let out on odd input."""

_docutils = threading.Lock()
register_directives()


def rst_html(source: str, headings: Sequence[Heading]) -> str | None:
    """Return the HTML of `source`, not yet sanitised, or None when docutils cannot read it.

    No file is read, no raw HTML passes, no configuration file is looked at. docutils keeps state
    in its modules, so documents are read one at a time. Raises TooMuchWorkError for a document
    that would take it too long.
    """
    check_effort(source)
    try:
        with _docutils:
            document = _read(source)
            return RstWriter(headings).html(document)
    except _FAULTS:
        return None


def _read(source: str) -> nodes.document:
    settings = get_default_settings(Parser)
    for name, value in _SETTINGS.items():
        setattr(settings, name, value)
    document = metered_document(settings, source.count("\n"))
    Parser(inliner=PlainRoles()).parse(source, document)
    _undo_unknown_substitutions(document)
    small = _expansion(document) <= _LONGEST_EXPANSION
    document.transformer.add_transforms(_TRANSFORMS if small else _TRANSFORMS[1:])
    document.transformer.apply_transforms()
    return document


def _undo_unknown_substitutions(document: nodes.document) -> None:
    """Write what names no substitution as it stood; docutils would report each at length."""
    known = document.substitution_defs.keys() | document.substitution_names.keys()

    def undone(child: nodes.Node) -> nodes.Node:
        if not isinstance(child, nodes.substitution_reference):
            return child
        name = str(child["refname"])
        is_known = name in known or name.lower() in known
        return child if is_known else nodes.Text(f"|{child.astext()}|")

    references_found = document.findall(nodes.substitution_reference)
    for parent in {reference.parent for reference in references_found}:
        parent[:] = [undone(child) for child in parent.children]


def _expansion(document: nodes.document) -> int:
    """Return how many characters the substitutions would add to the document."""
    lengths: dict[str, int] = {}

    def length(name: str, depth: int) -> int:
        definition = document.substitution_defs.get(name)
        if definition is None or depth > 20:
            return 0 if definition is None else _LONGEST_EXPANSION + 1
        if name not in lengths:
            nested = definition.findall(nodes.substitution_reference)
            inner = sum(length(str(node["refname"]), depth + 1) for node in nested)
            lengths[name] = len(definition.astext()) + inner
        return lengths[name]

    used = document.findall(nodes.substitution_reference)
    return sum(length(str(node["refname"]), 0) for node in used)
