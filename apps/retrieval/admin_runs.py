"""Evaluation runs in the admin: how good answers are, over time and question by question."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import path, reverse
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from apps.access.admin_scope import ReadOnlyAdmin
from apps.access.models import User
from apps.access.principals import find_principal
from apps.retrieval.admin_golden import AdminsOnly
from apps.retrieval.golden.chart import MOST_RUNS, draw_runs
from apps.retrieval.golden.comparing import (
    changed_settings,
    compare_runs,
    earlier_run,
    figure_changes,
)
from apps.retrieval.golden.evaluating import find_space, spaces_to_compare
from apps.retrieval.golden.job import evaluations_at_work, request_evaluation
from apps.retrieval.golden.storing import FELL_SHORT
from apps.retrieval.models import EvaluationRun

NAME = "retrieval_evaluationrun"


class EvaluateForm(forms.ModelForm):  # type: ignore[type-arg]
    """How to ask the golden questions."""

    asked_as = forms.CharField(
        label="Ask as",
        required=False,
        widget=UnfoldAdminTextInputWidget(),
        help_text="Name of a user whose rights apply; empty: everything is read.",
    )
    vectors = forms.ChoiceField(
        label="Embedding space",
        required=False,
        widget=UnfoldAdminSelectWidget(),
        help_text="To compare another space with the serving one before it takes over.",
    )

    class Meta:
        model = EvaluationRun
        fields = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        spaces = [(str(pk), label) for pk, label in spaces_to_compare()]
        self.fields["vectors"].choices = [("", "The one that serves"), *spaces]  # type: ignore[attr-defined]

    def clean_asked_as(self) -> Any:
        """The user of that name, or None."""
        name = self.cleaned_data["asked_as"]
        try:
            return find_principal(name) if name else None
        except User.DoesNotExist:
            raise forms.ValidationError("There is no user of that name.") from None


class EvaluationRunAdmin(AdminsOnly, ReadOnlyAdmin):
    """All golden questions, asked once; adding a run asks them."""

    can_add = can_delete = changed_by_admins_only = True
    form = EvaluateForm
    list_display = ("at", "model", "as_user", "questions", "recall_3", "ndcg_3", "mrr_3")
    list_filter = ("as_user", "model")
    search_fields = ("model", "as_user")
    ordering = ("-at", "-id")
    list_before_template = "retrieval/runs_chart.html"
    fieldsets = (
        (None, {"fields": ("at", "model", "as_user", "started_by", "seconds")}),
        ("How good", {"fields": ("summary",)}),
        ("Question by question", {"fields": ("by_question",)}),
    )
    add_fieldsets = ((None, {"fields": ("asked_as", "vectors")}),)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """The form of a new run, or what a run found."""
        return self.add_fieldsets if obj is None else super().get_fieldsets(request, obj)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """Everything, once it is there."""
        return [] if obj is None else super().get_readonly_fields(request, obj)

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kw: Any
    ) -> Any:
        """No form for what is only shown."""
        if obj is not None:
            kw["form"] = forms.ModelForm
        return super().get_form(request, obj, change=change, **kw)

    def changelist_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """The list below its drawing."""
        runs = EvaluationRun.objects.visible_to(request.user)
        jobs = evaluations_at_work(user=request.user)
        context = {"chart": draw_runs(list(runs[:MOST_RUNS])), "jobs": jobs}
        response: HttpResponse = super().changelist_view(request, context, *args[1:], **kwargs)
        return response

    def get_object(self, request: HttpRequest, object_id: str, from_field: Any = None) -> Any:
        """The run, with the one to compare it with: ``?against=ID``, or the one before."""
        run = super().get_object(request, object_id, from_field)
        if run is not None:
            visible = EvaluationRun.objects.visible_to(request.user)
            chosen = request.GET.get("against", "")
            other = visible.filter(pk=int(chosen)).first() if is_id(chosen) else None
            run.viewer = request.user
            run.other = other or earlier_run(user=request.user, run=run)
        return run

    @admin.display(description="recall@10", ordering="recall")
    def recall_3(self, run: EvaluationRun) -> str:
        """With three decimals."""
        return f"{run.recall:.3f}"

    @admin.display(description="nDCG@10", ordering="ndcg")
    def ndcg_3(self, run: EvaluationRun) -> str:
        """With three decimals."""
        return f"{run.ndcg:.3f}"

    @admin.display(description="MRR", ordering="mrr")
    def mrr_3(self, run: EvaluationRun) -> str:
        """With three decimals."""
        return f"{run.mrr:.3f}"

    @admin.display(description="")
    def summary(self, run: Any) -> str:
        """The figures, what they were, and what was changed between."""
        changes = figure_changes(run, run.other)
        others = EvaluationRun.objects.visible_to(run.viewer).exclude(pk=run.pk)[:30]
        context = {
            "run": run,
            "other": run.other,
            "figures": [
                (label, getattr(run, name), changes[name])
                for label, name in (("recall@10", "recall"), ("nDCG@10", "ndcg"), ("MRR", "mrr"))
            ],
            "short": run.fingerprint.get(FELL_SHORT, ()),
            "settings": changed_settings(run, run.other),
            "others": others,
        }
        return render_to_string("retrieval/_run_summary.html", context)

    @admin.display(description="")
    def by_question(self, run: Any) -> str:
        """Each question; what got worse stands first."""
        compared = compare_runs(user=run.viewer, run=run, other=run.other)
        return render_to_string("retrieval/_run_questions.html", {"compared": compared})

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:  # noqa: ARG002
        """Have the questions asked by a worker."""
        data = form.cleaned_data
        space = find_space(data["vectors"]) if data["vectors"] else None
        request_evaluation(user=request.user, as_user=data["asked_as"], space=space)

    def log_addition(self, *_args: Any) -> None:
        """The audit log tells of the run once there is one."""

    def response_add(self, request: HttpRequest, obj: Any, post_url_continue: Any = None) -> Any:  # noqa: ARG002
        """To the list, which shows how far the questions are."""
        self.message_user(request, "The questions are being asked.", messages.SUCCESS)
        return HttpResponseRedirect(reverse(f"admin:{NAME}_changelist"))

    def get_urls(self) -> list[Any]:
        """With what the list asks for while questions are asked."""
        progress = self.admin_site.admin_view(self.progress_view)
        return [path("progress/", progress, name=f"{NAME}_progress"), *super().get_urls()]

    def progress_view(self, request: HttpRequest) -> HttpResponse:
        """How far the evaluations are; once none is at work, the whole list is fetched anew."""
        if not self.has_module_permission(request):
            raise PermissionDenied
        jobs = evaluations_at_work(user=request.user)
        response = render(request, "retrieval/_evaluations.html", {"jobs": jobs})
        if not jobs:
            response["HX-Refresh"] = "true"
        return response

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[EvaluationRun]) -> None:
        """Runs with their questions."""
        for run in queryset:
            self.delete_model(request, run)


def is_id(text: str) -> bool:
    """Whether a text can be the number of a row."""
    return text.isascii() and text.isdigit() and len(text) < 16
