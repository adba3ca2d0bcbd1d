"""Every prompt. A new one is one module and one line."""

from apps.mcp.prompts import answer_with_citations, write_runbook
from apps.mcp.prompts.definition import Prompt

PROMPTS: tuple[Prompt, ...] = (answer_with_citations.PROMPT, write_runbook.PROMPT)
BY_NAME = {prompt.name: prompt for prompt in PROMPTS}
