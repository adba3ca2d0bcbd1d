"""The frames of admonitions in Markdown."""

from html import escape

from apps.text.markdown.admonitions import Admonition
from apps.text.rendering.directives import KINDS

_KINDS = {
    **KINDS,
    **dict.fromkeys(("check", "done"), "tip"),
    **dict.fromkeys(("question", "help", "faq"), "important"),
    **dict.fromkeys(("failure", "fail", "missing", "bug"), "caution"),
}


def frame(admonition: Admonition) -> tuple[str, str]:
    """Return what opens and what closes an admonition; an unknown kind is a note."""
    title = admonition.kind.capitalize() if admonition.title is None else admonition.title
    if admonition.is_folded:
        opening = "<details open>" if admonition.is_open else "<details>"
        return f"{opening}\n<summary>{escape(title or 'Details')}</summary>\n", "</details>\n"
    shown = f'<p class="callout-title">{escape(title)}</p>\n' if title else ""
    kind = _KINDS.get(admonition.kind, "note")
    return f'<div class="callout callout-{kind}" role="note">\n{shown}', "</div>\n"
