"""Something done to many chosen rows at once, after a page that says what will happen."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.text import capfirst

from apps.access.admin_deed import BulkDeed, Choice, Chosen
from apps.access.errors import DomainError


def bulk_action(deed: BulkDeed) -> Callable[..., HttpResponse | None]:
    """The deed as a function for a page's ``actions``."""

    def run(page: Any, request: HttpRequest, rows: QuerySet[Any]) -> HttpResponse | None:
        chosen = Chosen.among(rows, request.user, deed)
        if not chosen.allowed:
            count = Counter({why: len(some) for why, some in chosen.left_out.items()})
            page.message_user(request, f"Nothing is done. {told_reasons(count)}", messages.ERROR)
            return None
        asked = Asked(page, request, deed, chosen)
        if asked.choice is not None and request.POST.get("step") == "confirmed":
            asked.carry_out()
            return None
        return asked.ask()

    run.__name__ = deed.name
    run.short_description = deed.label  # type: ignore[attr-defined]
    return run


def told_reasons(count: Counter[str]) -> str:
    """Each reason with how many rows it keeps out."""
    return " ".join(f"Left out: {number}. {why}" for why, number in count.items())


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
        """Do it to each row, and say to how many and why not to the rest.

        All or none, with a service's refusal shown above the list, unless each row stands alone.
        """
        left_out = Counter({why: len(rows) for why, rows in self.chosen.left_out.items()})
        with transaction.atomic():
            refusals = [refusal for row in self.chosen.allowed if (refusal := self.try_row(row))]
        left_out.update(refusals)
        done = len(self.chosen.allowed) - len(refusals)
        message = f"{self.deed.done}: {done}. {told_reasons(left_out)}".rstrip()
        level = messages.WARNING if left_out else messages.SUCCESS
        self.page.message_user(self.request, message, level)

    def try_row(self, row: Any) -> str:
        """Do it to one row; what the service says against it, where each row stands alone."""
        try:
            with transaction.atomic():
                self.deed.carry_out(self.request.user, row, **(self.choice or {}))
        except DomainError as error:
            if not self.deed.is_each_alone:
                raise
            return error.message
        return ""

    def ask(self) -> HttpResponse:
        """The page between: first the choices, then what will happen."""
        deed, rows, opts = self.deed, self.chosen.allowed, self.page.opts
        names = opts.verbose_name if len(rows) == 1 else opts.verbose_name_plural
        told = self.choice is not None and deed.consequences(self.request.user, rows, self.choice)
        allowed, left_out = self.chosen.named(self.request.user, deed)
        context = self.page.admin_site.each_context(self.request) | {
            "title": f"{capfirst(deed.verb)}: {len(rows)} {names}",
            "opts": opts,
            "deed": deed,
            "chosen": self.chosen,
            "allowed": allowed,
            "left_out": left_out,
            "form": self.form,
            "media": self.page.media + self.form.media,
            "is_last": self.choice is not None,
            "consequences": list(told or ()),
        }
        return TemplateResponse(self.request, "access/admin_bulk.html", context)
