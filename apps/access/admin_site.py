"""The admin: one site of its own, so that nothing is in it that was not put there on purpose."""

from typing import Any

from django.core.exceptions import SuspiciousOperation
from django.core.paginator import InvalidPage
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path, reverse
from unfold.sites import UnfoldAdminSite

from apps.access.admin_cards import cards_for
from apps.access.admin_exchange import exchange_page
from apps.access.admin_matrix import matrix_page
from apps.access.login_forms import LimitedAdminLogin, told_to_wait
from apps.access.sign_ins import note_sign_in
from apps.access.sso.provider import sso_label


class PressmarkAdminSite(UnfoldAdminSite):  # type: ignore[misc]
    """Open to active staff; each row in it still answers to the access rule."""

    # Unfold's own index lists recent actions by title, also of things hidden by now.
    index_template = "access/admin_index.html"
    login_template = "access/admin_login.html"
    enable_nav_sidebar = True
    login_form = LimitedAdminLogin

    def has_permission(self, request: HttpRequest) -> bool:
        """Whether the user may enter at all; what they find is decided row by row."""
        return bool(request.user.is_active and getattr(request.user, "is_staff", False))

    def get_urls(self) -> list[Any]:
        """Without Django's redirect to any object's public page: it knows of no access rule."""
        kept = [url for url in super().get_urls() if getattr(url, "name", "") != "view_on_site"]
        return [
            path("grants/", self.admin_view(self.grants), name="grants"),
            path("access-file/", self.admin_view(self.access_file), name="access_file"),
            *kept,
        ]

    def access_file(self, request: HttpRequest) -> HttpResponse:
        """Groups, members and grants as a file."""
        return exchange_page(request, self)

    def grants(self, request: HttpRequest) -> HttpResponse:
        """Grants to groups as a table."""
        return matrix_page(request, self)

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Wrap a view; addresses with a NUL, which no column can hold, are refused with 400."""
        guarded = super().admin_view(view, cacheable)

        def refuse_nul(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            if any("\0" in value for values in request.GET.lists() for value in values[1]):
                raise SuspiciousOperation("NUL in the query string")
            return guarded(request, *args, **kwargs)

        # Django's own marks on the view (csrf_exempt and the like) must survive the wrapping.
        refuse_nul.__dict__.update(guarded.__dict__)
        return refuse_nul

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """The first page: how things stand with what the user may see."""
        cards = {"cards": list(cards_for(request.user)), "title": "How things stand"}
        return super().index(request, cards | (extra_context or {}))

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """The login page, with the identity provider if there is one; 429 after many failures."""
        was_signed_in = request.user.is_authenticated
        wanted = {"next": request.GET.get("next") or reverse("admin:index")}
        shown = {
            "sso_label": sso_label(),
            "sso_url": reverse("sso_login", query=wanted),
            # Unfold's form does not send on which page was wanted.
            "app_path": reverse("admin:login", query=wanted),
        }
        response = told_to_wait(super().login(request, shown | (extra_context or {})))
        if request.user.is_authenticated and not was_signed_in:
            note_sign_in(request)
        return response

    def search(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """Unfold's search over the names of the admin's pages; a bad page number is a 404."""
        try:
            return super().search(request, extra_context)
        except (ValueError, InvalidPage) as error:
            raise Http404("There is no such page.") from error


site = PressmarkAdminSite(name="admin")
