"""What a hand-made request may hold where Django's admin expects what its own pages send."""

from typing import Any

from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.widgets import (
    AutocompleteMixin,
    AutocompleteSelect,
    AutocompleteSelectMultiple,
)
from django.core.exceptions import ValidationError
from django.db.models import Model
from django.http import HttpRequest

DATE_STEPS = {"year", "month", "day"}


def is_key(model: type[Model], text: str) -> bool:
    """Whether a text can be a primary key of the model at all."""
    field: Any = model._meta.pk  # noqa: SLF001
    try:
        field.run_validators(field.to_python(text))
    except (ValidationError, ValueError, OverflowError):
        return False
    return text != ""


def drop_strange_keys(request: HttpRequest, model: type[Model]) -> None:
    """Take out of the chosen rows what names none: Django would ask the database for it."""
    chosen = request.POST.getlist(ACTION_CHECKBOX_NAME)
    known = [text for text in chosen if is_key(model, text)]
    if known != chosen:
        data = request.POST.copy()
        data.setlist(ACTION_CHECKBOX_NAME, known)
        request.POST = data  # type: ignore[assignment]


def is_plain_step(step: str, value: object) -> bool:
    """Whether a step of a date filter has a number that a calendar can have."""
    text = str(value)
    is_number = text.isascii() and text.isdigit() and len(text) <= 4
    return step not in DATE_STEPS or (is_number and 0 < int(text) < 9999)


class KnownOptions(AutocompleteMixin):
    """Shows only chosen values that can be keys; the field itself says that the rest is wrong."""

    def optgroups(self, name: str, value: Any, attr: Any = None) -> Any:
        """The options that are chosen."""
        model = self.field.remote_field.model
        known = [one for one in value if is_key(model, str(one))]
        return super().optgroups(name, known, attr)


class KnownSelect(KnownOptions, AutocompleteSelect):
    """A completed choice of one row."""


class KnownSelectMultiple(KnownOptions, AutocompleteSelectMultiple):
    """A completed choice of several rows."""
