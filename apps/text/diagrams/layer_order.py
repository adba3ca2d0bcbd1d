"""The order of items within layers that lets few links cross."""

from bisect import bisect_right, insort
from itertools import pairwise

_SWEEPS = 10


def ordered(ranks: list[int], down: list[list[int]]) -> list[list[int]]:
    """Return the items of each layer in the best order found; links lead one layer on."""
    up = upward(down)
    best = layers = _first(ranks, down)
    fewest = _crossings(layers, down)
    for sweep in range(_SWEEPS):
        if not fewest:
            break
        layers = _swept(layers, up if sweep % 2 == 0 else down, is_down=sweep % 2 == 0)
        crossings = _crossings(layers, down)
        if crossings < fewest:
            best, fewest = layers, crossings
    return best


def upward(down: list[list[int]]) -> list[list[int]]:
    """Return for each item those that lead to it."""
    up: list[list[int]] = [[] for _ in down]
    for tail, heads in enumerate(down):
        for head in heads:
            up[head].append(tail)
    return up


def _first(ranks: list[int], down: list[list[int]]) -> list[list[int]]:
    """Order by a walk along the links, which keeps what hangs together side by side."""
    layers: list[list[int]] = [[] for _ in range(max(ranks) + 1)]
    seen: set[int] = set()
    for start in sorted(range(len(ranks)), key=lambda item: (ranks[item], item)):
        stack = [start]
        while stack:
            item = stack.pop()
            if item not in seen:
                seen.add(item)
                layers[ranks[item]].append(item)
                stack.extend(reversed(down[item]))
    return layers


def _swept(
    layers: list[list[int]], neighbours: list[list[int]], *, is_down: bool
) -> list[list[int]]:
    result = [list(layer) for layer in layers]
    place: dict[int, float] = {}
    for layer in result if is_down else reversed(result):
        here = {item: float(at) for at, item in enumerate(layer)}
        for item in layer:
            near = [place[other] for other in neighbours[item]]
            if near:
                here[item] = sum(near) / len(near)
        layer.sort(key=here.__getitem__)
        place = {item: float(at) for at, item in enumerate(layer)}
    return result


def _crossings(layers: list[list[int]], down: list[list[int]]) -> int:
    count = 0
    for upper, lower in pairwise(layers):
        place = {item: at for at, item in enumerate(lower)}
        passed: list[int] = []
        for item in upper:
            heads = sorted(place[head] for head in down[item])
            count += sum(len(passed) - bisect_right(passed, head) for head in heads)
            for head in heads:
                insort(passed, head)
    return count
