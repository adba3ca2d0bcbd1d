"""Two evaluation runs side by side: which questions are answered better or worse."""

from dataclasses import dataclass
from typing import Any

from apps.access.principals import Principal
from apps.retrieval.models import EvaluationResult, EvaluationRun

NONE = "-"
FIGURES = ("recall", "ndcg", "mrr")


@dataclass(frozen=True, slots=True)
class Compared:
    """A question of a run, and how it stood in the other one (None: it was not asked there)."""

    result: EvaluationResult
    other: EvaluationResult | None

    @property
    def change(self) -> float | None:
        """By how much its nDCG differs; negative is worse than in the other run."""
        return None if self.other is None else round(self.result.ndcg - self.other.ndcg, 4)

    @property
    def answers(self) -> list[tuple[str, int | None, bool]]:
        """Each expected mark with its rank (None: not among the ten) and whether it is gone."""
        gone = set(self.result.gone)
        pairs = zip(self.result.expected, self.result.ranks, strict=True)
        return [(mark, rank, mark in gone) for mark, rank in pairs]

    @property
    def place(self) -> str:
        """The rank of the first right document, and what it was."""
        now, before = first_rank(self.result), first_rank(self.other)
        return now if self.other is None or now == before else f"{now} (was {before})"


def first_rank(result: EvaluationResult | None) -> str:
    """The best rank of a result, or a dash."""
    ranks = [rank for rank in result.ranks if rank is not None] if result else []
    return str(min(ranks)) if ranks else NONE


def earlier_run(*, user: Principal, run: EvaluationRun) -> EvaluationRun | None:
    """The run before this one that was asked as the same user."""
    rows = EvaluationRun.objects.visible_to(user).filter(as_user=run.as_user)
    return rows.filter(at__lt=run.at).exclude(pk=run.pk).first()


def compare_runs(
    *, user: Principal, run: EvaluationRun, other: EvaluationRun | None
) -> list[Compared]:
    """The questions of a run with those of the other, what got worse first."""
    results = EvaluationResult.objects.visible_to(user)
    before: dict[Any, EvaluationResult] = {}
    if other is not None:
        before = {one.golden_id or one.question: one for one in results.filter(run=other)}
    found = [
        Compared(one, before.get(one.golden_id or one.question)) for one in results.filter(run=run)
    ]
    return sorted(found, key=lambda one: (one.change or 0.0, one.result.ndcg, one.result.question))


def figure_changes(run: EvaluationRun, other: EvaluationRun | None) -> dict[str, float | None]:
    """By how much each figure of a run differs from the other's."""
    return {
        name: None if other is None else round(getattr(run, name) - getattr(other, name), 4)
        for name in FIGURES
    }


def changed_settings(run: EvaluationRun, other: EvaluationRun | None) -> list[tuple[str, str, str]]:
    """What differs between the fingerprints: name, then, now."""
    if other is None:
        return []
    before, after = flat(other.fingerprint), flat(run.fingerprint)
    names = sorted(before.keys() | after.keys())
    return [
        (name, before.get(name, NONE), after.get(name, NONE))
        for name in names
        if before.get(name) != after.get(name)
    ]


def flat(values: dict[str, Any], prefix: str = "") -> dict[str, str]:
    """Nested values under dotted names."""
    found: dict[str, str] = {}
    for name, value in values.items():
        if isinstance(value, dict):
            found |= flat(value, f"{prefix}{name}.")
        else:
            found[f"{prefix}{name}"] = str(value)
    return found
