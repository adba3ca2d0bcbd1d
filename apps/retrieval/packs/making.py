"""Makes context packs: the one service behind the command line, REST, the pages and MCP."""

from collections.abc import Callable
from dataclasses import replace

from apps.access.errors import BudgetTooSmallError
from apps.access.principals import Principal
from apps.retrieval.asking.log import noting
from apps.retrieval.asking.note import Found
from apps.retrieval.models import AskedKind
from apps.retrieval.packs.filling import Filler
from apps.retrieval.packs.gathering import Gathered, gather
from apps.retrieval.packs.pack import Pack
from apps.retrieval.packs.request import PackRequest

# How often a budget is lowered until what is made of the pack fits too.
TRIES = 6


def make_pack(*, user: Principal, request: PackRequest) -> Pack:
    """Gather what a task needs among all that the user may read, within the budget.

    The same task gives the same pack while nothing changes. Raises `InvalidRequestError`,
    `NotFoundError` for a source mark that is missing or hidden, and `BudgetTooSmallError` when
    something was found and not even its smallest part fits.
    """
    return fit_pack(user=user, request=request, size_of=lambda pack: pack.tokens)


def fit_pack(*, user: Principal, request: PackRequest, size_of: Callable[[Pack], int]) -> Pack:
    """The largest pack found whose answer, in tokens by ``size_of``, keeps the budget.

    Raises what `make_pack` raises.
    """
    kind = AskedKind.CONTEXT
    with noting(user=user, kind=kind, text=request.task, marks=request.sources) as note:
        request.check()
        pack = largest(request, gather(user=user, request=request), size_of)
        note.answers(Found(one.mark, one.source, one.chunk_id) for one in pack.entries)
    return pack


def largest(request: PackRequest, gathered: Gathered, size_of: Callable[[Pack], int]) -> Pack:
    """The largest of a few fillings whose answer keeps the budget."""
    room, size = request.max_tokens, 0
    for _ in range(TRIES):
        pack = fill(replace(request, max_tokens=room), gathered)
        size = size_of(pack)
        if size <= request.max_tokens:
            return replace(pack, max_tokens=request.max_tokens)
        room = max(1, min(room - 1, pack.tokens * request.max_tokens * 97 // (size * 100)))
    raise BudgetTooSmallError.needing(size)


def fill(request: PackRequest, gathered: Gathered) -> Pack:
    """The pack of what was gathered. Raises `BudgetTooSmallError`."""
    filler = Filler(request, gathered)
    filler.fill()
    pack = filler.pack()
    if pack.tokens > request.max_tokens or (gathered.parts and not pack.entries):
        raise BudgetTooSmallError.needing(filler.smallest)
    return pack
