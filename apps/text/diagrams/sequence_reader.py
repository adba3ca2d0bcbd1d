"""Sequence diagrams as Mermaid writes them; only what is fully understood is read."""

import re

from apps.text.diagrams.lettering import lettered
from apps.text.diagrams.refusal import NotDrawnError
from apps.text.diagrams.sequence import (
    MOST_PARTICIPANTS,
    MOST_STEPS,
    FrameBreak,
    FrameEnd,
    FrameStart,
    Message,
    Note,
    Participant,
    Sequence,
)
from apps.text.diagrams.statements import Statement

_PARTICIPANT = re.compile(r"(participant|actor)\s+(.+)\Z")
_ALIAS = re.compile(r"\s+as\s+")
_NOTE = re.compile(r"note\s+(left of|right of|over)\s+([^:]+):(.*)\Z", re.IGNORECASE)
_START = re.compile(r"(loop|alt|opt|par|critical|break|rect)(?:\s+(.*))?\Z")
_BREAK = re.compile(r"(else|and|option)(?:\s+(.*))?\Z")
_SILENT = re.compile(r"(?:activate|deactivate)\s+[\w\"]|acc(?:Title|Descr)\s*:")
_TITLE = re.compile(r"title(?:\s*:\s*|\s+)(.+)\Z")
_ARROW = re.compile(r"(<<)?(--?)(>>|>|x|\))")
_SIGNS = {">>": "arrow", ">": "", "x": "cross", ")": "open"}
_BREAKS = {"alt": "else", "par": "and", "critical": "option"}
_DEEPEST = 6


def is_sequence(head: str) -> bool:
    """Tell whether a diagram's first line begins a sequence diagram."""
    return head.rstrip(";").rstrip() == "sequenceDiagram"


def read_sequence(statements: list[Statement]) -> Sequence:
    """Return the sequence; `NotDrawnError` names the line that is not understood."""
    return _Reader(statements).sequence()


class _Reader:
    def __init__(self, statements: list[Statement]) -> None:
        self._statements = statements[1:]
        self._sequence = Sequence()
        self._open: list[str] = []
        self._number = 0

    def sequence(self) -> Sequence:
        for statement in self._statements:
            text = statement.text.rstrip(";").rstrip()
            if text and not self._read(text):
                raise NotDrawnError(f"line {statement.line} of it is not understood")
            people = self._sequence.participants
            if len(people) > MOST_PARTICIPANTS or len(self._sequence.steps) > MOST_STEPS:
                raise NotDrawnError("it is too large")
        if self._open:
            raise NotDrawnError("one of its frames is not closed")
        if not self._sequence.participants:
            raise NotDrawnError("there is nothing in it")
        return self._sequence

    def _read(self, text: str) -> bool:
        """Read a line and tell whether it is understood."""
        if _SILENT.match(text):
            return True
        if text == "autonumber":
            self._number = 1
            return True
        if found := _TITLE.match(text):
            self._sequence.title = lettered(found[1])
            return True
        if found := _PARTICIPANT.match(text):
            return self._introduce(found[2], is_person=found[1] == "actor")
        return self._note(text) or self._frame(text) or self._message(text)

    def _introduce(self, text: str, *, is_person: bool) -> bool:
        if "@{" in text:
            return False
        name, *label = _ALIAS.split(text, maxsplit=1)
        shown = lettered((label or [name])[0])
        self._sequence.participants[name] = Participant(name, shown, is_person)
        return True

    def _note(self, text: str) -> bool:
        found = _NOTE.match(text)
        if found is None:
            return False
        names = [self._named(name.strip()) for name in found[2].split(",")]
        side = found[1].lower().removesuffix(" of")
        if len(names) > 2 or (len(names) == 2 and side != "over") or not all(names):
            return False
        self._sequence.steps.append(Note(side, names[0], names[-1], lettered(found[3])))
        return True

    def _frame(self, text: str) -> bool:
        if text == "end" and self._open:
            self._open.pop()
            self._sequence.steps.append(FrameEnd())
        elif found := _START.match(text):
            self._open.append(found[1])
            if len(self._open) > _DEEPEST:
                raise NotDrawnError("it has too many frames inside of each other")
            # The words behind `rect` are a colour.
            is_plain = found[1] == "rect"
            words = lettered("" if is_plain else found[2] or "")
            self._sequence.steps.append(FrameStart("" if is_plain else found[1], words))
        elif (found := _BREAK.match(text)) and self._open:
            if _BREAKS.get(self._open[-1]) != found[1]:
                return False
            self._sequence.steps.append(FrameBreak(lettered(found[2] or "")))
        else:
            return False
        return True

    def _message(self, text: str) -> bool:
        arrow = _ARROW.search(text)
        if arrow is None:
            return False
        receiver, _, words = text[arrow.end() :].partition(":")
        sender, receiver = text[: arrow.start()].strip(), receiver.strip().lstrip("+-").strip()
        if not sender or not receiver or (arrow[1] and arrow[3] != ">>"):
            return False
        lines = lettered(words)
        if self._number:
            lines = (f"{self._number}. {lines[0] if lines else ''}".rstrip(), *lines[1:])
            self._number += 1
        ends = "arrow" if arrow[1] else "", _SIGNS[arrow[3]]
        names = self._named(sender), self._named(receiver)
        self._sequence.steps.append(Message(*names, lines, arrow[2] == "--", *ends))
        return True

    def _named(self, name: str) -> str:
        """Return a participant's name; who is not introduced comes in with the first mention."""
        if name and name not in self._sequence.participants:
            self._sequence.participants[name] = Participant(name, lettered(name))
        return name
