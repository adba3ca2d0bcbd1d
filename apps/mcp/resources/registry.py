"""Every resource. A new one is one module and one line."""

from apps.access.errors import NotFoundError
from apps.access.principals import Principal
from apps.mcp.resources import briefing, my_context, repo_tree
from apps.mcp.resources.definition import Resource

RESOURCES: tuple[Resource, ...] = (briefing.RESOURCE, my_context.RESOURCE, repo_tree.RESOURCE)


def read_resource(*, user: Principal, uri: str) -> str:
    """The text of a resource, for those who may read it.

    Raises `NotFoundError` for an address that leads nowhere, or nowhere the user may go.
    """
    for resource in RESOURCES:
        values = resource.match(uri)
        if values is not None:
            return resource.read(user=user, values=values)
    raise NotFoundError
