"""What a tool answers: one set of facts, structured for programs and as text for readers."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from apps.text.tokens import count_tokens

DEFAULT_MAX_TOKENS = 8000
GREATEST_MAX_TOKENS = 20_000


@dataclass(frozen=True, slots=True)
class Reply:
    """``structured`` fits the tool's output schema; ``text`` is Markdown with the same facts.

    ``tokens`` counts the whole result as JSON, text and structure together: which of the two a
    client hands to its model is the client's choice, and some hand over both.
    """

    structured: Mapping[str, Any]
    text: str
    tokens: int = field(init=False)

    def __post_init__(self) -> None:
        sent = {
            "content": [{"type": "text", "text": self.text}],
            "structuredContent": self.structured,
            "isError": False,
        }
        tokens = count_tokens(json.dumps(sent, ensure_ascii=False))
        object.__setattr__(self, "tokens", tokens)
