"""How near a symbol lies to the place that may name it."""

from apps.text.mentions.doubts import plain
from apps.text.mentions.known import MEMBERS, Context, Id, Target
from apps.text.mentions.shapes import is_telling


def nearness(target: Target[Id], context: Context) -> int:
    """What speaks for a target: its class named nearby, its module, its path; 0 to 7."""
    score = 0
    owner = target.parts[-2] if len(target.parts) > 1 else ""
    # The project's own name stands everywhere, and a module's may be that of its class.
    is_said = owner in context.near and owner != target.parts[-1]
    is_said = is_said and plain(owner) != plain(context.repository)
    if owner and is_said and (target.kind in MEMBERS or is_telling(owner)):
        score += 2
    if is_inside(target, context):
        score += 2
    return score + min(2, _shared(context.path, target.path)) + _shared_words(context.path, target)


def is_inside(target: Target[Id], context: Context) -> bool:
    """Whether a module that the document is about holds the target."""
    return any(target.parts[: len(module)] == module for module in context.modules)


def _shared(left: str, right: str) -> int:
    """Folders that two paths have in common from the top."""
    count = 0
    for one, other in zip(left.split("/")[:-1], right.split("/")[:-1], strict=False):
        if one != other:
            break
        count += 1
    return count


def _shared_words(path: str, target: Target[Id]) -> int:
    """Whether the document's name or folder is that of the module."""
    *folders, file = path.lower().split("/")
    words = {file.split(".", 1)[0], *folders[1:]}
    inner = {part.lower() for part in target.path.split(".", 1)[0].split("/")}
    return 1 if words & inner else 0
