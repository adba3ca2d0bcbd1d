"""The OpenAPI schema and the page that draws it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe
from drf_spectacular.views import SpectacularAPIView


class SchemaView(SpectacularAPIView):
    """The OpenAPI 3 schema: YAML, or JSON with ``?format=json`` or by ``Accept``."""

    authentication_classes = ()


@require_safe
@ensure_csrf_cookie
def docs(request: HttpRequest) -> HttpResponse:
    """The operations as a page on which they can be tried. All its parts come from this server."""
    return render(request, "api/docs.html")
