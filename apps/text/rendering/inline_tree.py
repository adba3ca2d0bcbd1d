"""Running text of the line-based formats as HTML."""

from collections.abc import Iterable
from html import escape

from apps.text.formats.inline import Inline, InlineKind
from apps.text.rendering.inline_text import with_bare_links

_TAGS = {
    InlineKind.CODE: "code",
    InlineKind.DELETED: "del",
    InlineKind.EMPHASIS: "em",
    InlineKind.MARK: "mark",
    InlineKind.STRONG: "strong",
    InlineKind.SUBSCRIPT: "sub",
    InlineKind.SUPERSCRIPT: "sup",
    InlineKind.UNDERLINE: "u",
}


def inline_html(pieces: Iterable[Inline], *, is_linked: bool = False) -> str:
    """Return the HTML of pieces, not yet sanitised; inside of a link there is no other."""
    return "".join(_written(piece, is_linked=is_linked) for piece in pieces)


def _written(piece: Inline, *, is_linked: bool) -> str:
    match piece.kind:
        case InlineKind.TEXT:
            return escape(piece.text, quote=False) if is_linked else with_bare_links(piece.text)
        case InlineKind.BREAK:
            return "<br>\n"
        case InlineKind.ANCHOR:
            return f'<span id="{escape(piece.href)}"></span>'
        case InlineKind.IMAGE:
            return f'<img src="{escape(piece.href)}" alt="{escape(piece.text)}">'
        case InlineKind.LINK:
            label = inline_html(piece.children, is_linked=True) or escape(
                piece.text or piece.href, quote=False
            )
            return label if is_linked else f'<a href="{escape(piece.href)}">{label}</a>'
    inner = inline_html(piece.children, is_linked=is_linked) + escape(piece.text, quote=False)
    tag = _TAGS.get(piece.kind)
    return f"<{tag}>{inner}</{tag}>" if tag else inner
