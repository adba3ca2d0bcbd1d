"""The REST addresses, below ``/api/``."""

from django.urls import URLPattern, URLResolver, path

from apps.api import paths  # noqa: F401  registers the converters used below
from apps.api.failures import unknown_address
from apps.api.views import description

urlpatterns: list[URLPattern | URLResolver] = [
    path("schema/", description.SchemaView.as_view(), name="api-schema"),
    path("docs/", description.docs, name="api-docs"),
    # The last resort; everything else stands above it.
    path("<key:rest>", unknown_address),
]
