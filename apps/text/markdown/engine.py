"""The Markdown engine and its settings: one source of truth for indexing and rendering."""

import re

from pyromark import Markdown, Options

from apps.text.markdown.admonitions import Admonition, find_admonitions

OPTIONS = (
    Options.ENABLE_TABLES
    | Options.ENABLE_FOOTNOTES
    | Options.ENABLE_STRIKETHROUGH
    | Options.ENABLE_TASKLISTS
    | Options.ENABLE_GFM
)
"""CommonMark plus GFM. Wiki links are found by `wiki`, because the engine's own option reads
`[[1]](target.md)` as a wiki link where CommonMark has an inline link."""

ENGINE = Markdown(options=OPTIONS)

_LONE_RETURN = re.compile(r"\r(?!\n)")
_BEHIND_FENCE = re.compile(r"(?<=[`~])[ \t]+(?=[\r\n]|\Z)")
_TABBED_TAILS = ("`\t", "` \t", "~\t", "~ \t")


def mended(body: str) -> str:
    """Return Markdown of the same length in which the engine sees what CommonMark says.

    The engine takes no lone CR as the end of a fence's line, and no tab behind a closing fence.
    What CommonMark does not know, the admonitions of MkDocs, are list items in it.
    """
    return prepared(body)[0]


def prepared(body: str) -> tuple[str, dict[int, Admonition]]:
    """Return the mended body, and its admonitions by the first byte of their opening lines."""
    if "\r" in body:
        body = _LONE_RETURN.sub("\n", body)
    if "\t" in body and any(tail in body for tail in _TABBED_TAILS):
        body = _BEHIND_FENCE.sub(lambda match: " " * len(match[0]), body)
    return find_admonitions(body)
