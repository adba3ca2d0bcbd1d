"""Stored values of any shape as people read them: tables and lists, no JSON."""

from collections.abc import Mapping
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

NOTHING = SafeString("-")
FRAME = '<div class="pm-frame"><table class="pm-table">{}{}</table></div>'
HEAD = SafeString(
    '<thead><tr><th scope="col">What</th><th scope="col">Before</th>'
    '<th scope="col">After</th></tr></thead>'
)


def shown_value(value: Any) -> SafeString:
    """A text, number, list or mapping; a dash for nothing."""
    if value in (None, "", [], (), {}):
        return NOTHING
    match value:
        case bool():
            return SafeString("yes" if value else "no")
        case Mapping():
            pairs = ((plain_name(name), shown_value(one)) for name, one in value.items())
            rows = format_html_join("", '<tr><th scope="row">{}</th><td>{}</td></tr>', pairs)
            return format_html(FRAME, "", rows)
        case list() | tuple():
            return format_html_join("", "<div>{}</div>", ((shown_value(one),) for one in value))
        case _:
            return format_html("<bdi>{}</bdi>", value)


def shown_change(before: Mapping[str, Any] | None, after: Mapping[str, Any] | None) -> SafeString:
    """Two states side by side; what differs stands first and is marked."""
    then, now = before or {}, after or {}
    names = sorted({**then, **now}, key=lambda name: then.get(name) == now.get(name))
    if not names:
        return NOTHING
    rows = format_html_join(
        "",
        '<tr{}><th scope="row">{}</th><td>{}</td><td>{}</td></tr>',
        (
            (
                SafeString(' class="pm-changed"') if then.get(name) != now.get(name) else "",
                plain_name(name),
                shown_value(then.get(name)),
                shown_value(now.get(name)),
            )
            for name in names
        ),
    )
    return format_html(FRAME, HEAD, rows)


def plain_name(name: str) -> str:
    """The name of a fact in words: "expires_at" is "Expires at"."""
    words = str(name).replace("_", " ")
    return words[:1].upper() + words[1:]
