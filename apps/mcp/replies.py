"""What a tool answers: one set of facts, structured for programs and as text for readers."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from apps.text.tokens import count_tokens

DEFAULT_MAX_TOKENS = 8000
GREATEST_MAX_TOKENS = 20_000


@dataclass(frozen=True, slots=True)
class Reply:
    """``structured`` fits the tool's output schema; ``text`` is Markdown with the same facts."""

    structured: Mapping[str, Any]
    text: str

    def tokens(self) -> int:
        """Tokens of everything that is sent, text and structure together."""
        return count_tokens(self.text) + count_tokens(
            json.dumps(self.structured, ensure_ascii=False)
        )
