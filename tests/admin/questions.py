"""Rows about questions, as the admin shows them."""

from apps.retrieval.models import (
    AskedQuestion,
    BriefingVersion,
    EvaluationResult,
    EvaluationRun,
    GoldenQuestion,
)
from tests.cast import make_token, make_user, numbers


def question_rows(**fields) -> tuple[AskedQuestion, GoldenQuestion, EvaluationRun]:
    """A question that found nothing, a golden one, a run that asked it; and a briefing."""
    person = make_user("asker")
    text = f"question {next(numbers)}"
    asked = {"kind": "search", "surface": "api", "status": "empty", "latency": 5, "user": person}
    asked |= {"text": text, "normal": text, "token": make_token(person)}
    figures = {"questions": 1, "recall": 0.5, "ndcg": 0.5, "mrr": 0.5, "seconds": 0.1}
    golden = GoldenQuestion.objects.create(question=text, normal=text, marks=["collection:A/b.md"])
    run = EvaluationRun.objects.create(as_user="operator", model="words only", **figures)
    EvaluationResult.objects.create(
        run=run,
        golden=golden,
        question=text,
        expected=golden.marks,
        ranks=[2],
        recall=1,
        ndcg=0.63,
        reciprocal_rank=0.5,
    )
    BriefingVersion.objects.create(text=text)
    return AskedQuestion.objects.create(**asked | fields), golden, run
