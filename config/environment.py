"""Typed reads of the environment."""

import os
from collections.abc import Mapping


class OptionError(ValueError):
    """An environment variable holds a value that cannot be used."""


class Environment:
    """Typed reads of ``PRESSMARK_*`` variables; a bad value names its variable."""

    def __init__(self, values: Mapping[str, str] | None = None) -> None:
        self.values = os.environ if values is None else values

    def text(self, name: str, default: str = "") -> str:
        """The variable as written, stripped."""
        return self.values.get(f"PRESSMARK_{name}", default).strip()

    def number(self, name: str, default: int, *, least: int = 1) -> int:
        """A whole number of at least ``least``."""
        raw = self.text(name)
        if not raw:
            return default
        try:
            value = int(raw)
        except ValueError:
            raise OptionError(f"PRESSMARK_{name} must be a whole number, not {raw!r}.") from None
        if value < least:
            raise OptionError(f"PRESSMARK_{name} must be at least {least}, not {value}.")
        return value

    def share(self, name: str, default: float) -> float:
        """A number from 0 to 1."""
        raw = self.text(name)
        try:
            value = float(raw) if raw else default
        except ValueError:
            value = -1.0
        if not 0 <= value <= 1:
            raise OptionError(f"PRESSMARK_{name} must be a number from 0 to 1, not {raw!r}.")
        return value

    def flag(self, name: str, *, default: bool = False) -> bool:
        """A yes or no: true/false, yes/no, on/off, 1/0."""
        raw = self.text(name).lower()
        if not raw:
            return default
        if raw in {"1", "true", "yes", "on"}:
            return True
        if raw in {"0", "false", "no", "off"}:
            return False
        raise OptionError(f"PRESSMARK_{name} must be true or false, not {raw!r}.")

    def words(self, name: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        """A comma-separated list."""
        raw = self.text(name)
        return tuple(part.strip() for part in raw.split(",") if part.strip()) if raw else default
