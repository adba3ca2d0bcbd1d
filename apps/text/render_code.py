"""Files that are no prose as HTML: one block of code."""

from apps.text.rendering.code import CodeWriter

LONGEST = 512 * 1024
"""Characters that are shown; what lies beyond is left to the raw view."""
_CUT = '<p class="render-note">This file is long; only its beginning is shown here.</p>'


def render_code(source: str, *, language: str) -> str:
    """Return a file as a block with a label, highlighted if the language is known.

    ``language`` is a name or the file's suffix without its dot. Everything is escaped; takes linear
    time.
    """
    note = _CUT if len(source) > LONGEST else ""
    return CodeWriter().block(source[:LONGEST], language) + note
