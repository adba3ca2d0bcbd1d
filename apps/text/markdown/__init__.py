"""Markdown by CommonMark and GFM, read in one pass over pyromark's events."""
