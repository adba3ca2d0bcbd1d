"""HTML pages, read tag by tag with their places; nothing in them is run or fetched."""
