"""What can go wrong with a source, told apart by who can do something about it."""

from typing import ClassVar

from apps.access.errors import InvalidRequestError, NotReadyError, UnavailableError


class SourceRefusedError(InvalidRequestError):
    """The address, the credential or the reference is wrong; trying again does not help."""

    code: ClassVar[str] = "SOURCE_REFUSED"


class SourceUnavailableError(UnavailableError):
    """The source did not answer, or not in time; trying again may help."""

    code: ClassVar[str] = "SOURCE_UNAVAILABLE"


class MirrorMissingError(NotReadyError):
    """The mirror is not there (never synced, or its folder is lost); the next sync makes it."""

    code: ClassVar[str] = "MIRROR_MISSING"


# What git says (in the C locale) when asking again would be in vain.
_HOPELESS = (
    "authentication failed",
    "could not read username",
    "couldn't find remote ref",
    "does not appear to be a git repository",
    "not a git repository",
    "remote ref does not exist",
    "' not found",
    "repository not found",
    "returned error: 401",
    "returned error: 403",
    "returned error: 404",
    "unable to update url base from redirection",
    "returned error: 301",
    "returned error: 302",
    "transport 'file' not allowed",
    "not allowed",
)
# What git adds once the other side has told the reason.
_ECHOES = ("early EOF", "invalid index-pack output", "the remote end hung up unexpectedly")


def error_of(stderr: bytes) -> SourceRefusedError | SourceUnavailableError:
    """The error that git's own words stand for; the last line that tells a reason is quoted."""
    lines = [line.strip() for line in stderr.decode("utf-8", "replace").splitlines()]
    telling = [
        line
        for line in lines
        if line.startswith(("fatal:", "error:", "remote:"))
        and not any(echo in line for echo in _ECHOES)
    ]
    said = (telling or lines or ["no reason given"])[-1][:300]
    said = said.partition(": ")[2] if said.startswith(("fatal:", "error:")) else said
    message = f"git: {said}"
    if any(word in stderr.decode("utf-8", "replace").lower() for word in _HOPELESS):
        return SourceRefusedError(message)
    return SourceUnavailableError(message)
