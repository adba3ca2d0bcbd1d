"""The tables of a Markdown document."""

from collections.abc import Sequence

from apps.text.rendering.canvas import Canvas

TABLE_FRAME = '<div class="table-frame" tabindex="0" role="region" aria-label="Table">'


class TableWriter:
    """Writes one table at a time, in a frame that scrolls by itself."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._aligns: Sequence[str] = ()
        self._column = 0
        self._tag = "td"

    def start(self, aligns: Sequence[str]) -> None:
        """Open a table whose columns are aligned so: `None`, `Left`, `Center` or `Right`."""
        self._aligns = aligns
        self._canvas.open(f"{TABLE_FRAME}<table>\n", "</tbody></table></div>\n")

    def start_head(self) -> None:
        """Open the header row."""
        self._column, self._tag = 0, "th"
        self._canvas.open("<thead><tr>", "</tr></thead><tbody>\n")

    def start_row(self) -> None:
        """Open a row of the body."""
        self._column, self._tag = 0, "td"
        self._canvas.open("<tr>", "</tr>\n")

    def start_cell(self) -> None:
        """Open the next cell of the row."""
        align = self._aligns[self._column] if self._column < len(self._aligns) else "None"
        self._column += 1
        scope = ' scope="col"' if self._tag == "th" else ""
        side = "" if align == "None" else f' class="align-{align.lower()}"'
        self._canvas.open(f"<{self._tag}{scope}{side}>", f"</{self._tag}>")
