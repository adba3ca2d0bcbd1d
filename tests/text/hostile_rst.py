"""Inputs of about 100 KB over which docutils takes long: many small parts, names and tables."""

from tests.text.hostile import SIZE, filled

_GRID_ROW = "+--" * 300 + "+\n"


def _numbered(piece: str, count: int) -> str:
    return "".join(piece.format(n=n, next=n + 1) for n in range(count))


HOSTILE_RST = {
    "rows of a simple table": "=== ===\n" + "a   b\n" * 15_000 + "=== ===\n",
    "options of a list": "-a  x\n" * 15_000,
    "fields of a list": ":a: x\n" * 15_000,
    "fields with names": _numbered(":a{n}: x\n", 10_000),
    "empty notes": ".. note::\n\n" * 8_000,
    "chained substitutions": _numbered(".. |a{n}| replace:: |a{next}|\n", 3_000) + "\n|a0|\n",
    "used substitutions": _numbered(".. |a{n}| replace:: x\n", 2_500)
    + "\n"
    + _numbered("|a{n}|\n", 2_500),
    "numbered footnotes": _numbered(".. [{n}] x\n", 4_000) + "\n" + _numbered("[{n}]_\n", 4_000),
    "automatic footnotes": ".. [#] x\n" * 5_000 + "\n" + "[#]_\n" * 5_000,
    "labelled footnotes": _numbered(".. [#a{n}] x\n", 3_500)
    + "\n"
    + _numbered("[#a{n}]_\n", 3_500),
    "citations": _numbered(".. [c{n}] x\n", 3_500) + "\n" + _numbered("[c{n}]_\n", 3_500),
    "few footnotes, many marks": ".. [#a] x\n\n" + "[#a]_\n" * 15_000,
    "wide grid table": _GRID_ROW + ("|a " * 300 + "|\n" + _GRID_ROW) * 50,
    "grid table drawn wrongly": filled("+--+\n|a |\n") + "+--+\n",
    "grid tables in quotes": filled("  +--+\n  |a |\n") + "  +--+\n",
    "grid tables of 500 lines": filled("+--+\n|a |\n" * 250 + "+--+\n\n"),
    "long grid table": "+--+--+\n" + "|a |b |\n+--+--+\n" * 6_000,
    "anonymous targets": "`a`__\n" * 6_000 + "\n" + "__ http://x\n" * 5_000,
    "targets in a chain": _numbered(".. _a{n}: a{next}_\n", 4_500),
    "targets in a row": _numbered(".. _a{n}:\n", 9_000) + "\nx\n",
    "targets on one line": _numbered("_`a{n}`\n", 9_000),
    "references by name": ".. _a: http://x\n\n" + "a_\n" * 30_000,
    "embedded addresses": _numbered("`a{n} <b>`_\n", 7_000),
    "bullets": "* a\n" * 25_000,
    "bullets ever deeper": "\n\n".join(" " * n + "* a" for n in range(400)),
    "quotes ever deeper": "\n\n".join(" " * n + "a" for n in range(430)),
    "notes ever deeper": "".join("   " * n + ".. note::\n\n" for n in range(240)),
    "titles alike": filled("aaa\n===\n"),
    "titles": _numbered("a{n}\n----\n\n", 8_000),
    "terms": "a\n  b\n" * 16_000,
    "lines of a line block": "| a\n" * 25_000,
    "roles on lines": filled(":foo:`a`\n"),
    "unknown directives": filled(".. foo:: x\n\n"),
    "comments of rst": filled(".. x\n\n"),
    "code directives": filled(".. code:: python\n\n   x\n\n"),
    "table of commas": ".. csv-table::\n\n" + "   a,b\n" * 14_000,
    "table of lists": ".. list-table::\n\n" + "   * - a\n     - b\n" * 6_000,
    "notes in a table": ".. list-table::\n\n" + "   * - .. note:: a\n" * 4_500,
    "wide simple table": "= " * 20_000 + "\n" + "a " * 20_000 + "\n" + "= " * 20_000 + "\n",
    "doctests": filled(">>> x\n\n"),
    "numbers": _numbered("{n}. a\n", 12_000),
    "images": filled(".. image:: x\n\n"),
    "figures": filled(".. figure:: x\n\n   a\n\n"),
    "trees of contents": filled(".. toctree::\n\n   a\n\n"),
    "list items that end": filled("- a\nb\n"),
    "lists that alternate": filled("- a\n+ b\n"),
    "transitions": filled("a\n\n----\n\n"),
    "long paragraph": filled("a" * 70 + "\n"),
    "classes": filled(".. class:: a\n\nx\n\n"),
    "dates": _numbered(".. |d{n}| date::\n", 5_000),
    "emphasis without end": filled("*a\n"),
    "one line of markup": filled("*a* `b`_ ", min(SIZE, 19_000)),
}
