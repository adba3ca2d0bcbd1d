"""Addresses and answers of the admin, as the tests compare them."""

import re

from django.db.models import Model
from django.http import HttpResponse
from django.urls import reverse

from apps.access.models import AuditEntry


def address(row: type[Model] | Model, page: str = "changelist") -> str:
    """The address of a list, or of a row's page."""
    name = f"admin:{row._meta.app_label}_{row._meta.model_name}_{page}"
    return reverse(name, args=[row.pk] if isinstance(row, Model) else [])


def outcome(response: HttpResponse, *secrets: object) -> tuple:
    """Status, headers and body, without ids that differ by nature."""
    timed = {"X-Request-ID", "Expires", "Last-Modified", "Content-Length"}
    headers = {name: value for name, value in response.headers.items() if name not in timed}
    body = response.content.decode()
    for secret in (*secrets, r"name=\"csrfmiddlewaretoken\" value=\"\w+\"", r"X-CSRFToken[^}]*"):
        body = re.sub(str(secret), "…", body)
        headers = {key: re.sub(str(secret), "…", value) for key, value in headers.items()}
    return response.status_code, headers, body


def form_data(response: HttpResponse) -> dict[str, str]:
    """What a browser would send back for the form on a page, inlines included."""
    data: dict[str, str] = {}
    context = response.context
    forms = [context["adminform"].form]
    for inline in context["inline_admin_formsets"]:
        forms += [inline.formset.management_form, *inline.formset.forms]
    for form in forms:
        for field in form:
            value = field.value()
            if isinstance(value, list | tuple):
                data[field.html_name] = list(value)
            elif hasattr(field.field, "fields"):
                parts = field.field.widget.decompress(value)
                data |= {f"{field.html_name}_{n}": part or "" for n, part in enumerate(parts)}
            elif value is True:
                data[field.html_name] = "on"
            elif value is not None and value is not False:
                data[field.html_name] = str(value)
    return data


def edit(stage, part: str, row, **changes):
    """Open the page of a row, change some fields, send it; the answer."""
    client = stage.client(part)
    page = client.get(address(row, "change"))
    assert page.status_code == 200
    return client.post(address(row, "change"), form_data(page) | changes)


def errors(response) -> str:
    """All messages of the forms on a page."""
    context = response.context
    shown = [context["adminform"].form.errors.as_text()]
    shown += [str(inline.formset.errors) for inline in context["inline_admin_formsets"]]
    return " ".join(shown)


def actions() -> list[str]:
    return list(AuditEntry.objects.order_by("id").values_list("action", flat=True))
