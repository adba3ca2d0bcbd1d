"""The info string of a fence."""

import re

_LANGUAGE = re.compile(r"\s*\{?\.?([^\s{},]+)")


def language_of(info: str) -> str:
    """Return the language an info string names, without attributes; empty when it names none.

    `yaml title="a" {2}` gives `yaml`, `rust,ignore` gives `rust`, `{.python}` gives `python`.
    """
    if info.isalnum():
        return info
    match = _LANGUAGE.match(info)
    return match[1] if match else ""
