"""The twin of a page in Markdown, whatever its source was written in."""
