"""Roles of MyST that refer: ``{ref}`label` ``, ``{doc}`text </path>` ``."""

import re
from dataclasses import dataclass

from apps.text.labels import ROLES, reference_of
from apps.text.structure import LinkType

_SIGN = re.compile(rb"\}`")
_ROLE = re.compile(
    rb"(?<!\\)\{%s\}(`{1,3})(?!`)((?:[^\r\n]|\r?\n(?![ \t]*\r?\n)){1,600}?)(?<!`)\2(?!`)"
    % ROLES.encode()
)
_LONGEST_NAME = len(b"{std:numref}")


@dataclass(frozen=True, slots=True)
class RoleLink:
    """One role; `start` and `end` bound it in the UTF-8 source."""

    start: int
    end: int
    href: str
    label: str
    link_type: LinkType


def find_role_links(data: bytes) -> list[RoleLink]:
    """Return whatever is spelt like a role that refers, in order.

    The caller must drop the ones whose opening brace is no plain text.
    """
    found: list[RoleLink] = []
    for sign in _SIGN.finditer(data):
        start = data.rfind(b"{", max(0, sign.start() - _LONGEST_NAME), sign.start())
        role = _ROLE.match(data, start) if start >= 0 else None
        if role is not None:
            reference = reference_of(role[1].decode(), role[3].decode().replace("\\\n", " "))
            if reference is not None:
                text, href, link_type = reference
                found.append(RoleLink(start, role.end(), href, text, link_type))
    return found
