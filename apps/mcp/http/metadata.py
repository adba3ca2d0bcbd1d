"""The protected-resource document that tells clients how to get in (RFC 9728)."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from apps.access.models import Scope

REQUIRED_SCOPES = (Scope.MCP, Scope.API_READ)


@require_safe
def protected_resource(request: HttpRequest) -> HttpResponse:
    """What the endpoint is called and which scopes it wants. There is no OAuth server."""
    body = {
        "resource": base_url(request) + reverse("mcp:endpoint"),
        "resource_name": "Pressmark",
        "bearer_methods_supported": ["header"],
        "scopes_supported": [str(scope) for scope in REQUIRED_SCOPES],
        "resource_documentation": base_url(request) + "/account/connect",
    }
    return JsonResponse(body, headers={"Access-Control-Allow-Origin": "*"})


def metadata_url(request: HttpRequest) -> str:
    """The absolute address of the document."""
    return base_url(request) + reverse("mcp:protected_resource")


def base_url(request: HttpRequest) -> str:
    """The deployment's public address, or the one this request came to; no slash at the end."""
    return settings.PRESSMARK.public_url or f"{request.scheme}://{request.get_host()}"
