"""Link targets: what kind an href is, its parts, and the key it names inside one collection."""

import re
from dataclasses import dataclass
from urllib.parse import unquote

from apps.text.structure import LinkType

# Looking a member up costs as much as the rest of what `classify_href` does.
_ABSOLUTE, _ANCHOR = LinkType.ABSOLUTE, LinkType.ANCHOR
_MARKDOWN, _RELATIVE = LinkType.MARKDOWN, LinkType.RELATIVE
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:")
_MOST_ABSOLUTE = ("https://", "http://", "//")
_MARKDOWN_SUFFIXES = (".md", ".mdx", ".markdown")
IMAGE_SUFFIXES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".svg")


@dataclass(frozen=True, slots=True)
class LinkTarget:
    """The parts of an href. `path` is still percent-encoded; `fragment` and `query` are decoded."""

    path: str
    fragment: str | None
    query: str | None


def is_absolute(href: str) -> bool:
    """Tell whether an href leaves the collection: any `scheme:` and `//host` do."""
    return href.startswith(("//", "\\\\")) or _SCHEME.match(href) is not None


def classify_href(href: str) -> LinkType:
    """Return the type of a link that is no wiki link."""
    if href.startswith(_MOST_ABSOLUTE):
        return _ABSOLUTE
    if href.startswith("#"):
        return _ANCHOR
    if (":" in href or "\\" in href) and is_absolute(href):
        return _ABSOLUTE
    path = href.partition("#")[0].partition("?")[0]
    return _MARKDOWN if path.lower().endswith(_MARKDOWN_SUFFIXES) else _RELATIVE


def split_href(href: str) -> LinkTarget:
    """Split an href into path, query and fragment (RFC 3986, section 3), nothing else undone.

    An absent part is None, an empty one (`page.md#`) is the empty text.
    """
    rest, hash_mark, fragment = href.partition("#")
    path, question_mark, query = rest.partition("?")
    return LinkTarget(
        path,
        unquote(fragment) if hash_mark else None,
        unquote(query) if question_mark else None,
    )


def normalise_key(path: str, *, relative_to: str | None) -> str | None:
    """Return the collection key that `path` names, or None when it names none.

    `path` is the percent-encoded path of an href; `relative_to` is the key of the linking
    document (None resolves from the root). Each segment is decoded once, `.` and `..` are folded,
    a leading slash starts at the root, an empty path is the document itself. None: the path climbs
    out, an encoded slash, backslash or NUL hides in a segment, it is absolute, or nothing is left.
    """
    if is_absolute(path):
        return None
    if not path:
        return relative_to
    parts: list[str] = []
    if relative_to is not None and not path.startswith("/"):
        parts.extend(relative_to.split("/")[:-1])
    for segment in path.split("/"):
        name = unquote(segment)
        if "/" in name or "\\" in name or "\0" in name:
            return None
        if name == "..":
            if not parts:
                return None
            parts.pop()
        elif name not in {"", "."}:
            parts.append(name)
    return "/".join(parts) or None
