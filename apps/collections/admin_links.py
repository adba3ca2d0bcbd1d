"""The links of a document on its page of the admin: where they stand, what came of each."""

from typing import Any, cast

from django.contrib import admin
from django.http import HttpRequest
from unfold.forms import PaginationInlineFormSet

from apps.access.admin_scope import ScopedInline
from apps.access.admin_site import site
from apps.collections.models import Link
from apps.collections.models.documents import LinkQuerySet


class LinkFormSet(PaginationInlineFormSet):  # type: ignore[misc]
    """A page of the links; any number that is no page's is the first one's."""

    def get_page_num(self) -> int:
        """The page that the address names."""
        asked = self.request.GET.get(self.get_pagination_key(), "")
        return max(1, int(asked)) if asked.isdecimal() and len(asked) < 9 else 1


class LinkInline(ScopedInline):
    """Read-only, in the order of the text, so many on a page as can be looked at."""

    model = Link
    fk_name = "document"
    formset = LinkFormSet
    per_page = 50
    can_delete = False
    hide_title = True
    fields = readonly_fields = ("line", "href", "link_type", "state", "leads_to", "section")

    def get_queryset(self, request: HttpRequest) -> LinkQuerySet:
        rows = cast("LinkQuerySet", super().get_queryset(request))
        return rows.with_targets().order_by("line", "pk")

    @admin.display(description="Leads to")
    def leads_to(self, link: Link) -> str:
        target = link.target_document or link.target_attachment
        return target.source_key if target else "-"

    @admin.display(description="Section")
    def section(self, link: Link) -> str:
        if not link.fragment:
            return "-"
        found = {True: "found", False: "missing", None: "not looked for"}
        return f"#{link.fragment}: {found[link.is_fragment_found]}"

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        """Whoever sees the document; the rows are narrowed like it."""
        return site.has_permission(request)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        """Nobody: links are read from the text."""
        return False

    has_change_permission = has_delete_permission = has_add_permission
