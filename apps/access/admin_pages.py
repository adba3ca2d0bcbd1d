"""Pages of the admin beside lists and forms: who can read a source, and what somebody can read."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from django.contrib.admin.utils import quote, unquote
from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from unfold.decorators import action

from apps.access.principals import is_admin
from apps.access.querysets import Action, Visibility, source_models
from apps.access.readable import Holder, readable_sources, reasons_to_read
from apps.access.readers import list_readers

PER_PAGE = 50


def one_page(request: HttpRequest, rows: Any) -> Page[Any]:
    """The page of ``?p=`` (from 1); the nearest one for a number there is no page of."""
    return Paginator(rows, PER_PAGE).get_page(request.GET.get("p", "1")[:9])


def change_url(obj: Any) -> str:
    """The address of a row's own page in the admin."""
    meta = obj._meta  # noqa: SLF001
    return reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[quote(obj.pk)])


class ReadersPage:
    """Mixed into the pages of sources: who can see this, and why."""

    @action(description="Who can see this", url_path="readers", icon="visibility")  # type: ignore[untyped-decorator]
    def readers(self: Any, request: HttpRequest, object_id: str) -> HttpResponse:
        """Each reader with all their reasons; only for those who may share."""
        source = self.get_object(request, unquote(object_id))
        if source is None:
            return cast("HttpResponse", self.missing(request, object_id))
        if not self.allows(request, Action.SHARE, source):
            refusal = "You have no right to see who reads this."
            return cast("HttpResponse", self.send_back(request, source, refusal))
        sought = request.GET.get("q", "").strip()[:150]
        found = list_readers(user=request.user, source=source)
        shown = [one for one in found if sought.casefold() in one.name.casefold()]
        context = self.admin_site.each_context(request) | {
            "title": "Who can see this",
            "opts": self.opts,
            "source": source,
            "visibility": Visibility(source.visibility).label,
            "change_url": change_url(source),
            "total": len(found),
            "sought": sought,
            "may_ask": is_admin(request.user),
            "page": one_page(request, shown),
        }
        return TemplateResponse(request, "access/admin_readers.html", context)


@dataclass(frozen=True, slots=True)
class ReadableRow:
    """A source with the reasons why it can be read."""

    source: Any
    link: str
    reasons: Sequence[Any]


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of source, as a tab of the page."""

    name: str
    count: int
    link: str
    is_shown: bool


def kind_name(model: type[Any]) -> str:
    """What many sources of one kind are called."""
    return str(model._meta.verbose_name_plural)  # noqa: SLF001


class ReadablePage:
    """Mixed into the pages of users, groups and tokens: what they can read, and why."""

    def may_ask(self: Any, request: HttpRequest, holder: Holder) -> bool:
        """Admins about everybody, others about themselves and their tokens."""
        person = getattr(holder, "user", holder)
        return is_admin(request.user) or person == request.user

    def get_actions_detail(self: Any, request: HttpRequest, object_id: str) -> list[Any]:
        """Without the button, where one may not ask."""
        shown: list[Any] = super().get_actions_detail(request, object_id)  # type: ignore[misc]
        holder = self.get_object(request, unquote(object_id))
        if holder is not None and self.may_ask(request, holder):
            return shown
        return [one for one in shown if not one.action_name.endswith("_readable")]

    @action(description="What they can read", url_path="readable", icon="menu_book")  # type: ignore[untyped-decorator]
    def readable(self: Any, request: HttpRequest, object_id: str) -> HttpResponse:
        """One kind of source at a time, with the reasons."""
        holder = self.get_object(request, unquote(object_id))
        if holder is None:
            return cast("HttpResponse", self.missing(request, object_id))
        if not self.may_ask(request, holder):
            refusal = "Only an admin can see what others can read."
            return cast("HttpResponse", self.send_back(request, holder, refusal))
        models = {str(model._meta.model_name): model for model in source_models()}  # noqa: SLF001
        shown = request.GET.get("kind", "")
        shown = shown if shown in models else next(iter(models))
        rows = {
            name: readable_sources(user=request.user, holder=holder, model=model)  # type: ignore[arg-type]
            for name, model in models.items()
        }
        page = one_page(request, rows[shown])
        reasons = reasons_to_read(holder, page.object_list, models[shown])  # type: ignore[arg-type]
        context = self.admin_site.each_context(request) | {
            "title": f"What {holder} can read",
            "opts": self.opts,
            "holder": holder,
            "change_url": change_url(holder),
            "kinds": [
                Kind(kind_name(models[name]), found.count(), f"?kind={name}", name == shown)
                for name, found in rows.items()
            ],
            "shown": shown,
            "page": page,
            "rows": [ReadableRow(one, change_url(one), reasons[one.pk]) for one in page],
        }
        return TemplateResponse(request, "access/admin_readable.html", context)
