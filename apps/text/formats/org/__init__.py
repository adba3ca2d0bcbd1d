"""Org, as its manual describes it (orgmode.org/manual and orgmode.org/worg/org-syntax)."""
