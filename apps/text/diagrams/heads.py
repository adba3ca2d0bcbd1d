"""What stands at the ends of lines: arrows, crosses, circles."""

from apps.text.diagrams import svg

HEAD = 9.0
_HALF = 4.5


def end_sign(sign: str, tip: svg.Point, way: tuple[int, int]) -> str:
    """Return the SVG of a sign at `tip`, for a line that arrives along the unit vector `way`."""
    if not sign:
        return ""
    (x, y), (dx, dy) = tip, way
    middle = (x - dx * _HALF, y - dy * _HALF)
    if sign == "circle":
        return svg.circle(middle, _HALF, "diagram-ring")
    if sign == "cross":
        (a, b), reach = middle, _HALF
        return svg.path(
            f"M{svg.pair((a - reach, b - reach))}L{svg.pair((a + reach, b + reach))}"
            f"M{svg.pair((a + reach, b - reach))}L{svg.pair((a - reach, b + reach))}",
            "diagram-line diagram-solid",
        )
    back = (x - dx * HEAD, y - dy * HEAD)
    sides = [
        (back[0] - dy * _HALF, back[1] + dx * _HALF),
        (back[0] + dy * _HALF, back[1] - dx * _HALF),
    ]
    if sign == "open":
        return svg.path(
            f"M{svg.pair(sides[0])}L{svg.pair(tip)}L{svg.pair(sides[1])}",
            "diagram-line diagram-solid",
        )
    return svg.polygon([tip, *sides], "diagram-head")
