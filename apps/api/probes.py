"""``/healthz`` and ``/readyz``, for whatever watches the process; at the root, not under /api."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path
from django.views.decorators.http import require_safe

from apps.api.readiness import READY, check_parts


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """200 while the process is up; asks nothing of the database."""
    return JsonResponse({"status": "ok"})


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """200 once database, migrations and queue are ready, else 503; says which part is not."""
    parts = check_parts()
    is_ready = all(state == READY for state in parts.values())
    body = {"status": "ready" if is_ready else "not ready", "parts": parts}
    return JsonResponse(body, status=200 if is_ready else 503)


urlpatterns = [path("healthz", healthz), path("readyz", readyz)]
