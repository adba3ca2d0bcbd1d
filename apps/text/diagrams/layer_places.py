"""Places along layers, near those of neighbours, in the given order and without overlap."""

from itertools import pairwise

from apps.text.diagrams.layer_order import upward

_SWEEPS = 14
_STRAIGHT = 8.0
"""How much more a line between two stand-ins wants to be straight than any other."""
_LOOSE = 0.05
"""How firmly an item without neighbours stays where it is."""


def placed(
    layers: list[list[int]],
    down: list[list[int]],
    extents: list[float],
    is_inner: list[bool],
    gap: float,
) -> list[float]:
    """Return the middle of each item; `is_inner` marks the stand-ins of links."""
    up = upward(down)
    offsets = [_offsets(layer, extents, is_inner, gap) for layer in layers]
    places = [0.0] * len(extents)
    for layer, starts in zip(layers, offsets, strict=True):
        for item, start in zip(layer, starts, strict=True):
            places[item] = start - starts[-1] / 2
    for sweep in range(_SWEEPS):
        is_last = sweep >= _SWEEPS - 4
        for row in range(len(layers)) if sweep % 2 == 0 else reversed(range(len(layers))):
            near = [(up if sweep % 2 == 0 else down)[item] for item in layers[row]]
            if is_last:
                near = [up[item] + down[item] for item in layers[row]]
            _settle(layers[row], near, offsets[row], is_inner, places)
    return places


def _offsets(
    layer: list[int], extents: list[float], is_inner: list[bool], gap: float
) -> list[float]:
    """Return the least distance of each item from the first."""
    offsets = [0.0]
    for before, item in pairwise(layer):
        space = gap * 0.6 if is_inner[before] or is_inner[item] else gap
        offsets.append(offsets[-1] + (extents[before] + extents[item]) / 2 + space)
    return offsets[: len(layer)]


def _settle(
    layer: list[int],
    near: list[list[int]],
    offsets: list[float],
    is_inner: list[bool],
    places: list[float],
) -> None:
    """Move a layer's items to the weighted mean of their neighbours, as far as order allows."""
    blocks: list[tuple[float, float, int]] = []
    for item, others, offset in zip(layer, near, offsets, strict=True):
        weights = [_STRAIGHT if is_inner[item] and is_inner[other] else 1.0 for other in others]
        weight = sum(weights) or _LOOSE
        wanted = places[item]
        if others:
            wanted = sum(w * places[o] for w, o in zip(weights, others, strict=True)) / weight
        mean, mass, count = wanted - offset, weight, 1
        # Pool adjacent violators: neighbours that want to overlap move as one.
        while blocks and blocks[-1][0] >= mean:
            other_mean, other_mass, other_count = blocks.pop()
            mean = (mean * mass + other_mean * other_mass) / (mass + other_mass)
            mass, count = mass + other_mass, count + other_count
        blocks.append((mean, mass, count))
    at = 0
    for mean, _, count in blocks:
        for item, offset in zip(layer[at : at + count], offsets[at : at + count], strict=True):
            places[item] = mean + offset
        at += count
