"""Pages of one repository: the view gets the row that the address names."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponseBase

from apps.access.querysets import Action
from apps.documents.shelf import find_on_shelf
from apps.reader.pages import page

RepoView = Callable[..., HttpResponseBase]


def repo_page(
    *methods: str, action: Action = Action.READ, members_only: bool = False
) -> Callable[[RepoView], RepoView]:
    """Make a view of ``(request, repository, …)`` a page below ``/repos/HOST/OWNER/NAME``.

    Letter case in the address does not matter. A repository that is missing or hidden is answered
    as `page` does it; so is one on which the visitor may not do the action.
    """

    def decorate(view: RepoView) -> RepoView:
        @wraps(view)
        def found(request: HttpRequest, **parts: Any) -> HttpResponseBase:
            slug = "/".join(parts.pop(part) for part in ("host", "owner", "name"))
            repository = find_on_shelf(user=request.user, slug=slug, action=action)
            return view(request, repository, **parts)

        return page(*methods, members_only=members_only)(found)

    return decorate
