"""Footnotes: numbered by first use, gathered at the end of the page."""

from dataclasses import dataclass, field
from html import escape


@dataclass(slots=True)
class Footnotes:
    """The footnotes of one document, by label."""

    numbers: dict[str, int] = field(default_factory=dict)
    uses: dict[str, int] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)

    def reference(self, label: str) -> str:
        """Return the HTML of a reference to the note with this label."""
        number = self.numbers.setdefault(label, len(self.numbers) + 1)
        use = self.uses[label] = self.uses.get(label, 0) + 1
        mark = f"fnref:{number}" if use == 1 else f"fnref:{number}:{use}"
        return f'<sup class="footnote-ref" id="{mark}"><a href="#fn:{number}">{number}</a></sup>'

    def section(self) -> str:
        """Return the list of all notes that are used, empty without any."""
        used = sorted(self.numbers.items(), key=lambda item: item[1])
        items = [self._item(label, number) for label, number in used]
        if not items:
            return ""
        return f'<section class="footnotes"><ol>\n{"".join(items)}</ol></section>\n'

    def _item(self, label: str, number: int) -> str:
        text = self.notes.get(label) or escape(label)
        back = (
            f'<a class="footnote-back" href="#fnref:{number}" aria-label="Back to the text">↩</a>'
        )
        return f'<li id="fn:{number}">{text}{back}</li>\n'
