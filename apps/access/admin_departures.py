"""What a deletion of people or groups takes along, as its page says before."""

from typing import Any

from django.contrib.auth.models import Group

from apps.access.models import AccessToken
from apps.access.querysets import source_models


def what_goes_along(holders: Any) -> dict[str, int]:
    """What is deleted with people or groups, and what stays without them, by name."""
    rows = list(holders)
    if not rows:
        return {}
    is_group = isinstance(rows[0], Group)
    relation, holder = ("group_grants", "group") if is_group else ("user_grants", "user")
    grants = 0
    for model in source_models():
        kind: Any = model._meta.get_field(relation).related_model  # noqa: SLF001
        grants += kind._default_manager.filter(**{f"{holder}__in": rows}).count()  # noqa: SLF001
    counts = {"grants": grants}
    if is_group:
        return counts
    owned = sum(
        model._default_manager.filter(owner__in=rows).count()  # noqa: SLF001
        for model in source_models()
    )
    tokens = AccessToken.objects.filter(user__in=rows).count()
    return counts | {"access tokens": tokens, "sources that stay, without an owner": owned}
