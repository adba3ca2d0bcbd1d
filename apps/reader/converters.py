"""URL parts that hold whatever a person may call a collection or a document."""


class NameConverter:
    """One path segment: a collection's name or id, percent-decoded. NUL never matches."""

    regex = r"[^/\x00]+"

    def to_python(self, value: str) -> str:
        """The name as it stands."""
        return value

    def to_url(self, value: str) -> str:
        """The name as it stands; `reverse` percent-encodes it."""
        return value


class KeyConverter(NameConverter):
    """The rest of a path: a document's key with its slashes (line breaks may occur in it)."""

    regex = r"[^\x00]+"
