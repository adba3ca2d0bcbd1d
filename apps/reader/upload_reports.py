"""What has become of an upload's files so far, as its job's page shows it."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from apps.access.principals import Principal
from apps.collections.models import Upload
from apps.jobs.models import Job, JobKind

STATES = ("created", "replaced", "unchanged")
SHOWN = 200


@dataclass(frozen=True, slots=True)
class UploadReport:
    """Counts by state with problems first, and the entries behind them.

    ``errors`` have a key and a reason; ``stored`` are the first of the others, ``more_errors`` and
    ``more`` tell how many of each are not listed, ``skipped`` names what was left out without a
    word, ``root`` is the folder that was taken off the keys.
    """

    name: str
    tally: tuple[tuple[str, int], ...] = ()
    errors: tuple[Mapping[str, Any], ...] = ()
    stored: tuple[Mapping[str, Any], ...] = ()
    more: int = 0
    more_errors: int = 0
    skipped: tuple[str, ...] = ()
    skipped_count: int = 0
    notes: Mapping[str, int] = field(default_factory=dict)
    root: str = ""


def upload_report(user: Principal, job: Job) -> UploadReport | None:
    """The report of the upload that a job takes in; None for any other job."""
    if job.kind != JobKind.UPLOAD:
        return None
    upload = Upload.objects.visible_to(user).filter(pk=job.target_id).first()
    if upload is None:
        return None
    errors = tuple(entry for entry in upload.results if entry["state"] == "error")
    if upload.summary is None:
        # While it runs, only what is wrong is listed: the rest is a number.
        return UploadReport(
            name=upload.name,
            root=job.payload.get("root", ""),
            tally=tally_of(count_entries(upload)),
            errors=errors[:SHOWN],
            more_errors=max(0, len(errors) - SHOWN),
        )
    stored = tuple(entry for entry in upload.results if entry["state"] != "error")
    counts = counts_of(upload.summary)
    return UploadReport(
        name=upload.name,
        tally=tally_of(counts),
        errors=errors[:SHOWN],
        stored=stored[:SHOWN],
        more=max(0, counts.total() - counts["error"] - len(stored[:SHOWN])),
        more_errors=max(0, counts["error"] - len(errors[:SHOWN])),
        skipped=tuple(upload.summary["skipped"]),
        skipped_count=upload.summary["skipped_count"],
        notes=upload.summary["notes"],
        root=job.payload.get("root", ""),
    )


def counts_of(summary: Mapping[str, Any]) -> Counter[str]:
    """The numbers of a finished upload; files are counted as kept."""
    attachments = summary.get("attachments", {})
    counts = Counter({state: summary[state] for state in STATES})
    counts["kept"] = sum(attachments.get(state, 0) for state in STATES)
    counts["error"] = summary["error_count"] + attachments.get("error_count", 0)
    return counts


def count_entries(upload: Upload) -> Counter[str]:
    """The numbers of an upload that is still being taken in."""
    return Counter(
        "kept" if entry.get("kind") == "attachment" and entry["state"] in STATES else entry["state"]
        for entry in upload.results
    )


def tally_of(counts: Counter[str]) -> tuple[tuple[str, int], ...]:
    """The states that occur, in the order they are told."""
    states = ("error", *STATES, "kept")
    return tuple((state, counts[state]) for state in states if counts[state])
