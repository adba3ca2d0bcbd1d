"""The operator's briefing of agents: read by every caller of MCP, written by admins."""

from django.db import transaction

from apps.access.audit import record_change
from apps.access.errors import InvalidRequestError
from apps.access.principals import Principal, stored_user
from apps.retrieval.golden.keeping import check_admin
from apps.retrieval.models import BriefingVersion

LONGEST = 4000


def current_briefing() -> str:
    """The newest version's text, empty when there is none.

    It is guarded by no rule: whoever may call the MCP endpoint is told it.
    """
    newest = BriefingVersion.objects.order_by("-id").values_list("text", flat=True).first()
    return newest or ""


@transaction.atomic
def write_briefing(*, user: Principal, text: str) -> BriefingVersion:
    """Keep a new version, which holds from the next connection on; an empty text ends it.

    Raises `ForbiddenError` for who is no admin, `InvalidRequestError` for field ``text``. The same
    text as before makes no new version.
    """
    check_admin(user)
    clean = check_text(text)
    newest = BriefingVersion.objects.order_by("-id").first()
    if newest is not None and newest.text == clean:
        return newest
    version = BriefingVersion.objects.create(text=clean, author=stored_user(user))
    record_change(
        user=user,
        action="briefing.written",
        target=version,
        before={"text": newest.text if newest else ""},
        after={"text": clean},
    )
    return version


@transaction.atomic
def restore_briefing(*, user: Principal, version_id: int) -> BriefingVersion:
    """Make an old version's text the newest one. Raises `NotFoundError` or `ForbiddenError`."""
    check_admin(user)
    old = BriefingVersion.objects.find(user=user, pk=version_id)
    return write_briefing(user=user, text=old.text)


def check_text(raw: str) -> str:
    """The text as it is kept. Raises `InvalidRequestError`."""
    text = raw.replace("\r\n", "\n").strip()
    if len(text) > LONGEST:
        message = f"A briefing has at most {LONGEST} characters; this one has {len(text)}."
        raise InvalidRequestError.for_field("text", message)
    if any(one == "\0" or "\ud800" <= one <= "\udfff" for one in text):
        raise InvalidRequestError.for_field("text", "The text has characters that are no text.")
    return text
