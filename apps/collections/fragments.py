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


class Places:
    """What fragments may name on one page: its anchors are gathered once for all who ask."""

    def __init__(self, headings: Iterable[Mapping[str, Any]], content: str) -> None:
        self.anchors = {heading["anchor"] for heading in headings}
        self.content = content
        # Most pages have none of these signs, and then nothing is to be looked for.
        self.forms = [
            form
            for form in WRITTEN_FORMS
            if all(sign in content for sign in form.format("\n").split("\n"))
        ]

    def has(self, fragment: str) -> bool:
        """Whether there is that anchor, that heading, or an anchor written by hand in the text.

        Of ``Part#Section``, as some wikis write it, the last name counts.
        """
        fragment = fragment.rpartition("#")[2].strip()
        if fragment.lower() in ALWAYS_FOUND:
            return True
        if not self.anchors.isdisjoint({fragment, fragment.lower(), github_slug(fragment)}):
            return True
        return any(form.format(fragment) in self.content for form in self.forms)


def written_fragment(href: str, link_type: str) -> str:
    """The fragment of a link as it is kept: decoded, empty without one; a label has none."""
    if link_type == LinkType.LABEL:
        return ""
    fragment: str = storable(split_href(href).fragment or "")
    return fragment[:LONGEST_FRAGMENT]
