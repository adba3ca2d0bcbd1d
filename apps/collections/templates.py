"""Pages to begin with: what a good runbook, decision, glossary or post-mortem has in it."""

import datetime as dt
from dataclasses import dataclass, replace
from pathlib import Path

from apps.access.errors import NotFoundError

FOLDER = Path(__file__).parent / "page_templates"
DATE = "YYYY-MM-DD"


@dataclass(frozen=True, slots=True)
class Template:
    """A page to begin with; ``slug`` names it in addresses, ``source_key`` is only suggested."""

    slug: str
    name: str
    description: str
    title: str
    source_key: str
    body: str

    def dated(self, today: dt.date) -> "Template":
        """The same with the date filled in wherever one is asked for."""
        day = today.isoformat()
        return replace(
            self,
            source_key=self.source_key.replace(DATE, day),
            body=self.body.replace(DATE, day),
        )


def load(slug: str, name: str, description: str, title: str, source_key: str) -> Template:
    """A template with the body that lies in the folder under its slug."""
    body = (FOLDER / f"{slug}.md").read_text(encoding="utf-8")
    return Template(slug, name, description, title, source_key, body)


TEMPLATES: tuple[Template, ...] = (
    load(
        "runbook",
        "Runbook",
        "What to do when something is wrong with one service, step by step.",
        "Service or alert: what to do",
        "runbooks/name-of-the-service.md",
    ),
    load(
        "adr",
        "Decision record",
        "One decision with its context, the options and what it costs.",
        "Decision in one line",
        f"decisions/{DATE}-decision-in-one-line.md",
    ),
    load(
        "glossary",
        "Glossary",
        "The words of a team and what exactly they mean.",
        "Glossary",
        "glossary.md",
    ),
    load(
        "post-mortem",
        "Post-mortem",
        "What happened in an incident, why, and what changes because of it.",
        "Incident in one line",
        f"post-mortems/{DATE}-incident-in-one-line.md",
    ),
)


def find_template(slug: str) -> Template:
    """The template of that slug. Raises `NotFoundError`."""
    for template in TEMPLATES:
        if template.slug == slug:
            return template
    raise NotFoundError
