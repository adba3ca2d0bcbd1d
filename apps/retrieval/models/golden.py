from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone

from apps.access.principals import Principal, acting_token, is_admin
from apps.access.querysets import NOTHING, AccessQuerySet, Action, ModelT
from apps.retrieval.models.spaces import EmbeddingSpace


class AdminOnlyQuerySet(AccessQuerySet[ModelT]):
    """Rows that name documents of any source: for admins who are signed in, and nobody else."""

    def access_rule(self, user: Principal, action: Action) -> Q:  # noqa: ARG002  the same for all
        """Everything or nothing."""
        return Q() if is_admin(user) and acting_token(user) is None else NOTHING


class GoldenQuestionQuerySet(AdminOnlyQuerySet["GoldenQuestion"]):
    """Golden questions."""

    def active(self) -> "GoldenQuestionQuerySet":
        """Those that evaluations ask."""
        return self.filter(is_active=True)


class GoldenQuestion(models.Model):
    """A question with the documents that should answer it, by their marks.

    ``sources`` are the marks that the search is limited to; none: all sources.
    """

    question = models.TextField()
    normal = models.TextField(editable=False)
    marks = ArrayField(models.TextField(), verbose_name="answered by")
    # The documents that the marks meant when they led somewhere, to follow them to new marks.
    documents = ArrayField(models.UUIDField(null=True), default=list, editable=False)
    sources = ArrayField(models.TextField(), default=list, blank=True, verbose_name="asked of")
    # The sources, or documents, that those marks meant, likewise.
    places = ArrayField(models.UUIDField(null=True), default=list, editable=False)
    note = models.CharField(max_length=500, blank=True)
    is_active = models.BooleanField("active", default=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        editable=False,
        related_name="+",
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    updated_at = models.DateTimeField(auto_now=True)

    objects = GoldenQuestionQuerySet.as_manager()

    class Meta:
        db_table = "golden_questions"
        ordering = ["question", "id"]
        constraints = [
            models.UniqueConstraint(fields=["normal", "sources"], name="golden_questions_unique"),
            models.CheckConstraint(condition=~Q(question=""), name="golden_questions_not_empty"),
            models.CheckConstraint(condition=Q(marks__len__gt=0), name="golden_questions_answered"),
        ]

    def __str__(self) -> str:
        return self.question[:80]


class EvaluationRunQuerySet(AdminOnlyQuerySet["EvaluationRun"]):
    """Evaluation runs."""

    def access_rule(self, user: Principal, action: Action) -> Q:
        """Those that are whole."""
        return super().access_rule(user, action) & Q(job=None)


class EvaluationRun(models.Model):
    """All golden questions asked once, and how good the answers were (0 to 1, means)."""

    at = models.DateTimeField(default=timezone.now)
    # The job that is still asking; none once the run is whole.
    job = models.UUIDField(null=True, unique=True, editable=False)
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        editable=False,
        related_name="+",
    )
    # Whose rights applied; the operator reads everything.
    as_user = models.CharField("asked as", max_length=150)
    space = models.ForeignKey(
        EmbeddingSpace, on_delete=models.SET_NULL, null=True, editable=False, related_name="+"
    )
    model = models.CharField(max_length=300)
    questions = models.PositiveIntegerField()
    recall = models.FloatField("recall@10")
    ndcg = models.FloatField("nDCG@10")
    mrr = models.FloatField("MRR")
    seconds = models.FloatField()
    # What the answers depend on: version, commit, settings of chunking and embedding.
    fingerprint = models.JSONField(default=dict)

    objects = EvaluationRunQuerySet.as_manager()

    class Meta:
        db_table = "evaluation_runs"
        ordering = ["-at", "-id"]
        indexes = [models.Index(fields=["-at", "-id"], name="evaluation_runs_by_time")]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.model}"


class EvaluationResultQuerySet(AdminOnlyQuerySet["EvaluationResult"]):
    """The questions of runs."""


class EvaluationResult(models.Model):
    """One question of a run; it stays as it was when the golden question changes.

    ``ranks`` stand beside ``expected``: the place among the first ten documents, or null.
    ``gone`` are expected marks that led nowhere.
    """

    run = models.ForeignKey(EvaluationRun, on_delete=models.CASCADE, related_name="results")
    golden = models.ForeignKey(
        GoldenQuestion, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    question = models.TextField()
    expected = ArrayField(models.TextField())
    ranks = ArrayField(models.PositiveIntegerField(null=True))
    gone = ArrayField(models.TextField(), default=list)
    found = ArrayField(models.TextField(), default=list)
    recall = models.FloatField()
    ndcg = models.FloatField()
    reciprocal_rank = models.FloatField()

    objects = EvaluationResultQuerySet.as_manager()

    class Meta:
        db_table = "evaluation_results"
        ordering = ["ndcg", "question", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["run", "golden"], name="evaluation_results_once_per_run"
            )
        ]

    def __str__(self) -> str:
        return self.question[:80]
