import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.access.errors import DomainError
from apps.access.models import User
from apps.access.principals import find_principal, operator
from apps.jobs.ticker import Ticker
from apps.retrieval.golden.comparing import Compared, compare_runs, earlier_run, figure_changes
from apps.retrieval.golden.evaluating import evaluate, figures, find_space
from apps.retrieval.golden.storing import FELL_SHORT
from apps.retrieval.models import EvaluationRun


class Command(BaseCommand):
    help = "Asks the golden questions, stores how well they are answered, and compares."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--user", help="whose rights apply (default: everything is read)")
        parser.add_argument("--space", help="an embedding space, by id or model, to compare")
        parser.add_argument("--json", action="store_true", help="print the run as one JSON object")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            space = find_space(options["space"]) if options["space"] else None
            reader = find_principal(options["user"]) if options["user"] else None
            run = evaluate(user=operator(), as_user=reader, space=space, progress=Ticker(self))
        except User.DoesNotExist:
            raise CommandError(f"There is no user called {options['user']!r}.") from None
        except DomainError as error:
            raise CommandError(error.message) from error
        before = earlier_run(user=operator(), run=run)
        compared = compare_runs(user=operator(), run=run, other=before)
        if options["json"]:
            self.stdout.write(json.dumps(as_dict(run, before, compared), ensure_ascii=False))
        else:
            self.stdout.write("\n".join(readable_lines(run, before, compared)))


def as_dict(
    run: EvaluationRun, before: EvaluationRun | None, compared: list[Compared]
) -> dict[str, Any]:
    """The run, what changed since the one before, and each question."""
    return {
        "id": run.pk,
        "at": run.at.isoformat(),
        **figures(run),
        "fingerprint": run.fingerprint,
        "changes": figure_changes(run, before),
        "results": [
            {
                "question": one.result.question,
                "expected": one.result.expected,
                "ranks": one.result.ranks,
                "gone": one.result.gone,
                "recall": one.result.recall,
                "ndcg": one.result.ndcg,
                "reciprocal_rank": one.result.reciprocal_rank,
                "change": one.change,
            }
            for one in compared
        ],
    }


def readable_lines(
    run: EvaluationRun, before: EvaluationRun | None, compared: list[Compared]
) -> list[str]:
    """The run as a person reads it in a terminal: the figures, then what got worse."""
    changes = figure_changes(run, before)
    shown = [
        f"{label} {getattr(run, name):.3f}" + signed(changes[name])
        for label, name in (("recall@10", "recall"), ("nDCG@10", "ndcg"), ("MRR", "mrr"))
    ]
    lines = [f"{run.questions} questions, {', '.join(shown)} ({run.model}, {run.seconds:g} s)"]
    if short := run.fingerprint.get(FELL_SHORT):
        lines.append(f"Fell short while questions were asked: {', '.join(short)}.")
    for one in compared:
        if one.change is not None and one.change < 0:
            lines.append(f"worse ({one.change:+.3f}, rank {one.place}): {one.result.question}")
        lines += [f"gone: {mark} ({one.result.question})" for mark in one.result.gone]
    return lines


def signed(change: float | None) -> str:
    """A change in brackets; nothing for none."""
    return f" ({change:+.3f})" if change else ""
