"""The query log in the admin, and the page of what is missing."""

import uuid
from typing import Any

from django import forms
from django.contrib import admin
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.http import urlencode
from django.utils.text import slugify
from unfold.decorators import action
from unfold.widgets import UnfoldAdminSelectWidget

from apps.access.admin_scope import ReadOnlyAdmin
from apps.access.principals import is_admin
from apps.retrieval.asking.gaps import (
    EVERYWHERE,
    Gap,
    asked_sources,
    describe_gaps,
    gap_groups,
)
from apps.retrieval.asking.history import names_of
from apps.retrieval.models import AskedQuestion

GAPS = "admin:retrieval_askedquestion_gaps"
PERIODS = (("7", "7 days"), ("30", "30 days"), ("90", "90 days"), ("365", "A year"))
PER_PAGE = 50


class GapForm(forms.Form):
    """How the page of what is missing is narrowed."""

    days = forms.ChoiceField(
        label="Asked within", choices=PERIODS, required=False, widget=UnfoldAdminSelectWidget()
    )
    source = forms.ChoiceField(label="Asked of", required=False, widget=UnfoldAdminSelectWidget())

    def __init__(self, data: Any, sources: list[tuple[uuid.UUID, str]]) -> None:
        super().__init__({"days": data.get("days", "30"), "source": data.get("source", "")})
        named = [(str(pk), name) for pk, name in sources]
        self.fields["source"].choices = [  # type: ignore[attr-defined]
            ("", "Anything"),
            (EVERYWHERE, "All sources at once"),
            *named,
        ]

    def choice(self) -> tuple[int, uuid.UUID | str | None]:
        """Days and source; what is none of the choices counts as the first one."""
        data = self.cleaned_data if self.is_valid() else {}
        source = data.get("source") or None
        days = int(data.get("days") or 30)
        return days, source if source in {None, EVERYWHERE} else uuid.UUID(source)


class AskedQuestionAdmin(ReadOnlyAdmin):
    """Each question; admins see all of them, other staff their own."""

    list_display = ("question", "at", "status", "hits", "surface", "user", "latency")
    list_display_links = ("question",)
    list_select_related = ("user",)
    list_filter = ("status", "kind", "surface", "user")
    search_fields = ("text",)
    date_hierarchy = "at"
    ordering = ("-at", "-id")
    actions_list = ("to_gaps",)
    fieldsets = (
        (None, {"fields": ("text", "at", "kind", "surface", "asked_of")}),
        ("Who asked", {"fields": ("user", "token")}),
        ("Outcome", {"fields": ("status", "error_code", "hits", "strength", "best_hit")}),
        ("Time", {"fields": ("latency",)}),
    )

    @admin.display(description="Question", ordering="text")
    def question(self, row: AskedQuestion) -> str:
        """The text, or that none is kept."""
        return str(row)

    @admin.display(description="Asked of")
    def asked_of(self, row: AskedQuestion) -> str:
        """The sources it named, as far as the viewer may read them."""
        named = [row.names[pk] for pk in row.sources if pk in row.names]  # type: ignore[attr-defined]
        return ", ".join(named) or "-"

    @admin.display(description="Best hit")
    def best_hit(self, row: AskedQuestion) -> str:
        """Its mark, if the viewer may read it."""
        return row.top_mark if row.top_source in row.names else "-"  # type: ignore[attr-defined]

    def get_object(self, request: HttpRequest, object_id: str, from_field: Any = None) -> Any:
        """The question, with the names that its page shows."""
        row = super().get_object(request, object_id, from_field)
        if row is not None:
            ids = {pk for pk in (*row.sources, row.top_source) if pk is not None}
            row.names = names_of(user=request.user, ids=ids)
        return row

    def get_urls(self) -> list[Any]:
        """With the page of what is missing."""
        view = self.admin_site.admin_view(self.gaps_view)
        return [path("gaps/", view, name="retrieval_askedquestion_gaps"), *super().get_urls()]

    @action(description="What is missing", url_path="to-gaps", icon="search_off")  # type: ignore[untyped-decorator]
    def to_gaps(self, request: HttpRequest) -> HttpResponse:  # noqa: ARG002
        """To the page of what is missing."""
        return HttpResponse(status=302, headers={"Location": reverse(GAPS)})

    def gaps_view(self, request: HttpRequest) -> HttpResponse:
        """What people ask that we do not have."""
        form = GapForm(request.GET, asked_sources(user=request.user, days=365))
        days, source = form.choice()
        groups = gap_groups(user=request.user, days=days, source=source)
        page = Paginator(groups, PER_PAGE).get_page(request.GET.get("p"))
        gaps = describe_gaps(user=request.user, groups=list(page), days=days)
        context = {
            **self.admin_site.each_context(request),
            "title": "What is missing",
            "form": form,
            "titles": ("Question", "Asked", "People", "Of", "Last", "Fill it"),
            "page": page,
            "lines": [line_of(gap, source, may_keep=is_admin(request.user)) for gap in gaps],
            "kept": urlencode([("days", str(days)), ("source", str(source or ""))]) + "&p=",
        }
        return TemplateResponse(request, "retrieval/gaps.html", context)


def line_of(gap: Gap, chosen: uuid.UUID | str | None, *, may_keep: bool) -> dict[str, Any]:
    """A gap with the links that fill it: a new page, a golden question."""
    target = chosen if chosen in gap.writable else None
    if target is None and len(gap.writable) == 1:
        target = gap.writable[0]
    key = f"{slugify(gap.text, allow_unicode=True)[:60] or 'answer'}.md"
    page = f"{reverse('new_page', args=[target])}?{urlencode({'key': key})}" if target else ""
    golden = reverse("admin:retrieval_goldenquestion_add")
    asked = urlencode({"question": gap.text})
    return {"gap": gap, "new_page": page, "golden": f"{golden}?{asked}" if may_keep else ""}
