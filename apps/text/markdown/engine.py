"""The Markdown engine and its settings: one source of truth for indexing and rendering."""

from pyromark import Markdown, Options

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
