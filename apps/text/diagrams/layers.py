"""A layered layout of a directed graph (Sugiyama, Tagawa and Toda 1981).

Links are turned so that none runs in a circle, items get the layer of their longest path, links
over several layers get a stand-in in each, layers are ordered by the mean place of neighbours, and
places are the least-squares fit to those of the neighbours that keeps order and distance. "Main"
runs from layer to layer, "cross" along a layer. Everything is bounded by the size of the input.
"""

from dataclasses import dataclass

from apps.text.diagrams.layer_order import ordered
from apps.text.diagrams.layer_places import placed
from apps.text.diagrams.refusal import NotDrawnError

Size = tuple[float, float]
"""Cross and main extent."""
MOST_STAND_INS = 3000
GAP = 28.0
LAYER_GAP = 46.0


@dataclass(frozen=True, slots=True)
class Link:
    """Between two items by their numbers; `label` is the room its words need, if any."""

    tail: int
    head: int
    label: Size | None = None


@dataclass(frozen=True, slots=True)
class Route:
    """The points a link passes, from tail to head, and the middle of its words."""

    points: tuple[Size, ...]
    label: Size | None
    leaves: float
    enters: float


@dataclass(frozen=True, slots=True)
class Layout:
    """Middles of the items, routes of the links, and the extent of all."""

    places: list[Size]
    routes: list[Route]
    size: Size


def lay_out(sizes: list[Size], links: list[Link]) -> Layout:
    """Return places for items of these sizes; no link may join an item with itself."""
    return _Layers(sizes, links).layout()


class _Layers:
    def __init__(self, sizes: list[Size], links: list[Link]) -> None:
        self._sizes = list(sizes)
        self._count = len(sizes)
        self._links = links
        self._has_words = any(link.label for link in links)
        self._is_turned = turned(self._count, links)
        self._pairs = [
            (link.head, link.tail) if is_turned else (link.tail, link.head)
            for link, is_turned in zip(links, self._is_turned, strict=True)
        ]
        step = 2 if self._has_words else 1
        self._rank = _ranks(self._count, self._pairs, step)
        self._held = frozenset(self._rank)
        self._down: list[list[int]] = [[] for _ in sizes]
        self._chains = [
            self._chain(*pair, link) for pair, link in zip(self._pairs, links, strict=True)
        ]

    def layout(self) -> Layout:
        layers = ordered(self._rank, self._down)
        inner = [item >= self._count for item in range(len(self._sizes))]
        cross = placed(layers, self._down, [size[0] for size in self._sizes], inner, GAP)
        edges = self._edges(layers)
        left = min(x - size[0] / 2 for x, size in zip(cross, self._sizes, strict=True))
        right = max(x + size[0] / 2 for x, size in zip(cross, self._sizes, strict=True))
        cross = [x - left for x in cross]
        middles = [(edges[rank][0] + edges[rank][1]) / 2 for rank in self._rank]
        places = list(zip(cross, middles, strict=True))
        routes = [self._route(number, places, edges) for number in range(len(self._links))]
        return Layout(places[: self._count], routes, (right - left, edges[-1][1]))

    def _chain(self, tail: int, head: int, link: Link) -> list[int]:
        """Put stand-ins into the layers that a link passes; the middle one holds its words."""
        ranks = range(self._rank[tail] + 1, self._rank[head])
        chain = []
        before = tail
        for rank in ranks:
            is_middle = rank == ranks[len(ranks) // 2]
            self._sizes.append((link.label or (0.0, 0.0)) if is_middle else (0.0, 0.0))
            self._rank.append(rank)
            self._down.append([])
            self._down[before].append(len(self._sizes) - 1)
            before = len(self._sizes) - 1
            chain.append(before)
        if len(self._sizes) > self._count + MOST_STAND_INS:
            raise NotDrawnError("it is too large")
        self._down[before].append(head)
        return chain

    def _is_in_the_way(self, stand_in: int) -> bool:
        """Tell whether a link must pass here: at its words, and in layers that hold items."""
        return self._sizes[stand_in] != (0.0, 0.0) or self._rank[stand_in] in self._held

    def _edges(self, layers: list[list[int]]) -> list[Size]:
        """Return where each layer begins and ends."""
        gap = LAYER_GAP / 2 if self._has_words else LAYER_GAP
        edges: list[Size] = []
        at = 0.0
        for layer in layers:
            extent = max((self._sizes[item][1] for item in layer), default=0.0)
            edges.append((at, at + extent))
            at += extent + gap
        return edges

    def _route(self, number: int, places: list[Size], edges: list[Size]) -> Route:
        chain = self._chains[number]
        label = places[chain[len(chain) // 2]] if chain and self._links[number].label else None
        points = [
            (places[item][0], side)
            for item in chain
            if self._is_in_the_way(item)
            for side in dict.fromkeys(edges[self._rank[item]])
        ]
        tail, head = self._pairs[number]
        leaves, enters = edges[self._rank[tail]][1], edges[self._rank[head]][0]
        if self._is_turned[number]:
            return Route(tuple(points[::-1]), label, enters, leaves)
        return Route(tuple(points), label, leaves, enters)


def turned(count: int, links: list[Link]) -> list[bool]:
    """Tell for each link whether it closes a circle, walking from the first item on."""
    outgoing: list[list[int]] = [[] for _ in range(count)]
    for number, link in enumerate(links):
        outgoing[link.tail].append(number)
    is_turned = [False] * len(links)
    state = [0] * count
    for start in range(count):
        if state[start]:
            continue
        state[start] = 1
        stack = [(start, iter(outgoing[start]))]
        while stack:
            item, rest = stack[-1]
            number = next(rest, -1)
            if number < 0:
                state[item] = 2
                stack.pop()
            elif state[head := links[number].head] == 1:
                is_turned[number] = True
            elif state[head] == 0:
                state[head] = 1
                stack.append((head, iter(outgoing[head])))
    return is_turned


def _ranks(count: int, pairs: list[tuple[int, int]], step: int) -> list[int]:
    """Return the layers of the longest paths; sources move down to what they lead to."""
    down: list[list[int]] = [[] for _ in range(count)]
    waiting = [0] * count
    for tail, head in pairs:
        down[tail].append(head)
        waiting[head] += 1
    sources = [item for item in range(count) if not waiting[item]]
    ranks = [0] * count
    ready = list(sources)
    for item in ready:
        for head in down[item]:
            ranks[head] = max(ranks[head], ranks[item] + step)
            waiting[head] -= 1
            if not waiting[head]:
                ready.append(head)
    for item in sources:
        if down[item]:
            ranks[item] = min(ranks[head] for head in down[item]) - step
    return ranks
