"""The heading element of a page, alike for every format."""

from html import escape

from apps.text.rendering.canvas import Canvas
from apps.text.structure import Heading


def open_heading(canvas: Canvas, level: int, heading: Heading | None) -> None:
    """Open a heading of this level with the anchor that the parser gave it."""
    name = f' id="{escape(heading.anchor)}"' if heading and heading.anchor else ""
    canvas.open(f"<h{level}{name}>", f"</h{level}>\n")


def close_heading(canvas: Canvas, heading: Heading | None) -> None:
    """Add the link by which a section is copied, without text of its own, and close.

    A heading without text gets none: nobody could tell what it links to.
    """
    if heading is not None and heading.anchor and heading.text:
        label = escape(f"Link to “{heading.text}”")
        href = escape(heading.anchor)
        canvas.add(f'<a class="heading-anchor" href="#{href}" aria-label="{label}"></a>')
    canvas.close()
