"""A diagram's source as SVG: the one door to this package."""

from collections.abc import Iterable

from apps.text.diagrams.flowchart_drawing import draw_flowchart
from apps.text.diagrams.flowchart_reader import is_flowchart, read_flowchart
from apps.text.diagrams.refusal import NotDrawnError
from apps.text.diagrams.sequence_drawing import draw_sequence
from apps.text.diagrams.sequence_reader import is_sequence, read_sequence
from apps.text.diagrams.statements import statements

LONGEST = 20_000
"""Characters of one diagram."""
_LONGEST_TITLE = 240


def draw(source: str) -> str:
    """Return a Mermaid diagram as an SVG element of our own making.

    Flowcharts and sequence diagrams are drawn. Numbers, our own classes and escaped words are all
    that is in the element: no script, style, link or id. Raises `NotDrawnError`, whose message is
    the reason, for everything that is not wholly understood or is too large; nothing else is
    raised. Takes a bounded time.
    """
    if len(source) > LONGEST:
        raise NotDrawnError("it is too large")
    said = statements(source.replace("\r\n", "\n").replace("\r", "\n"))
    if not said:
        raise NotDrawnError("there is nothing in it")
    if is_flowchart(said[0].text):
        chart = read_flowchart(said)
        names = (node.lines for node in chart.nodes.values())
        return draw_flowchart(chart, _title("Flowchart", names))
    if is_sequence(said[0].text):
        sequence = read_sequence(said)
        names = (person.lines for person in sequence.participants.values())
        return draw_sequence(sequence, _title("Sequence diagram", names))
    raise NotDrawnError("only flowcharts and sequence diagrams are drawn")


def _title(kind: str, names: Iterable[tuple[str, ...]]) -> str:
    """Name a drawing by its kind and what stands in it, for those who do not see it."""
    title = f"{kind}: {', '.join(' '.join(lines) for lines in names)}"
    return title if len(title) <= _LONGEST_TITLE else f"{title[: _LONGEST_TITLE - 1]}…"
