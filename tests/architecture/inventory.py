"""The doors that stand open: URL patterns, pages of the admin, tools of the MCP server."""

import re
from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver
from drf_spectacular.generators import SchemaGenerator

from apps.access.admin_site import site
from apps.mcp.resources.registry import RESOURCES
from apps.mcp.tools.registry import TOOLS
from config import urls  # noqa: F401  fills the admin with its pages

# What Django gives each model; the door `admin:MODEL` asks at all of these.
OF_EACH_MODEL = {
    *("", "add/", "<path:object_id>/"),
    *(f"<path:object_id>/{name}/" for name in ("change", "history", "delete")),
}


def standing_doors() -> set[str]:
    """The name of every door, as tests/architecture/doors.py writes it."""
    pages = {f"admin:{model._meta.label}" for model in site._registry}
    tools = {f"mcp:{tool.name}" for tool in TOOLS}
    resources = {f"mcp:{resource.uri}" for resource in RESOURCES}
    return pages | tools | resources | set(url_doors(get_resolver().url_patterns))


def url_doors(patterns: list[URLPattern | URLResolver], prefix: str = "") -> Iterator[str]:
    """The patterns of all views, but for those of each model's own pages in the admin."""
    for pattern in patterns:
        local = str(pattern.pattern)
        name = prefix + local
        if isinstance(pattern, URLResolver):
            yield from url_doors(pattern.url_patterns, name)
        elif not (hasattr(pattern.callback, "model_admin") and local in OF_EACH_MODEL):
            yield name


def described_calls() -> set[tuple[str, str]]:
    """Path and method of everything in the description of the REST addresses."""
    paths = SchemaGenerator().get_schema(request=None, public=True)["paths"]
    return {(path, method) for path, methods in paths.items() for method in methods}


def answered_calls(
    patterns: list[URLPattern | URLResolver], prefix: str = ""
) -> Iterator[tuple[str, str]]:
    """The same as the views have it, whether or not the description tells of them."""
    for pattern in patterns:
        name = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from answered_calls(pattern.url_patterns, name)
        elif view := getattr(pattern.callback, "cls", None):
            methods = set(view.http_method_names) - {"head", "options", "trace"}
            yield from ((described(name), one) for one in methods if hasattr(view, one))


def described(door: str) -> str:
    """The name of a door as the description writes its path."""
    return "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", door)
