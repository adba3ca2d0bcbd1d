"""The prompt ``write_runbook``."""

from collections.abc import Mapping

from apps.collections.templates import find_template
from apps.mcp.prompts.definition import Argument, Prompt

TEXT = """\
Write a runbook for this, in Markdown, from the documentation in Pressmark:

{task}

{where}
How to go about it:
1. Search for the systems, alerts and earlier incidents it speaks of, and for a runbook that is
   already there; if there is one, propose changes to it instead, and give its mark.
2. Keep to the headings of the template below; drop one only if nothing can stand under it.
3. Each step is one action with its exact command and what must be seen afterwards. Take commands
   from the documentation, with the mark of where they stand; mark every guess as TO CHECK.
4. Say how to tell that it is over, how to go back, and whom to call.
5. Show the text to the person who asked. You cannot publish it: they paste it into the editor.

Template:

{template}
"""


def write(values: Mapping[str, str]) -> str:
    """The prompt for a task, with the installation's own template of runbooks."""
    collection = values.get("collection", "")
    where = f"It will be kept in {collection}; look there first.\n" if collection else ""
    template = find_template("runbook").body
    return TEXT.format(task=values["task"], where=where, template=template)


PROMPT = Prompt(
    name="write_runbook",
    title="Write a runbook",
    description="Drafts a runbook from the documentation, by the template that people use here.",
    arguments=(
        Argument("task", "What the runbook is for", is_required=True),
        Argument("collection", "Name or mark of the collection it will be kept in"),
    ),
    write=write,
)
