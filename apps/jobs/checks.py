"""Start-up check of the job handlers named in settings."""

from typing import Any

from django.conf import settings
from django.core.checks import Error, register
from django.utils.module_loading import import_string

from apps.jobs.models import JobKind


@register()
def check_job_handlers(**_options: Any) -> list[Error]:
    """Every handler in ``PRESSMARK_JOB_HANDLERS`` has a known kind and can be imported."""
    problems = []
    for kind, name in settings.PRESSMARK_JOB_HANDLERS.items():
        if kind not in JobKind.values:
            problems.append(Error(f"Unknown job kind {kind!r} in PRESSMARK_JOB_HANDLERS."))
        try:
            import_string(name)
        except ImportError as error:
            problems.append(Error(f"Job handler {name!r} cannot be imported: {error}"))
    return problems
