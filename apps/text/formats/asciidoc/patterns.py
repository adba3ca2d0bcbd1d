"""The line patterns of AsciiDoc (AsciiDoc Language Documentation, docs.asciidoctor.org)."""

import re

TITLE = re.compile(r"(={1,6}|#{1,6})[ \t]+(\S.*)\Z")
UNDERLINE = re.compile(r"(?:=+|-+|~+|\^+|\++)\Z")
UNDERLINE_LEVELS = {"=": 1, "-": 2, "~": 3, "^": 4, "+": 5}
ATTRIBUTE = re.compile(r":(!?\w[\w-]*!?):(?:[ \t]+(.*))?\Z")
COMMENT = re.compile(r"//(?!/)")
CONDITIONAL = re.compile(r"(?:ifdef|ifndef|ifeval|endif)::\S*\[.*\]\Z")
INCLUDE = re.compile(r"include::\S.*\[.*\]\Z")
BLOCK_MACRO = re.compile(r"(\w[\w-]*)::(\S*)\[(.*)\]\Z")
BLOCK_ID = re.compile(r"\[\[([^\s,\]]+)(?:,[^\]]*)?\]\]\Z")
BLOCK_ATTRIBUTES = re.compile(r"\[(|[\w.#%{,\"'].*)\]\Z")
BLOCK_TITLE = re.compile(r"\.(\.?[^ \t.].*)\Z")
DELIMITER = re.compile(
    r"(?:-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|/{4,}|--|[|,:!]={3,}|`{3,}[^`\s]*|~{4,})\Z"
)
RULE = re.compile(r"(?:'{3,}|<{3,}|---|- - -|\*\*\*|\* \* \*)\Z")
ADMONITION = re.compile(r"(NOTE|TIP|IMPORTANT|WARNING|CAUTION):[ \t]+(.*)\Z")
UNORDERED = re.compile(r"[ \t]*(\*{1,5}|-|\u2022)[ \t]+(\S.*)\Z")
ORDERED = re.compile(r"[ \t]*(\.{1,5}|[0-9]+\.|[a-zA-Z]\.|[ivxIVX]+\))[ \t]+(\S.*)\Z")
CALLOUT_ITEM = re.compile(r"<([0-9]+|\.)>[ \t]+(\S.*)\Z")
DESCRIPTION = re.compile(r"(?!//)[ \t]*(\S[^\n]*?)(:{2,4}|;;)(?:[ \t]+(.*))?\Z")
CHECKBOX = re.compile(r"\[[ xX*]\][ \t]+")
CALLOUT_MARK = re.compile(
    r"(?<![ \t])[ \t]*+(?:(?://|#|--|;;)[ \t]*+)?<(?:!--)?(?:[0-9]+|\.)(?:--)?>(?=\s|\Z)"
)
