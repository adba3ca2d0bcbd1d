"""Words, numbers, times and addresses as the pages write them."""

from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from django import template
from django.conf import settings
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from apps.reader import addresses, page_addresses
from apps.reader.marking import mark_terms, mark_text
from apps.reader.sources import search_mark
from apps.reader.upkeep import is_review_due

register = template.Library()
THIN_SPACE = "\u202f"
STEPS = ((60, "second"), (60, "minute"), (24, "hour"), (30, "day"), (12, "month"), (1000, "year"))

register.simple_tag(addresses.collection_url, name="collection_url")
register.simple_tag(addresses.document_url, name="document_url")
register.simple_tag(addresses.attachment_url, name="attachment_url")
register.simple_tag(page_addresses.tag_url, name="document_page", takes_context=True)
register.simple_tag(search_mark)
register.filter("marked", mark_terms)
register.filter("marked_text", mark_text)
register.filter("is_review_due", is_review_due)


@register.filter
def grouped(value: int | None) -> str:
    """A number with thin spaces between its thousands: 12 345."""
    return f"{value or 0:,}".replace(",", THIN_SPACE)


@register.simple_tag
def counted(value: int | None, one: str, many: str = "") -> str:
    """A number and its noun: ``1 document``, ``12 345 documents``."""
    noun = one if value == 1 else many or f"{one}s"
    return f"{grouped(value)}{chr(0xA0)}{noun}"


@register.filter
def ago(moment: datetime | None) -> SafeString:
    """How long ago, with the exact time in a title."""
    if moment is None:
        return mark_safe('<span class="quiet">never</span>')
    exact = f"{moment:%d %B %Y, %H:%M} UTC".lstrip("0")
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        moment.isoformat(),
        exact,
        relative(timezone.now() - moment),
    )


def relative(age: timedelta) -> str:
    """An age in the largest unit that fits: ``3 hours ago``."""
    count = age.total_seconds()
    if count < 45:
        return "just now"
    for size, unit in STEPS:
        if count < size or unit == "year":
            whole = max(1, int(count))
            return f"{whole} {unit}{'' if whole == 1 else 's'} ago"
        count /= size
    return ""


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """A drawing of the sprite; decorative unless it has a label."""
    if not label:
        return format_html('<svg class="icon" aria-hidden="true"><use href="#i-{}"/></svg>', name)
    return format_html(
        '<svg class="icon" role="img" aria-label="{}"><use href="#i-{}"/></svg>', label, name
    )


@register.simple_tag(takes_context=True)
def query(context: dict[str, Any], **changes: Any) -> str:
    """The page's own query string with some parameters changed; None or empty drops one."""
    parameters = context["request"].GET.copy()
    for name, value in changes.items():
        parameters.pop(name, None)
        if value not in {None, ""}:
            parameters[name] = value
    pairs = [(name, value) for name, values in parameters.lists() for value in values]
    return "?" + urlencode(pairs)


@register.simple_tag
def public_read() -> bool:
    """Whether visitors who are not signed in may read public sources."""
    return settings.PRESSMARK.public_read


@register.simple_tag
def query_log_term() -> str:
    """How long questions are kept, as a sentence."""
    days = settings.PRESSMARK.query_log.days
    return f"Each is forgotten after {counted(days, 'day')}." if days else "None is kept any more."


@register.filter
def size(value: int) -> str:
    """A number of bytes in the unit that suits it: 1.4 MB."""
    if value < 1000:
        return counted(value, "byte")
    amount, unit = (value / 1000, "kB") if value < 1_000_000 else (value / 1_000_000, "MB")
    return f"{amount:.1f}{THIN_SPACE}{unit}"


@register.filter
def shape(value: object) -> str:
    """What kind of front matter value it is: mapping, list, nothing or text."""
    if isinstance(value, dict):
        return "mapping" if value else "nothing"
    if isinstance(value, list):
        return "list" if value else "nothing"
    return "nothing" if value in {None, ""} else "text"
