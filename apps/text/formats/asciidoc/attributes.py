"""What a line in brackets says about the block that follows it."""

import re
from dataclasses import dataclass, field

_PART = re.compile(r"""\s*(?:([\w-]+)\s*=\s*)?("[^"]*"|'[^']*'|[^,]*)\s*(?:,|\Z)""")
_SHORTHAND = re.compile(r"([.#%])([^.#%\s]+)")
_COLUMNS = re.compile(r"\s*(?:([0-9]{1,3})\*)?")
_MOST_COLUMNS = 100


@dataclass(slots=True)
class BlockAttributes:
    """Style, language, id, options and named values that were written before a block."""

    style: str = ""
    language: str = ""
    name: str = ""
    options: set[str] = field(default_factory=set)
    values: dict[str, str] = field(default_factory=dict)

    def read(self, inside: str) -> None:
        """Take in the text of one bracketed line, such as `source,ruby` or `#id.role%header`."""
        positional = 0
        for key, value in _PART.findall(inside)[:50]:
            plain = value.strip().strip("\"'")
            if key:
                self._named(key, plain)
            elif plain:
                positional += 1
                self._positional(positional, plain)

    @property
    def columns(self) -> int:
        """How many columns a table has by its `cols`; 0 when it does not say."""
        cols = self.values.get("cols", "").strip()
        if cols.isascii() and cols.isdigit():
            return min(int(cols[:6]), _MOST_COLUMNS)
        parts = [part for part in re.split(r"[,;]", cols) if part.strip()]
        found = [_COLUMNS.match(part) for part in parts[:_MOST_COLUMNS]]
        return min(sum(int(m[1]) if m and m[1] else 1 for m in found), _MOST_COLUMNS)

    def _named(self, key: str, value: str) -> None:
        if key in ("options", "opts"):
            self.options.update(re.split(r"[,\s]+", value))
        elif key == "id":
            self.name = value
        elif key == "language":
            self.language = value
        else:
            self.values[key] = value

    def _positional(self, place: int, value: str) -> None:
        if place == 1:
            self.style = re.split(r"[.#%]", value, maxsplit=1)[0] or self.style
            for sign, word in _SHORTHAND.findall(value):
                if sign == "#":
                    self.name = word
                elif sign == "%":
                    self.options.add(word)
        elif place == 2 and self.style == "source":
            self.language = value
