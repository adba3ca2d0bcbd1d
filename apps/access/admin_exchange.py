"""The page on which groups, members and grants go out and come in as files; for admins."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from unfold.widgets import UnfoldAdminSelectWidget

from apps.access.errors import DomainError
from apps.access.exchange.incoming import ImportOutcome, import_access
from apps.access.exchange.outgoing import export_access
from apps.access.exchange.rows import NAMES, FileForm, read_rows
from apps.access.principals import is_admin

MOST_BYTES = 4 * 1024 * 1024
TYPES = {FileForm.CSV: "text/csv", FileForm.JSON: "application/json"}
FORMS = [(FileForm.CSV.value, "CSV"), (FileForm.JSON.value, "JSON")]


class FormChoice(forms.Form):
    """How the file is written."""

    form = forms.ChoiceField(choices=FORMS, label="Format", widget=UnfoldAdminSelectWidget())


class IncomingForm(FormChoice):
    """A file, or on the second step its text."""

    file = forms.FileField(required=False)
    text = forms.CharField(required=False, widget=forms.HiddenInput, strip=False)

    def clean(self) -> dict[str, Any]:
        """The text of the file in ``text``."""
        data: dict[str, Any] = super().clean() or {}
        file = data.get("file")
        if file is not None and file.size > MOST_BYTES:
            raise forms.ValidationError("The file is larger than 4 MiB; split it.")
        try:
            data["text"] = file.read().decode("utf-8-sig") if file else data.get("text", "")
        except UnicodeDecodeError:
            raise forms.ValidationError("The file is not UTF-8.") from None
        if not data["text"].strip():
            raise forms.ValidationError("Choose a file that is not empty.")
        return data


def exchange_page(request: HttpRequest, site: Any) -> HttpResponse:
    """Export, check a file, take it in."""
    if not is_admin(request.user):
        raise PermissionDenied
    step = request.POST.get("step", "")
    if step == "export":
        return send_file(request, site)
    form, outcome = IncomingForm(request.POST or None, request.FILES or None), None
    if request.method == "POST" and form.is_valid():
        outcome = run_import(request, form, is_dry_run=step != "store")
    return show(request, site, form, outcome)


def send_file(request: HttpRequest, site: Any) -> HttpResponse:
    """The export as a download."""
    chosen = FormChoice(request.POST)
    if not chosen.is_valid():
        return show(request, site, IncomingForm(), None)
    form = FileForm(chosen.cleaned_data["form"])
    return HttpResponse(
        export_access(user=request.user, form=form),
        content_type=f"{TYPES[form]}; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="access.{form.value}"'},
    )


def run_import(
    request: HttpRequest, form: IncomingForm, *, is_dry_run: bool
) -> ImportOutcome | None:
    """What the file does or would do; None when it is no such file, which the form then says."""
    data = form.cleaned_data
    try:
        rows = read_rows(data["text"], FileForm(data["form"]))
    except DomainError as error:
        form.add_error(None, error.message)
        return None
    outcome = import_access(user=request.user, rows=rows, is_dry_run=is_dry_run)
    if outcome.is_stored:
        messages.success(request, f"Taken in: {len(outcome.changes)} changes.")
    return outcome


def show(
    request: HttpRequest, site: Any, form: IncomingForm, outcome: ImportOutcome | None
) -> HttpResponse:
    """The page, with the outcome of the last step."""
    context = site.each_context(request) | {
        "title": "Groups, members and grants as a file",
        "form": form,
        "choice": FormChoice(),
        "columns": NAMES,
        "outcome": outcome,
        "can_store": outcome and outcome.changes and not outcome.errors and not outcome.is_stored,
    }
    return TemplateResponse(request, "access/admin_exchange.html", context)
