"""Forms of the admin for repositories; what is typed is checked by the services."""

from typing import Any

from django import forms
from unfold.widgets import UnfoldAdminPasswordWidget, UnfoldAdminTextInputWidget

from apps.access.admin_source_forms import SourceForm
from apps.repos.models import Repository
from apps.repos.settings import SECRETS


class SecretsForm(SourceForm):
    """Secrets go in and never come out; a field left empty leaves what is kept."""

    credential = forms.CharField(
        required=False,
        strip=True,
        widget=UnfoldAdminPasswordWidget(attrs={"autocomplete": "off"}),
        help_text="A token, or user:password. Kept encrypted; leave empty to keep the stored one.",
    )
    webhook_secret = forms.CharField(
        required=False,
        strip=True,
        widget=UnfoldAdminPasswordWidget(attrs={"autocomplete": "off"}),
        help_text="For signed messages of the git host to /api/webhooks/ID.",
    )

    class Meta:
        model = Repository
        exclude = SECRETS

    def typed(self) -> dict[str, Any]:
        """What was changed, without secrets that were left empty."""
        typed = super().typed()
        return {name: value for name, value in typed.items() if value or name not in SECRETS}

    def _post_clean(self) -> None:
        # The model's own columns hold encrypted secrets; what is typed must not be put there.
        secrets = {name: getattr(self.instance, name) for name in SECRETS}
        super()._post_clean()  # type: ignore[misc]
        for name, value in secrets.items():
            setattr(self.instance, name, value)


class AddRepositoryForm(SecretsForm):
    """A repository by its git URL."""

    url = forms.CharField(
        label="Git URL",
        widget=UnfoldAdminTextInputWidget(),
        help_text="https:// only. Zips come by REST, local folders at the command line.",
    )
    address = forms.CharField(
        label="Called",
        required=False,
        widget=UnfoldAdminTextInputWidget(),
        help_text="HOST/OWNER/NAME; empty: as in the URL.",
    )
