"""The line patterns of Org (Org Syntax, orgmode.org/worg/org-syntax.html)."""

import re

HEADLINE = re.compile(r"(\*+)[ \t]+(.*)\Z")
PRIORITY = re.compile(r"\[#[A-Za-z0-9]{1,2}\][ \t]*")
TAGS = re.compile(r"(?:^|(?<![ \t])[ \t]++):[\w@#%:]+:\Z")
KEYWORD = re.compile(r"[ \t]*#\+([A-Za-z][\w-]*(?:\[[^\]]*\])?):(?:[ \t]+(.*))?\Z")
BEGIN = re.compile(r"[ \t]*#\+begin_([^\s:]+)(?:[ \t]+(.*))?\Z", re.IGNORECASE)
END = re.compile(r"[ \t]*#\+end_([^\s:]+)\Z", re.IGNORECASE)
COMMENT = re.compile(r"[ \t]*#(?: .*)?\Z")
DYNAMIC = re.compile(r"[ \t]*#\+(?:begin:.*|end:?)\Z", re.IGNORECASE)
DRAWER = re.compile(r"[ \t]*:([\w-]+):\Z")
PROPERTY = re.compile(r"[ \t]*:([\w-]+):[ \t]+(.*)\Z")
PLANNING = re.compile(r"[ \t]*(?:SCHEDULED|DEADLINE|CLOSED|CLOCK):[ \t]")
FIXED = re.compile(r"[ \t]*:(?: (.*))?\Z")
RULE = re.compile(r"[ \t]*-{5,}\Z")
TABLE = re.compile(r"[ \t]*\|")
TABLE_RULE = re.compile(r"[ \t]*\|-")
FOOTNOTE = re.compile(r"\[fn:([\w-]+)\][ \t]*(.*)\Z")
ITEM = re.compile(
    r"( *)([-+]|(?<= )\*|[0-9]+[.)]|[a-zA-Z][.)])(?:[ \t]+|\Z)"
    r"(?:\[@[0-9a-zA-Z]+\][ \t]*)?(\[[ Xx-]\][ \t]+)?(.*)\Z"
)
TERM = re.compile(r"(\S[^\n]{0,500}?)[ \t]+::(?:[ \t]+(.*)|)\Z")
ESCAPED = re.compile(r"^([ \t]*),(?=,*(?:\*|#\+))", re.MULTILINE)
