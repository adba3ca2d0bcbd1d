"""Blocks with character offsets."""

from dataclasses import dataclass

from apps.text.structure import Block, BlockKind, ParsedDocument


@dataclass(slots=True)
class Atom:
    """One top-level block; `start` and `end` count characters."""

    start: int
    end: int
    block: Block

    @property
    def is_heading(self) -> bool:
        return self.block.kind is BlockKind.HEADING


def atoms_of(parsed: ParsedDocument) -> list[Atom]:
    """Return the blocks of a document with character offsets, in one pass over its text."""
    if parsed.source.isascii():
        return [Atom(block.start, block.end, block) for block in parsed.blocks]
    data = parsed.source.encode()
    atoms: list[Atom] = []
    byte = char = 0
    for block in parsed.blocks:
        start = char + len(data[byte : block.start].decode())
        char = start + len(data[block.start : block.end].decode())
        byte = block.end
        atoms.append(Atom(start, char, block))
    return atoms


def items_of(atom: Atom, text: str) -> list[int]:
    """Return where the items of a list start, as character offsets; `text` is the list's own."""
    starts = [start - atom.block.start for start, _ in atom.block.items]
    if text.isascii():
        return [atom.start + start for start in starts]
    data = text.encode()
    found: list[int] = []
    byte, char = 0, atom.start
    for start in starts:
        char += len(data[byte:start].decode())
        byte = start
        found.append(char)
    return found
