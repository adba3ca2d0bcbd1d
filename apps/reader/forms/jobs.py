from django import forms

from apps.jobs.models import JobKind, JobStatus


class JobFilterForm(forms.Form):
    """Which jobs of the list to show; what is not understood filters nothing."""

    state = forms.ChoiceField(
        choices=[("", "Any state"), *JobStatus.choices], required=False, label="State"
    )
    kind = forms.ChoiceField(
        choices=[("", "Any kind"), *JobKind.choices], required=False, label="Kind"
    )

    def conditions(self) -> dict[str, str]:
        """Conditions on jobs; none for an empty or an unknown choice."""
        self.full_clean()
        chosen = {"status": "state", "kind": "kind"}
        values = {field: self.cleaned_data.get(name, "") for field, name in chosen.items()}
        return {field: value for field, value in values.items() if value}
