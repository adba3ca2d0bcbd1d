"""Golden questions in the admin: kept by hand or from a file."""

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import path, reverse
from unfold.decorators import action
from unfold.views import ChangeList

from apps.access.admin_scope import ScopedAdmin
from apps.access.errors import DomainError
from apps.access.principals import is_admin
from apps.retrieval.admin_golden_forms import GoldenForm, ImportForm
from apps.retrieval.golden.following import count_gone, present_answers, present_sources
from apps.retrieval.golden.importing import LineResult, import_questions
from apps.retrieval.golden.keeping import drop_question, keep_question
from apps.retrieval.golden.suggesting import suggest_answers
from apps.retrieval.models import GoldenQuestion

NAME = "retrieval_goldenquestion"


class AdminsOnly:
    """A page that names documents of any source, and is for admins alone."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Admins only."""
        return super().has_module_permission(request) and is_admin(request.user)  # type: ignore[misc]


class GoldenList(ChangeList):  # type: ignore[misc]
    """The list, with what has become of the answers of its page."""

    def get_results(self, request: HttpRequest) -> None:
        """Count those that are gone, for all rows at once."""
        super().get_results(request)
        gone = count_gone(list(self.result_list))
        for golden in self.result_list:
            golden.gone = gone.get(golden.pk, 0)


class GoldenQuestionAdmin(AdminsOnly, ScopedAdmin):
    """Questions with the documents that should answer them."""

    can_add = can_change = can_delete = changed_by_admins_only = True
    form = GoldenForm
    list_display = ("question", "answers", "asked_of", "is_active", "updated_at")
    list_filter = ("is_active",)
    search_fields = ("question", "note")
    ordering = ("question", "id")
    actions_list = ("import_file",)
    change_form_after_template = "retrieval/golden_picker.html"
    readonly_fields = ("created_by", "created_at", "updated_at")
    fieldsets = (
        (None, {"fields": ("question", "marks", "sources")}),
        ("Use", {"fields": ("is_active", "note")}),
        ("Dates", {"fields": ("created_by", "created_at", "updated_at")}),
    )
    add_fieldsets = fieldsets[:2]

    class Media:
        js = ("js/golden-picker.js",)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Without dates while there are none."""
        return super().get_fieldsets(request, obj) if obj is not None else self.add_fieldsets

    @admin.display(description="Answers")
    def answers(self, golden: Any) -> str:
        """How many documents should answer it, and how many of these are gone."""
        count = len(golden.marks)
        if not golden.gone:
            return str(count)
        one = "The answer no longer exists"
        return one if count == 1 else f"{count}, of which {golden.gone} no longer exist"

    def get_changelist(self, _request: HttpRequest, **_kwargs: Any) -> type[GoldenList]:
        """With what has become of the answers."""
        return GoldenList

    def get_object(self, request: HttpRequest, object_id: str, from_field: Any = None) -> Any:
        """The question with the marks that its answers have now."""
        golden = super().get_object(request, object_id, from_field)
        if golden is not None:
            found = present_answers(golden)
            golden.marks = [mark for mark, _ in found]
            golden.gone_marks = [mark for mark, pk in found if pk is None]
            asked = present_sources(golden)
            golden.sources = [mark for mark, _ in asked]
            golden.gone_sources = [mark for mark, pk in asked if pk is None]
        return golden

    def render_change_form(self, request: HttpRequest, context: Any, **kwargs: Any) -> Any:
        """With a word on answers that are gone."""
        for mark in getattr(kwargs.get("obj"), "gone_marks", ()):
            said = f"{mark} no longer exists. Name another document that answers the question."
            messages.warning(request, said)
        for mark in getattr(kwargs.get("obj"), "gone_sources", ()):
            said = f"{mark} no longer exists. While it is asked, this question finds nothing."
            messages.warning(request, said)
        return super().render_change_form(request, context, **kwargs)

    @admin.display(description="Asked of")
    def asked_of(self, golden: GoldenQuestion) -> str:
        """The sources it is limited to."""
        return ", ".join(golden.sources) or "everything"

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Through the service."""
        kept = keep_question(
            user=request.user, golden_id=obj.pk if change else None, **form.cleaned_data
        )
        obj.__dict__.update(kept.__dict__)

    def delete_model(self, request: HttpRequest, obj: GoldenQuestion) -> None:
        """Through the service."""
        drop_question(user=request.user, golden_id=obj.pk)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[GoldenQuestion]) -> None:
        """Through the service, one by one."""
        for pk in queryset.values_list("pk", flat=True):
            drop_question(user=request.user, golden_id=pk)

    def get_urls(self) -> list[Any]:
        """With the import, and what the picker asks."""
        guard = self.admin_site.admin_view
        return [
            path("import/", guard(self.import_view), name=f"{NAME}_import"),
            path("suggest/", guard(self.suggest_view), name=f"{NAME}_suggest"),
            *super().get_urls(),
        ]

    @action(description="Import", url_path="to-import", icon="upload_file")  # type: ignore[untyped-decorator]
    def import_file(self, request: HttpRequest) -> HttpResponse:  # noqa: ARG002
        """To the page of the import."""
        return HttpResponse(status=302, headers={"Location": reverse(f"admin:{NAME}_import")})

    def import_view(self, request: HttpRequest) -> HttpResponse:
        """Take in a file of questions, or only try to."""
        self.check_admin(request)
        is_sent = request.method == "POST"
        form = ImportForm(request.POST, request.FILES) if is_sent else ImportForm()
        results = self.take_in(request, form) if is_sent else []
        states = [one.state for one in results]
        context = {
            **self.admin_site.each_context(request),
            "title": "Import golden questions",
            "form": form,
            "results": [one for one in results if one.state == "error"] or results[:200],
            "counts": {state: states.count(state) for state in dict.fromkeys(states)},
            "was_tried": bool(results) and form.cleaned_data["dry_run"],
        }
        return TemplateResponse(request, "retrieval/golden_import.html", context)

    def take_in(self, request: HttpRequest, form: ImportForm) -> list[LineResult]:
        """What became of each line; what is wrong with the whole file stands in the form."""
        if not form.is_valid():
            return []
        try:
            return import_questions(
                user=request.user, text=form.content(), dry_run=form.cleaned_data["dry_run"]
            )
        except UnicodeDecodeError:
            form.add_error("file", "The file is not encoded in UTF-8.")
        except DomainError as error:
            form.add_error("file", error.message)
        return []

    def suggest_view(self, request: HttpRequest) -> HttpResponse:
        """Documents for the picker."""
        self.check_admin(request)
        found = suggest_answers(user=request.user, words=request.GET.get("words", ""))
        context = {"found": found, "asked": request.GET.get("words", "")}
        return TemplateResponse(request, "retrieval/_suggestions.html", context)

    def check_admin(self, request: HttpRequest) -> None:
        """Raise `PermissionDenied` for other staff, whatever there is."""
        if not self.has_module_permission(request):
            raise PermissionDenied
