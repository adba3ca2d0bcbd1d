"""What a sequence diagram says, as one list of steps from top to bottom."""

from dataclasses import dataclass, field

MOST_PARTICIPANTS = 20
MOST_STEPS = 150


@dataclass(slots=True)
class Participant:
    """Somebody who sends and receives; `is_person` for those introduced as actors."""

    name: str
    lines: tuple[str, ...]
    is_person: bool = False


@dataclass(frozen=True, slots=True)
class Message:
    """A line from one participant to another, or to itself; ends as in a flowchart, and open."""

    sender: str
    receiver: str
    lines: tuple[str, ...]
    is_dotted: bool
    sender_end: str
    receiver_end: str


@dataclass(frozen=True, slots=True)
class Note:
    """A note left of, right of or over one participant, or over all from the first to the last."""

    side: str
    first: str
    last: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FrameStart:
    """A frame begins: its word (loop, alt, opt, …) and what stands behind it."""

    word: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FrameBreak:
    """A further part of the frame begins (else, and, option)."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FrameEnd:
    """The innermost frame ends."""


Step = Message | Note | FrameStart | FrameBreak | FrameEnd


@dataclass(slots=True)
class Sequence:
    """Participants in the order of their columns, and the steps between them."""

    participants: dict[str, Participant] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    title: tuple[str, ...] = ()
