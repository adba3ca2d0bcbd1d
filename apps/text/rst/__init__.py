"""reStructuredText: sections, blocks, code, tables and links, without running any directive."""
