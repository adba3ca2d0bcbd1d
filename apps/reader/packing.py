"""A context pack as its page shows it."""

from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe

from apps.access.errors import DomainError
from apps.access.principals import Principal
from apps.retrieval.gain.crediting import credit
from apps.retrieval.packs.making import make_pack
from apps.retrieval.packs.pack import Pack
from apps.retrieval.packs.request import PackRequest
from apps.text.parse import parse_document


@dataclass(frozen=True, slots=True)
class Packing:
    """What came of a task: the pack and its HTML, or what is wrong with the task."""

    task: str = ""
    pack: Pack | None = None
    html: SafeString | None = None
    error: str = ""


def pack_for_page(user: Principal, task: str, max_tokens: int, sources: list[str]) -> Packing:
    """Make the pack; what is wrong with the task is told, not raised."""
    if not task.strip():
        return Packing(task)
    request = PackRequest(task, max_tokens, tuple(sources))
    try:
        pack = make_pack(user=user, request=request)
    except DomainError as error:
        return Packing(task, error=error.message)
    credit(user=user, answer=pack.as_dict())
    return Packing(task, pack, rendered(pack))


def rendered(pack: Pack) -> SafeString:
    """The Markdown as safe HTML; relative links lead nowhere here, images of others stay out."""
    # docutils and pygments are heavy, and only this page needs them.
    from apps.text.render import render_document

    parsed = parse_document(pack.markdown, name="pack.md")
    html = render_document(parsed, resolve=lambda *_: None, image_hosts=())
    return mark_safe(html)  # noqa: S308  sanitised there
