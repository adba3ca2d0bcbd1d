"""Turn parsed documents into HTML that is safe to show inside a page."""
