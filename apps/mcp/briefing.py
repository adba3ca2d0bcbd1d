"""The instructions of the server: the playbook, then the operator's briefing."""

from apps.mcp.instructions import PLAYBOOK
from apps.retrieval.briefing import current_briefing

HEAD = "Briefing by the operator of this installation:"


def instructions() -> str:
    """What a client is told when it connects; read anew each time, in every process."""
    text = current_briefing()
    return f"{PLAYBOOK}\n{HEAD}\n{text}\n" if text else PLAYBOOK
