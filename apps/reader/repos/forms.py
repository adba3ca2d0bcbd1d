from typing import Any

from django import forms

from apps.access.principals import Principal
from apps.access.querysets import Visibility
from apps.reader.forms.collections import visibility_choices
from apps.repos.models import Bucket, Repository, Schedule
from apps.repos.settings import LONGEST_DESCRIPTION, MOST_FILE_BYTES

SECRET_LENGTH = 1000


def secret_field(label: str, help_text: str) -> forms.CharField:
    """A field for what goes in and never comes out."""
    widget = forms.PasswordInput({"autocomplete": "off"})
    return forms.CharField(
        label=label, required=False, max_length=SECRET_LENGTH, widget=widget, help_text=help_text
    )


class LinesField(forms.CharField):
    """A list, one entry a line."""

    def __init__(self, *, label: str, help_text: str) -> None:
        widget = forms.Textarea({"rows": 3, "dir": "ltr", "spellcheck": "false"})
        super().__init__(label=label, help_text=help_text, required=False, widget=widget)

    def clean(self, value: Any) -> Any:
        """The lines that are not empty."""
        return [line.strip() for line in super().clean(value).splitlines() if line.strip()]


class NewSourceForm(forms.Form):
    """What every new repository is told."""

    name = forms.CharField(
        label="Name",
        required=False,
        max_length=800,
        widget=forms.TextInput({"placeholder": "github.com/acme/handbook", "dir": "ltr"}),
    )
    description = forms.CharField(
        max_length=LONGEST_DESCRIPTION, required=False, help_text="One line of what it is for."
    )
    visibility = forms.ChoiceField(
        label="Who can read it", initial=Visibility.PRIVATE, widget=forms.RadioSelect
    )

    def __init__(self, *args: Any, user: Principal, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["visibility"].choices = visibility_choices(user)  # type: ignore[attr-defined]
        self.fields["name"].help_text = self.name_help

    name_help = "HOST/OWNER/NAME. Empty: as in the URL."


class GitForm(NewSourceForm):
    """A repository by its git URL."""

    url = forms.CharField(
        label="Git URL",
        max_length=2000,
        widget=forms.TextInput({"placeholder": "https://github.com/acme/handbook", "dir": "ltr"}),
    )
    ref = forms.CharField(
        label="Branch, tag or commit",
        required=False,
        max_length=255,
        help_text="Empty: the default branch.",
    )
    schedule = forms.ChoiceField(label="Sync", choices=Schedule.choices, initial=Schedule.DAILY)
    credential = secret_field(
        "Credential", "For a private repository: a token, or user:password. It is kept encrypted."
    )
    field_order = ("url", "name", "description", "ref", "schedule", "credential", "visibility")


class ZipForm(NewSourceForm):
    """A repository as a zip."""

    name_help = "HOST/OWNER/NAME. Empty: by the name of the file."
    file = forms.FileField(label="Zip", widget=forms.FileInput({"accept": ".zip,application/zip"}))
    field_order = ("file", "name", "description", "visibility")


class ArchiveForm(forms.Form):
    """The next zip of a repository that came as one."""

    file = forms.FileField(label="Zip", widget=forms.FileInput({"accept": ".zip,application/zip"}))


class RepositoryForm(forms.Form):
    """What is indexed, and when."""

    description = forms.CharField(max_length=LONGEST_DESCRIPTION, required=False)
    ref = forms.CharField(
        label="Branch, tag or commit",
        required=False,
        max_length=255,
        help_text="Empty: the default branch.",
    )
    schedule = forms.ChoiceField(label="Sync", choices=Schedule.choices)
    include_globs = LinesField(
        label="Only these files",
        help_text="Patterns, one a line, as in docs/** or *.md. Empty: all files.",
    )
    exclude_globs = LinesField(
        label="Not these files", help_text="As in docs/v1/ or **/CHANGELOG.md."
    )
    excluded_buckets = forms.MultipleChoiceField(
        label="Leave out",
        required=False,
        choices=Bucket.choices,
        widget=forms.CheckboxSelectMultiple,
        help_text="Parts of the tree whose documents are not indexed.",
    )
    max_file_bytes = forms.IntegerField(
        label="Largest file",
        min_value=1,
        max_value=MOST_FILE_BYTES,
        help_text="In bytes; 1048576 is 1 MB.",
    )
    logs_questions = forms.BooleanField(
        label="Keep questions in the query log",
        required=False,
        help_text="Off: the text of questions about this repository is not kept.",
    )

    def __init__(self, data: Any = None, *, repository: Repository) -> None:
        super().__init__(data, initial=initial_of(repository))


class SecretsForm(forms.Form):
    """Secrets go in and never come out; a field left empty keeps what is stored."""

    credential = secret_field("Credential", "A token, or user:password.")
    remove_credential = forms.BooleanField(label="Remove the credential", required=False)
    webhook_secret = secret_field("Webhook secret", "The same text as at the git host.")
    remove_webhook_secret = forms.BooleanField(label="Remove the webhook secret", required=False)


def initial_of(repository: Repository) -> dict[str, Any]:
    """The stored settings as the form shows them."""
    return {
        "description": repository.description,
        "ref": repository.ref,
        "schedule": repository.schedule,
        "include_globs": "\n".join(repository.include_globs),
        "exclude_globs": "\n".join(repository.exclude_globs),
        "excluded_buckets": repository.excluded_buckets,
        "max_file_bytes": repository.max_file_bytes,
        "logs_questions": repository.logs_questions,
    }
