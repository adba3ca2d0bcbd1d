"""The OpenAPI schema and the page that draws it."""

from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import SpectacularAPIView


@cache
def whole_schema() -> Any:
    """The schema of all operations. It costs a second to make and is the same for everybody."""
    return SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]


class OneSchema(SchemaGenerator):
    """Gives out the schema that is already there."""

    def get_schema(self, request: Any = None, public: bool = False) -> Any:  # noqa: ARG002
        """The whole schema, whoever asks."""
        return whole_schema()


class SchemaView(SpectacularAPIView):
    """The OpenAPI 3 schema: YAML, or JSON with ``?format=json`` or by ``Accept``."""

    authentication_classes = ()
    generator_class = OneSchema


@require_safe
@ensure_csrf_cookie
def docs(request: HttpRequest) -> HttpResponse:
    """The operations as a page on which they can be tried. All its parts come from this server."""
    return render(request, "api/docs.html")
