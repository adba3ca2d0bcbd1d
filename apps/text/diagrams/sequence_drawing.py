"""A sequence diagram as SVG, from top to bottom in one walk along its steps."""

from dataclasses import dataclass, field

from apps.text.diagrams import svg
from apps.text.diagrams.heads import HEAD, end_sign
from apps.text.diagrams.lettering import height, width
from apps.text.diagrams.sequence import (
    FrameBreak,
    FrameEnd,
    FrameStart,
    Message,
    Note,
    Participant,
    Sequence,
)
from apps.text.diagrams.sequence_columns import LOOP, Columns, box_size, note_size

_MARGIN = 8.0
_FRAME = 12.0
"""What each frame reaches beyond the frames and lifelines inside of it."""
_STEP = 16.0
_OVER = "diagram-text diagram-over"
"""Words that lines run beneath."""


def draw_sequence(sequence: Sequence, title: str) -> str:
    """Return the SVG of a sequence diagram."""
    return _Drawing(sequence).svg(title)


@dataclass(slots=True)
class _Open:
    """A frame that is not closed yet: where it began, what it holds and how far it reaches."""

    top: float
    start: FrameStart
    left: float = float("inf")
    right: float = float("-inf")
    breaks: list[tuple[float, tuple[str, ...]]] = field(default_factory=list)


class _Drawing:
    def __init__(self, sequence: Sequence) -> None:
        self._sequence = sequence
        self._columns = Columns(sequence)
        self._y = 0.0
        self._parts: list[str] = []
        self._frames: list[_Open] = []
        self._under: list[str] = []
        self._reach = [0.0, self._columns.extent]

    def svg(self, title: str) -> str:
        people = self._sequence.participants.values()
        if self._sequence.title:
            self._title()
        tall = max(box_size(person)[1] for person in people)
        self._y += tall
        begin = self._y
        self._y += _STEP
        for step in self._sequence.steps:
            self._draw(step)
        lines = [self._lifeline(person, begin) for person in people]
        heads = [self._head(person, begin - tall, tall) for person in people]
        feet = [self._head(person, self._y, tall) for person in people]
        left = -min(self._reach[0], 0) + _MARGIN
        wide = left + max(self._reach[1], self._columns.extent) + _MARGIN
        move = f'<g transform="translate({svg.number(left)},{svg.number(_MARGIN)})">'
        parts = [move, *lines, *self._under, *self._parts, *heads, *feet, "</g>"]
        return svg.canvas(parts, wide, self._y + tall + 2 * _MARGIN, title)

    def _title(self) -> None:
        lines = self._sequence.title
        middle = self._columns.extent / 2
        half = width(lines) / 2
        self._touch(middle - half, middle + half)
        kind = f"{_OVER} diagram-heading"
        self._parts.append(svg.words(lines, (middle, height(lines) / 2), kind))
        self._y = height(lines) + _STEP

    def _draw(self, step: object) -> None:
        if isinstance(step, Message):
            self._message(step)
        elif isinstance(step, Note):
            self._note(step)
        elif isinstance(step, FrameStart):
            self._open(step)
        elif isinstance(step, FrameBreak):
            self._break(step)
        elif isinstance(step, FrameEnd):
            self._close()

    def _touch(self, left: float, right: float) -> None:
        """Let the drawing, and the frame that is open, reach this far."""
        self._reach = [min(self._reach[0], left), max(self._reach[1], right)]
        if self._frames:
            frame = self._frames[-1]
            frame.left, frame.right = min(frame.left, left), max(frame.right, right)

    def _message(self, message: Message) -> None:
        start, end = self._columns.at(message.sender), self._columns.at(message.receiver)
        if start == end:
            self._own_message(message, start)
            return
        self._touch(min(start, end) - 6, max(start, end) + 6)
        tall = height(message.lines)
        self._parts.append(svg.words(message.lines, ((start + end) / 2, self._y + tall / 2), _OVER))
        self._y += tall + 5
        way = 1 if end > start else -1
        first = start + way * (HEAD if message.sender_end else 0)
        last = end - way * (HEAD if message.receiver_end == "arrow" else 0)
        self._parts += [
            svg.segment((first, self._y), (last, self._y), _stroke(message)),
            end_sign(message.sender_end, (start, self._y), (-way, 0)),
            end_sign(message.receiver_end, (end, self._y), (way, 0)),
        ]
        self._y += _STEP

    def _own_message(self, message: Message, x: float) -> None:
        tall = max(height(message.lines), 22)
        right = x + LOOP
        self._touch(x - 6, right + width(message.lines) + 10)
        middle = right + 6 + width(message.lines) / 2
        low = self._y + tall
        sign = HEAD if message.receiver_end == "arrow" else 0
        curve = f"M{svg.pair((x, self._y))}H{svg.number(right)}V{svg.number(low)}"
        self._parts += [
            svg.path(f"{curve}H{svg.number(x + sign)}", _stroke(message)),
            end_sign(message.receiver_end, (x, low), (-1, 0)),
            svg.words(message.lines, (middle, self._y + tall / 2), _OVER),
        ]
        self._y = low + _STEP

    def _note(self, note: Note) -> None:
        wide, tall = note_size(note)
        first, last = sorted((self._columns.at(note.first), self._columns.at(note.last)))
        if note.side == "over":
            wide = max(wide, last - first + 20)
            left = (first + last - wide) / 2
        else:
            left = first - wide - 10 if note.side == "left" else first + 10
        self._touch(left - 4, left + wide + 4)
        middle = left + wide / 2, self._y + tall / 2
        self._parts += [
            svg.rectangle(left, self._y, wide, tall, "diagram-note", radius=3),
            svg.words(note.lines, middle),
        ]
        self._y += tall + _STEP

    def _open(self, start: FrameStart) -> None:
        self._frames.append(_Open(self._y, start))
        self._y += max(height(start.lines), 20) + _STEP if start.word else _STEP

    def _break(self, part: FrameBreak) -> None:
        # How wide the frame gets is known when it closes.
        self._frames[-1].breaks.append((self._y, part.lines))
        self._y += height(part.lines) + _STEP

    def _close(self) -> None:
        frame = self._frames.pop()
        if frame.left > frame.right:
            frame.left, frame.right = 0.0, self._columns.extent
        words = frame.start.lines, *(lines for _, lines in frame.breaks)
        tab = width((frame.start.word,)) + 16 if frame.start.word else 0
        left = frame.left - _FRAME
        right = max(frame.right + _FRAME, left + tab + max(map(width, words)) + 24)
        kind = "diagram-frame-line" if frame.start.word else "diagram-frame-ground"
        tall = self._y - frame.top
        self._under.append(svg.rectangle(left, frame.top, right - left, tall, kind, radius=3))
        for y, lines in frame.breaks:
            self._under.append(svg.segment((left, y), (right, y), "diagram-frame-line"))
            at = (left + right) / 2, y + 4 + height(lines) / 2
            self._parts.append(svg.words(lines, at, f"{_OVER} diagram-heading"))
        if frame.start.word:
            self._frame_words(frame, left, tab)
        self._touch(left, right)
        self._y += _STEP

    def _frame_words(self, frame: _Open, left: float, tab: float) -> None:
        lines = frame.start.lines
        self._parts += [
            svg.rectangle(left, frame.top, tab, 20, "diagram-tab"),
            svg.words((frame.start.word,), (left + tab / 2, frame.top + 10)),
            svg.words(
                lines,
                (left + tab + 8 + width(lines) / 2, frame.top + 3 + height(lines) / 2),
                f"{_OVER} diagram-heading",
            ),
        ]

    def _lifeline(self, person: Participant, begin: float) -> str:
        x = self._columns.at(person.name)
        return svg.segment((x, begin), (x, self._y), "diagram-life")

    def _head(self, person: Participant, top: float, tall: float) -> str:
        x = self._columns.at(person.name)
        wide, high = box_size(person)
        if not person.is_person:
            box = svg.rectangle(x - wide / 2, top, wide, tall, "diagram-node", radius=3)
            return box + svg.words(person.lines, (x, top + tall / 2))
        top += tall - high
        body = f"M{svg.pair((x - 11, top + 18))}H{svg.number(x + 11)}M{svg.pair((x, top + 12))}"
        legs = f"V{svg.number(top + 25)}l-9,9m9,-9l9,9"
        figure = svg.circle((x, top + 7), 5, "diagram-node") + svg.path(body + legs, "diagram-body")
        return figure + svg.words(person.lines, (x, top + high - 4 - height(person.lines) / 2))


def _stroke(message: Message) -> str:
    return f"diagram-line diagram-{'dotted' if message.is_dotted else 'solid'}"
