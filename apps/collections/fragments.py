"""Whether the ``#fragment`` of a link names a place in its target."""

from collections.abc import Iterable, Mapping
from typing import Any

from apps.text.anchors import github_slug
from apps.text.links import split_href
from apps.text.storable import storable
from apps.text.structure import LinkType

LONGEST_FRAGMENT = 500

# HTML's own rule: an empty fragment and "top" mean the start of the page (WHATWG HTML, 7.4.6.3).
ALWAYS_FOUND = frozenset({"", "top"})
WRITTEN_FORMS = (
    'id="{}"',
    "id='{}'",
    'name="{}"',
    "name='{}'",
    "{{#{}}}",
    "{{#{} ",
    ".. _{}:",
    "({})=",
)


def has_fragment(fragment: str, headings: Iterable[Mapping[str, Any]], content: str) -> bool:
    """Whether the page has that anchor, that heading, or an anchor written by hand in its text.

    Of ``Part#Section``, as some wikis write it, the last name counts.
    """
    fragment = fragment.rpartition("#")[2].strip()
    if fragment.lower() in ALWAYS_FOUND:
        return True
    anchors = {heading["anchor"] for heading in headings}
    if not anchors.isdisjoint({fragment, fragment.lower(), github_slug(fragment)}):
        return True
    return any(form.format(fragment) in content for form in WRITTEN_FORMS)


def written_fragment(href: str, link_type: str) -> str:
    """The fragment of a link as it is kept: decoded, empty without one; a label has none."""
    if link_type == LinkType.LABEL:
        return ""
    fragment: str = storable(split_href(href).fragment or "")
    return fragment[:LONGEST_FRAGMENT]
