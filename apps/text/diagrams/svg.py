"""The few SVG elements that a drawing is made of: numbers, our own classes and escaped words."""

from collections.abc import Iterable
from html import escape

from apps.text.diagrams.lettering import LINE, SIZE

Point = tuple[float, float]


def number(value: float) -> str:
    """Return a coordinate with at most one decimal."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def rectangle(x: float, y: float, w: float, h: float, kind: str, *, radius: float = 0) -> str:
    """Return a rectangle by its upper left corner."""
    places = f'x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h)}"'
    return f'<rect class="{kind}" {places} rx="{number(radius)}"/>'


def circle(at: Point, radius: float, kind: str) -> str:
    """Return a circle."""
    place = f'cx="{number(at[0])}" cy="{number(at[1])}" r="{number(radius)}"'
    return f'<circle class="{kind}" {place}/>'


def polygon(points: Iterable[Point], kind: str) -> str:
    """Return a closed shape."""
    return f'<polygon class="{kind}" points="{" ".join(map(pair, points))}"/>'


def path(commands: str, kind: str) -> str:
    """Return a line along path commands, which are letters and numbers of ours."""
    return f'<path class="{kind}" d="{commands}"/>'


def segment(start: Point, end: Point, kind: str) -> str:
    """Return a straight line."""
    return path(f"M{pair(start)}L{pair(end)}", kind)


def pair(at: Point) -> str:
    """Return a point as it stands in paths."""
    return f"{number(at[0])},{number(at[1])}"


def words(lines: tuple[str, ...], at: Point, kind: str = "diagram-text") -> str:
    """Return lines of text around a middle point."""
    top = at[1] - LINE * (len(lines) - 1) / 2 + SIZE * 0.35
    return "".join(
        f'<text class="{kind}" x="{number(at[0])}" y="{number(top + LINE * row)}">'
        f"{escape(line)}</text>"
        for row, line in enumerate(lines)
    )


def canvas(parts: Iterable[str], width: float, height: float, title: str) -> str:
    """Return the whole drawing, named for those who do not see it."""
    size = f'width="{number(width)}" height="{number(height)}"'
    box = f'viewBox="0 0 {number(width)} {number(height)}"'
    name = escape(title)
    return (
        f'<svg class="diagram-drawing" role="img" aria-label="{name}" {size} {box}>'
        f"<title>{name}</title>{''.join(parts)}</svg>"
    )
