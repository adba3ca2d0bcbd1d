"""Forms of the admin that show a service's refusal where the person can mend it."""

from typing import Any, ClassVar

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS

from apps.access.errors import DomainError
from apps.access.names import clean_name


class RefusedForm(forms.BaseForm):
    """A form that fails with the error of the service that was called with its input."""

    refusal: ClassVar[DomainError]

    def _post_clean(self) -> None:
        """After the form's own checks, so that each message stands at its field."""
        super()._post_clean()  # type: ignore[misc]
        known = [error for error in self.refusal.field_errors if error.field in self.fields]
        for error in known:
            self.add_error(error.field, error.message)
        if not known:
            self.add_error(NON_FIELD_ERRORS, self.refusal.message)


def refusing(form: type[Any], error: DomainError) -> type[Any]:
    """The same form, failing with this error."""
    metaclass: Any = type(form)
    refused: type[Any] = metaclass(form.__name__, (RefusedForm, form), {"refusal": error})
    return refused


def named(raw: str, field: str) -> str:
    """A name as it is stored, empty when it is. Raises `ValidationError`."""
    try:
        return raw and clean_name(raw, field=field, longest=150, what="The name")
    except DomainError as error:
        raise forms.ValidationError(error.message) from error
