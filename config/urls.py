"""Every door of the house."""

from django.contrib import admin
from django.urls import include, path

from apps.access.admin_site import site

# Here and not at start-up: commands that serve no page start without the whole admin.
admin.autodiscover()

urlpatterns = [
    path("admin/", site.urls),
    path("", include("apps.api.probes")),
    path("api/", include("apps.api.urls")),
    path("", include("apps.mcp.urls")),
    path("", include("apps.reader.urls")),
]

# Answers in the shape of the REST API for addresses under it, Django's own pages for the rest.
handler400 = "apps.api.failures.bad_request"
handler403 = "apps.api.failures.permission_denied"
handler500 = "apps.api.failures.server_error"
