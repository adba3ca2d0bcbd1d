"""Parsers of the formats besides Markdown and reStructuredText, one module or package each."""
