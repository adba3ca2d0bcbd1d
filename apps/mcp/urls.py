from django.urls import URLPattern, URLResolver, path

from apps.mcp.http.metadata import protected_resource
from apps.mcp.http.view import endpoint

app_name = "mcp"
WELL_KNOWN = ".well-known/oauth-protected-resource"

# Clients add or drop the last slash and lose the body on a redirect, so both are the endpoint.
urlpatterns: list[URLPattern | URLResolver] = [
    path("mcp", endpoint, name="endpoint"),
    path("mcp/", endpoint, name="endpoint_slash"),
    path(WELL_KNOWN, protected_resource, name="protected_resource"),
    path(f"{WELL_KNOWN}/mcp", protected_resource, name="protected_resource_of_path"),
]
