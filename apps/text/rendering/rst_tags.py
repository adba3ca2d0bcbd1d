"""Which HTML stands for which node of a docutils tree."""

from apps.text.rendering.tables import TABLE_FRAME

PAIRS: dict[str, tuple[str, str]] = {
    "abbreviation": ("<abbr>", "</abbr>"),
    "attribution": ("<p>— ", "</p>\n"),
    "block_quote": ("<blockquote>\n", "</blockquote>\n"),
    "bullet_list": ("<ul>\n", "</ul>\n"),
    "caption": ("<figcaption>", "</figcaption>\n"),
    "classifier": (" <em>", "</em>"),
    "container": ("<div>", "</div>\n"),
    "definition": ("<dd>", "</dd>\n"),
    "definition_list": ("<dl>\n", "</dl>\n"),
    "description": ("<dd>", "</dd>\n"),
    "emphasis": ("<em>", "</em>"),
    "entry": ("<td>", "</td>"),
    "field_body": ("<dd>", "</dd>\n"),
    "field_list": ("<dl>\n", "</dl>\n"),
    "field_name": ("<dt>", "</dt>\n"),
    "figure": ("<figure>", "</figure>\n"),
    "legend": ("<div>", "</div>\n"),
    "line_block": ('<div class="line-block">', "</div>\n"),
    "line": ("", "<br>\n"),
    "list_item": ("<li>", "</li>\n"),
    "literal": ("<code>", "</code>"),
    "math": ("<code>", "</code>"),
    "option": ("<code>", "</code> "),
    "option_group": ("<dt>", "</dt>\n"),
    "option_list": ("<dl>\n", "</dl>\n"),
    "paragraph": ("<p>", "</p>\n"),
    "row": ("<tr>", "</tr>\n"),
    "rubric": ('<p class="rubric">', "</p>\n"),
    "strong": ("<strong>", "</strong>"),
    "subscript": ("<sub>", "</sub>"),
    "subtitle": ('<p class="rubric">', "</p>\n"),
    "superscript": ("<sup>", "</sup>"),
    "table": (f"{TABLE_FRAME}<table>\n", "</table></div>\n"),
    "tbody": ("<tbody>\n", "</tbody>\n"),
    "term": ("<dt>", "</dt>\n"),
    "thead": ("<thead>\n", "</thead>\n"),
    "title_reference": ("<cite>", "</cite>"),
}
CALLOUT_KINDS = {
    "note": "note",
    "tip": "tip",
    "hint": "tip",
    "important": "important",
    "warning": "warning",
    "attention": "warning",
    "caution": "caution",
    "danger": "caution",
    "error": "caution",
}
SILENT = frozenset(
    {"comment", "substitution_definition", "pending", "raw", "colspec", "header", "footer", "meta"}
)
