"""Forms of the admin for repositories; what is typed is checked by the services."""

from typing import Any

from django import forms
from unfold.widgets import UnfoldAdminPasswordWidget, UnfoldAdminTextInputWidget

from apps.repos.models import Repository
from apps.repos.settings import SECRETS


class SecretsForm(forms.ModelForm):  # type: ignore[type-arg]
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
        exclude = SECRETS  # noqa: DJ006  the admin's fieldsets name what is shown

    def typed(self) -> dict[str, Any]:
        """What was changed, without secrets that were left empty."""
        names = [
            name for name in self.changed_data if self.cleaned_data[name] or name not in SECRETS
        ]
        return {name: self.cleaned_data[name] for name in names}

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
