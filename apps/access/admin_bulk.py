"""Something done to many chosen rows at once, after a page that says what will happen."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from django import forms
from django.contrib import messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.text import capfirst

from apps.access.errors import InvalidRequestError
from apps.access.querysets import Action

Choice: TypeAlias = Mapping[str, Any]
Rows: TypeAlias = Sequence[Any]

MOST_ROWS = 500


def nothing_more(_user: Any, _rows: Rows, _choice: Choice) -> Iterable[str]:
    """No consequences beyond the deed itself."""
    return ()


@dataclass(frozen=True, slots=True)
class BulkDeed:
    """One entry of a list's action menu.

    ``carry_out(user, row, **choice)`` is one service, called for each row inside one transaction.
    ``form(data, user=…, admin_site=…, model=…)`` asks what else is to be known, ``consequences``
    tells people what will happen. Rows without the ``right`` are left out, and named.
    """

    name: str
    label: str
    right: Action
    carry_out: Callable[..., object]
    done: str
    form: type[forms.Form] | None = None
    consequences: Callable[[Any, Rows, Choice], Iterable[str]] = field(default=nothing_more)
    is_dangerous: bool = False

    @property
    def verb(self) -> str:
        """The label without the dots that announce a choice."""
        return self.label.rstrip("…")


@dataclass(frozen=True, slots=True)
class Chosen:
    """The chosen rows the user may do it to, and those they may not."""

    allowed: list[Any]
    refused: list[Any]

    @classmethod
    def among(cls, rows: QuerySet[Any], user: Any, right: Action) -> "Chosen":
        """Split visible rows by the right. Raises `InvalidRequestError` for too many rows."""
        listed = list(rows[: MOST_ROWS + 1])
        if len(listed) > MOST_ROWS:
            raise InvalidRequestError(f"Choose at most {MOST_ROWS} at once.")
        may = rows.model._default_manager.allowing(user, right)  # noqa: SLF001
        allowed = set(may.filter(pk__in=[row.pk for row in listed]).values_list("pk", flat=True))
        return cls(
            [row for row in listed if row.pk in allowed],
            [row for row in listed if row.pk not in allowed],
        )


def bulk_action(deed: BulkDeed) -> Callable[..., HttpResponse | None]:
    """The deed as a function for a page's ``actions``."""

    def run(page: Any, request: HttpRequest, rows: QuerySet[Any]) -> HttpResponse | None:
        chosen = Chosen.among(rows, request.user, deed.right)
        if not chosen.allowed:
            message = f"You have no right to {deed.right} any of them."
            page.message_user(request, message, messages.ERROR)
            return None
        asked = Asked(page, request, deed, chosen)
        if asked.choice is not None and request.POST.get("step") == "confirmed":
            asked.carry_out()
            return None
        return asked.ask()

    run.__name__ = deed.name
    run.short_description = deed.label  # type: ignore[attr-defined]
    return run


class Asked:
    """One request to do a deed; ``choice`` is None until the deed's form is filled in."""

    def __init__(self, page: Any, request: HttpRequest, deed: BulkDeed, chosen: Chosen) -> None:
        self.page, self.request, self.deed, self.chosen = page, request, deed, chosen
        self.form = self.open_form()
        self.choice: Choice | None = {} if deed.form is None else None
        if deed.form is not None and self.form.is_bound and self.form.is_valid():
            self.choice = self.form.cleaned_data

    def open_form(self) -> forms.Form:
        """The deed's form, bound once it has been sent; an empty one for a deed without choices."""
        form: Any = self.deed.form
        if form is None:
            return forms.Form()
        data = self.request.POST if self.request.POST.get("step") else None
        known = {"user": self.request.user, "model": self.page.model}
        opened: forms.Form = form(data, admin_site=self.page.admin_site, **known)
        return opened

    def carry_out(self) -> None:
        """Do it to each row, all or none; a service's refusal is shown above the list."""
        with transaction.atomic():
            for row in self.chosen.allowed:
                self.deed.carry_out(self.request.user, row, **(self.choice or {}))
        message = f"{self.deed.done}: {len(self.chosen.allowed)}."
        self.page.message_user(self.request, message, messages.SUCCESS)

    def ask(self) -> HttpResponse:
        """The page between: first the choices, then what will happen."""
        deed, count, opts = self.deed, len(self.chosen.allowed), self.page.opts
        names = opts.verbose_name if count == 1 else opts.verbose_name_plural
        told = self.choice is not None and deed.consequences(
            self.request.user, self.chosen.allowed, self.choice
        )
        context = self.page.admin_site.each_context(self.request) | {
            "title": f"{capfirst(deed.verb)}: {count} {names}",
            "opts": opts,
            "deed": deed,
            "chosen": self.chosen,
            "form": self.form,
            "media": self.page.media + self.form.media,
            "is_last": self.choice is not None,
            "consequences": list(told or ()),
        }
        return TemplateResponse(self.request, "access/admin_bulk.html", context)
