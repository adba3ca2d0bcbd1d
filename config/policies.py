"""The looser content security policy that the admin needs, and only the admin."""

from collections.abc import Callable, Iterable

from django.conf import settings
from django.http import HttpRequest, HttpResponse


def image_sources(hosts: Iterable[str]) -> list[str]:
    """The sources of CSP (its section 2.3.1) for hosts whose images may be shown; ``*`` is any."""
    return ["https:" if host == "*" else f"https://{host}" for host in hosts]


class AdminPolicyMiddleware:
    """Replaces script and style sources under ``/admin/``; other pages keep the strict set."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.path.startswith("/admin/"):
            # The attribute is django-csp's documented way for middleware (see its decorators).
            setattr(response, "_csp_replace", dict(settings.ADMIN_CONTENT_SECURITY_POLICY))  # noqa: B010
        return response
