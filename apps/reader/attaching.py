"""Files that come with the editor's form: kept, and referred to in the text."""

from dataclasses import dataclass, replace

from django.http import HttpRequest

from apps.access.errors import DomainError, ForbiddenError, NotFoundError
from apps.collections.attachments import check_size
from apps.collections.page_files import add_page_file
from apps.reader.desk import Desk
from apps.reader.writing import Writing

FIELD = "attachment"


@dataclass(frozen=True, slots=True)
class Attached:
    """The references to what was kept, and why anything was not."""

    references: tuple[str, ...]
    problems: tuple[str, ...]

    def as_dict(self) -> dict[str, tuple[str, ...]]:
        """For the editor's script."""
        return {"references": self.references, "problems": self.problems}


def keep_sent_files(request: HttpRequest, desk: Desk, writing: Writing) -> Attached:
    """Keep each file of the form beside the page. Raises `NotFoundError`, `ForbiddenError`."""
    references: list[str] = []
    problems: list[str] = []
    for file in request.FILES.getlist(FIELD):
        name = file.name or ""
        try:
            check_size(file.size or 0)
            kept = add_page_file(
                user=request.user,
                collection_id=desk.collection.pk,
                page_key=desk.key_of(writing),
                name=name,
                data=file.read(),
            )
        except (NotFoundError, ForbiddenError):
            raise
        except DomainError as error:
            problems.append(f"{name}: {error.message}")
        else:
            references.append(kept.reference)
    return Attached(tuple(references), tuple(problems))


def with_references(writing: Writing, references: tuple[str, ...]) -> Writing:
    """The writing with the references at its end, each a paragraph of its own."""
    if not references:
        return writing
    text = writing.content.rstrip("\n")
    parts = [text, *references] if text else list(references)
    return replace(writing, content="\n\n".join(parts) + "\n")
