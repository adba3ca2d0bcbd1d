"""Diagrams in finished HTML, drawn.

The blocks are found as the sanitiser left them, and what replaces them is made of numbers and
escaped words only, so nothing of an author's passes by the sanitiser. Their classes are ours alone:
those in an author's own HTML are taken away before.
"""

import logging
import re
import time
from html import unescape

from apps.text.diagrams.drawing import draw
from apps.text.diagrams.refusal import NotDrawnError
from apps.text.faults import ParserFault, guarded

logger = logging.getLogger(__name__)

MOST = 20
"""Diagrams of one page that are drawn."""
_SECONDS_PER_DOCUMENT = 1.0
_BLOCK = re.compile(
    r'<div class="code-block diagram"><div class="code-label">Mermaid diagram \(source\)</div>'
    r"(<pre (?:class=\"highlight\" tabindex=\"0\"|tabindex=\"0\" class=\"highlight\")>"
    r"<code>([^<]*)</code></pre>)</div>"
)


def with_drawings(html: str) -> str:
    """Return sanitised HTML with its Mermaid diagrams drawn, their source folded up beside.

    What cannot be drawn keeps its source in view, with the reason. No more than `MOST` are drawn,
    and none begins when a second has been spent on those before.
    """
    if "Mermaid diagram (source)" not in html:
        return html
    return _BLOCK.sub(_Drawer().block, html)


class _Drawer:
    def __init__(self) -> None:
        self._left = MOST
        self._seconds_left = _SECONDS_PER_DOCUMENT

    def block(self, found: re.Match[str]) -> str:
        try:
            drawing = self._drawn(unescape(found[2]))
        except NotDrawnError as refusal:
            note = f"This diagram is shown as its source, because {refusal}."
            return f'{found[0][: -len("</div>")]}<p class="render-note">{note}</p></div>'
        return (
            '<div class="code-block diagram"><div class="code-label">Mermaid diagram</div>'
            '<div class="diagram-view" tabindex="0" role="region" aria-label="Diagram">'
            f'{drawing}</div><details class="diagram-source"><summary>Source</summary>{found[1]}'
            "</details></div>"
        )

    def _drawn(self, source: str) -> str:
        self._left -= 1
        if self._left < 0 or self._seconds_left <= 0:
            raise NotDrawnError("the page has too many of them")
        started = time.thread_time()
        try:
            with guarded():
                return draw(source)
        except ParserFault as fault:
            logger.exception("a diagram could not be drawn; its source is shown")
            raise NotDrawnError("it could not be laid out") from fault
        finally:
            self._seconds_left -= time.thread_time() - started
