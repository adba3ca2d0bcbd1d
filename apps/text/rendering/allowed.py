"""The HTML that may reach a reader's browser, enforced by nh3 on everything."""

import re

import nh3
from pygments.token import STANDARD_TYPES

TAGS = frozenset(
    {
        *("a", "abbr", "b", "bdi", "bdo", "blockquote", "br", "caption", "cite", "code", "col"),
        *("colgroup", "dd", "del", "details", "dfn", "div", "dl", "dt", "em", "figcaption"),
        *("figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "input", "ins", "kbd"),
        *("li", "mark", "ol", "p", "pre", "q", "rp", "rt", "ruby", "s", "samp", "section"),
        *("small", "span", "strong", "sub", "summary", "sup", "table", "tbody", "td", "tfoot"),
        *("th", "thead", "tr", "u", "ul", "var", "wbr"),
    }
)
VOID_TAGS = frozenset({"br", "col", "hr", "img", "input", "wbr"})

ATTRIBUTES: dict[str, set[str]] = {
    "*": {"id", "title", "lang"},
    "a": {"href", "data-wiki", "data-label", "aria-label"},
    "img": {"src", "data-wiki", "alt", "width", "height"},
    "ol": {"start"},
    "li": {"value"},
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan"},
    "input": {"checked"},
    "details": {"open"},
}
_FIXED_VALUES: dict[str, dict[str, set[str]]] = {
    "*": {"dir": {"ltr", "rtl", "auto"}},
    "div": {"tabindex": {"0"}, "role": {"note", "region"}, "aria-label": {"Table"}},
    "pre": {"tabindex": {"0"}},
    "th": {"scope": {"col", "row"}},
    "section": {"role": {"note"}},
}
_FORCED_VALUES = {
    "input": {"type": "checkbox", "disabled": ""},
    "img": {"loading": "lazy", "referrerpolicy": "no-referrer"},
}

CALLOUTS = ("note", "tip", "important", "warning", "caution")
ALIGNMENTS = frozenset({"left", "center", "right"})
_ALIGN_CLASSES = {f"align-{side}" for side in ALIGNMENTS}
_TEXT_CLASSES = {"broken-link", "broken-image", "unknown-role", *_ALIGN_CLASSES}
CLASSES: dict[str, set[str]] = {
    "a": {"heading-anchor", "wiki-link", "external-link", "footnote-back", "broken-link"},
    "div": {
        *("callout", "code-block", "code-label", "diagram", "table-frame", "line-block"),
        *(f"callout-{kind}" for kind in CALLOUTS),
        *_ALIGN_CLASSES,
    },
    "p": {"callout-title", "render-note", "rubric", *_ALIGN_CLASSES},
    "pre": {"highlight", "plain-text"},
    "span": {*_TEXT_CLASSES, *(name for name in STANDARD_TYPES.values() if name)},
    "section": {"footnotes"},
    "sup": {"footnote-ref"},
    "li": {"task"},
    "img": _ALIGN_CLASSES,
    **dict.fromkeys(("td", "th", "table", "h1", "h2", "h3", "h4", "h5", "h6"), _ALIGN_CLASSES),
}

_URL_SCHEMES = {"http", "https", "mailto", "tel", "ftp", "irc", "xmpp", "data"}
_SMALL_IMAGE = re.compile(r"data:image/(?:png|gif|jpeg|webp);base64,[A-Za-z0-9+/=\s]{0,43700}")
_NUMBER = re.compile(r"-?\d{1,4}")
_ID = re.compile(r"[^\s\x00-\x20\"'<>&]{1,300}")


def sanitise(html: str) -> str:
    """Return `html` as a balanced fragment of allowed tags, attributes, classes and schemes."""
    return _CLEANER.clean(html)


def _filter(tag: str, attribute: str, value: str) -> str | None:
    """Keep an attribute's value only in the form it is meant to have."""
    if attribute in ("width", "height", "start", "value", "colspan", "rowspan"):
        return value if _NUMBER.fullmatch(value) else None
    if attribute == "id":
        return value if _ID.fullmatch(value) else None
    if attribute in ("href", "src") and value.lstrip()[:5].lower() == "data:":
        return value if tag == "img" and _SMALL_IMAGE.fullmatch(value) else None
    return value


_CLEANER = nh3.Cleaner(
    tags=set(TAGS),
    clean_content_tags={"script", "style"},
    attributes=ATTRIBUTES,
    attribute_filter=_filter,
    strip_comments=True,
    link_rel=None,
    generic_attribute_prefixes=None,
    tag_attribute_values=_FIXED_VALUES,
    set_tag_attribute_values=_FORCED_VALUES,
    url_schemes=_URL_SCHEMES,
    allowed_classes=CLASSES,
)
