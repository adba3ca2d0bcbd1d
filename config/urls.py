"""Every door of the house."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/", include("apps.api.urls")),
    path("", include("apps.mcp.urls")),
    path("", include("apps.reader.urls")),
]
