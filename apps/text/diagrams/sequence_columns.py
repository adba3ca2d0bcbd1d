"""The columns of a sequence diagram: how wide, and so where each lifeline stands."""

from itertools import pairwise

from apps.text.diagrams.lettering import height, width
from apps.text.diagrams.sequence import Message, Note, Participant, Sequence

PADDING = 12.0
NOTE_GAP = 10.0
LOOP = 34.0
_NEAREST = 34.0
_PERSON = 34.0


def box_size(participant: Participant) -> tuple[float, float]:
    """Return the width and height of a participant's head."""
    more = _PERSON if participant.is_person else 0
    return max(width(participant.lines) + 28, 64), height(participant.lines) + 18 + more


def note_size(note: Note) -> tuple[float, float]:
    """Return the width and height that a note's words need."""
    return width(note.lines) + 20, height(note.lines) + 12


class Columns:
    """Places of the lifelines, found from all that must fit between and beside them."""

    def __init__(self, sequence: Sequence) -> None:
        people = list(sequence.participants.values())
        self._order = {person.name: at for at, person in enumerate(people)}
        halves = [box_size(person)[0] / 2 for person in people]
        self._left = halves[0]
        self._right = halves[-1]
        self._gaps = [a + b + _NEAREST for a, b in pairwise(halves)]
        for step in sequence.steps:
            if isinstance(step, Message):
                self._fit_message(step)
            elif isinstance(step, Note):
                self._fit_note(step)
        self.places = [self._left]
        for gap in self._gaps:
            self.places.append(self.places[-1] + gap)
        self.extent = self.places[-1] + self._right

    def at(self, name: str) -> float:
        """Return the x of a participant's lifeline."""
        return self.places[self._order[name]]

    def _fit_message(self, message: Message) -> None:
        first, last = sorted((self._order[message.sender], self._order[message.receiver]))
        needed = width(message.lines) + 2 * PADDING
        if first == last:
            self._fit_right(first, needed + LOOP)
        else:
            self._fit_between(first, last, needed)

    def _fit_note(self, note: Note) -> None:
        first, last = sorted((self._order[note.first], self._order[note.last]))
        wide = note_size(note)[0]
        if note.side == "over":
            beside = wide / 2 if first == last else wide / 2 - self._between(first, last) / 2
            self._fit_left(first, beside + NOTE_GAP)
            self._fit_right(last, beside + NOTE_GAP)
        elif note.side == "left":
            self._fit_left(first, wide + 2 * NOTE_GAP)
        else:
            self._fit_right(first, wide + 2 * NOTE_GAP)

    def _between(self, first: int, last: int) -> float:
        return sum(self._gaps[first:last])

    def _fit_between(self, first: int, last: int, needed: float) -> None:
        lacking = needed - self._between(first, last)
        if lacking > 0:
            for at in range(first, last):
                self._gaps[at] += lacking / (last - first)

    def _fit_left(self, at: int, needed: float) -> None:
        if at == 0:
            self._left = max(self._left, needed)
        else:
            self._gaps[at - 1] = max(self._gaps[at - 1], needed)

    def _fit_right(self, at: int, needed: float) -> None:
        if at == len(self._gaps):
            self._right = max(self._right, needed)
        else:
            self._gaps[at] = max(self._gaps[at], needed)
