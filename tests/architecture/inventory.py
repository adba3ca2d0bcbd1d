"""The doors that stand open: URL patterns, pages of the admin, tools of the MCP server."""

from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver

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
