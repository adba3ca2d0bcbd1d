"""What is hidden, what does not exist, and the people who stand before both."""

import datetime as dt
import uuid
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser, Group
from django.utils import timezone

from apps.access.models import AuditEntry, SignIn, User
from apps.access.principals import Principal
from apps.collections.models import (
    Attachment,
    AttachmentData,
    Chunk,
    Collection,
    Document,
    Upload,
)
from apps.documents.models import MentionDrift, RepoDocument, Section
from apps.jobs.models import Job, JobStatus
from apps.repos.models import CodeSymbol, Repository, SyncRun
from apps.retrieval.models import (
    AskedQuestion,
    BriefingVersion,
    EvaluationRun,
    GoldenQuestion,
    TokenGain,
)
from tests.access.rows import rows_below
from tests.architecture.door import WORD
from tests.cast import (
    READ,
    WRITE,
    give_every_model_permission,
    grant,
    grant_expired,
    make_collection,
    make_group,
    make_repository,
    make_token,
    make_user,
)
from tests.factories import write_document

# Stands beside the searched word in everything that is planted; no request ever names it.
SECRET = "planted7f3q2"
SAID = f"{WORD} {SECRET}"
TEXT = f"""\
---
tags: [{SECRET}]
---
# {SAID} title

The {SAID} body, with [a {SAID} link](nowhere-{SECRET}.md).

## {SAID} heading

More {SAID} body.
"""
# Ids that no sequence reaches, so that they can be told from every other number on a page.
USER, GROUP, ENTRY, ASKED, GOLDEN, RUN, BRIEFING, GAIN = range(7300731, 7300739)
# Who must see nothing: those who get the same answers as a stranger, and those with their own.
LIKE_STRANGERS = ("stranger", "revoked", "former_member", "expired_grant")
NARROWED = ("limited_token", "expired_token")
LONERS = ("anonymous", "anonymous_reader", "inactive", *NARROWED, "viewed")
# Who must see everything that is for them.
INSIDERS = ("reader", "group_reader", "writer", "owner", "admin")


@dataclass(frozen=True, slots=True)
class World:
    """The people by their part, and what the places in a call stand for."""

    people: dict[str, Principal]
    hidden: dict[str, str]
    missing: dict[str, str]


def build_world() -> World:
    """A private source of each kind, full of planted words, and everybody around it."""
    people = {part: make_staff(part) for part in ("inactive", *NARROWED, *INSIDERS[:3])}
    # By one name, so that their pages differ in nothing.
    people |= {part: make_staff("stranger") for part in LIKE_STRANGERS}
    people["owner"] = make_staff("owner", pk=USER, last_name=SAID)
    people["admin"] = make_staff("admin", is_superuser=True)
    collection = make_collection(
        "harbour-shelf-7f3q2", owner=people["owner"], description=f"{SAID} description"
    )
    repository = make_repository(
        "harbour-tool-7f3q2", owner=people["owner"], description=f"{SAID} description"
    )
    write_document(collection, "page-7f3q2.md", TEXT, message=f"{SAID} message")
    plant_jobs(collection)
    file = plant_file(collection)
    plant_repository(repository)
    for source in (collection, repository):
        share(source, people)
    Group.objects.create(pk=GROUP, name=f"{SAID} circle").user_set.add(people["owner"])
    plant_entry(collection)
    questions = plant_questions(collection, people["owner"])
    questions |= plant_gains(collection, people)
    token = make_token(people["owner"], name=f"{SAID} token")
    hidden = {
        "name": collection.name,
        "key": "page-7f3q2.md",
        "file": file.source_key,
        "attachment": file.pk,
        "mark": f"collection:{collection.name}",
        "collection": collection.pk,
        "document": Document.objects.get(collection=collection).pk,
        "chunk": Chunk.objects.filter(document__collection=collection).first().pk,
        "job": Job.objects.filter(source_id=collection.pk).first().pk,
        "token": token.pk,
        "sign_in": SignIn.objects.create(user=people["owner"], session_key="7f3q2").pk,
        "repository": repository.pk,
        "slug": repository.slug,
        "tool": repository.name,
        "path": "page-7f3q2.md",
        "page": "page-7f3q2",
        "section": "page-7f3q2.md::a%231",
        "symbol": "symbol_7f3q2",
        "repo_document": RepoDocument.objects.get().pk,
        "run": SyncRun.objects.get().pk,
        "user": USER,
        "group": GROUP,
        "entry": ENTRY,
        **questions,
    }
    texts = {place: str(value) for place, value in hidden.items()}
    return World(
        {
            "anonymous": AnonymousUser(),
            "anonymous_reader": AnonymousUser(),
            "viewed": people["admin"],
            **people,
        },
        texts,
        {place: counterpart(value) for place, value in hidden.items()},
    )


def make_staff(part: str, **fields: Any) -> User:
    """Staff with every model-wide permission: none of that may open a row."""
    return give_every_model_permission(make_user(part, is_staff=True, **fields))


def plant_entry(collection: Collection) -> None:
    """An entry of the audit log that names the hidden."""
    AuditEntry.objects.create(
        pk=ENTRY,
        actor_name="owner",
        action="collection.changed",
        target_kind="collections.collection",
        target_id=str(collection.pk),
        target_label=SAID,
        before={"description": SAID},
        surface="api",
    )


def plant_questions(collection: Collection, asker: User) -> dict[str, int]:
    """A question that found nothing, a golden one, and an evaluation, all of them telling."""
    asked = AskedQuestion.objects.create(
        pk=ASKED,
        kind="search",
        surface="reader",
        status="empty",
        text=f"{SAID} question",
        normal=f"{SAID} question",
        sources=[collection.pk],
        user=asker,
        latency=1,
    )
    golden = GoldenQuestion.objects.create(
        pk=GOLDEN, question=SAID, normal=SAID, marks=[f"collection:{collection.name}/page-7f3q2.md"]
    )
    figures = {"questions": 1, "recall": 1, "ndcg": 1, "mrr": 1, "seconds": 1}
    run = EvaluationRun.objects.create(pk=RUN, as_user="operator", model=SAID, **figures)
    briefing = BriefingVersion.objects.create(pk=BRIEFING, text=SAID)
    # What holds now is for everybody to read; only the older version is hidden.
    BriefingVersion.objects.create(pk=BRIEFING + 1)
    planted = {"briefing": briefing.pk}
    return planted | {"asked": asked.pk, "golden": golden.pk, "evaluation": run.pk}


def share(source: Any, people: dict[str, User]) -> None:
    """Give and take: who reads it, who no longer does."""
    for part in ("reader", *NARROWED):
        grant(source, people[part], READ)
    grant(source, make_group("readers", people["group_reader"]), READ)
    grant(source, people["writer"], WRITE)
    grant(source, people["inactive"], WRITE)
    grant_expired(source, people["expired_grant"], WRITE)
    grant(source, people["revoked"], WRITE)
    source.user_grants.filter(user=people["revoked"]).delete()
    group = make_group("left", people["former_member"])
    grant(source, group, WRITE)
    group.user_set.clear()
    User.objects.filter(pk=people["inactive"].pk).update(is_active=False)


def plant_file(collection: Collection) -> Attachment:
    """A file whose content can be read as text."""
    data = AttachmentData.objects.create(sha256="7f3" * 21, size=4, content=SAID.encode())
    return Attachment.objects.create(
        collection=collection,
        source_key="drawing-7f3q2.png",
        data=data,
        size=4,
        content_type="application/octet-stream",
    )


def plant_jobs(collection: Collection) -> None:
    """Jobs that speak of the content, one of them failed."""
    Upload.objects.create(collection=collection, name=f"{SECRET}.zip", file="a.zip", size=1)
    Job.objects.filter(source_id=collection.pk).update(
        status=JobStatus.ERROR,
        error_code="FAILED",
        error_message=f"{SAID} error",
        current_item=f"{SECRET}.md",
        payload={"name": f"{SECRET}.zip"},
    )


def plant_gains(collection: Collection, people: dict[str, User]) -> dict[str, Any]:
    """Everybody has read of the hidden once; ``gain`` is the owner's row."""
    sums = {"source_id": collection.pk, "day": dt.date(2026, 1, 1)}
    figures = {"calls": 1, "served": 1, "whole": 9}
    for part, person in people.items():
        pk = GAIN if part == "owner" else None
        TokenGain.objects.create(pk=pk, user=person, **sums, **figures)
    return {"gain": GAIN}


def plant_repository(repository: Repository) -> None:
    """A row of each kind, with planted titles."""
    rows_below(repository)
    Repository.objects.filter(pk=repository.pk).update(synced_at=timezone.now())
    Section.objects.update(title=f"{SAID} title", summary=f"{SAID} summary", end_byte=9)
    RepoDocument.objects.update(
        path="page-7f3q2.md", slug="page-7f3q2", title=f"{SAID} title", content=f"{SAID} body"
    )
    CodeSymbol.objects.update(
        name=f"symbol_7f3q2_{SECRET}", qualified_name="symbol_7f3q2", words=[WORD], signature=SAID
    )
    MentionDrift.objects.update(name=f"{SAID} name", qualified_name=f"{SAID} was")
    SyncRun.objects.update(error_message=f"{SAID} error", commit_id=SECRET)


def counterpart(value: Any) -> str:
    """Something of the same kind and length that does not exist."""
    if isinstance(value, uuid.UUID):
        return str(uuid.uuid4())
    return str(value).replace("7f3q2", "9k1w8").replace("73007", "91009")
