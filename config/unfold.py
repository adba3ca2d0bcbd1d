"""The admin's name, colours, way around and way back, in Unfold's terms."""

from typing import Any

from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse, reverse_lazy


def is_superuser(request: HttpRequest) -> bool:
    """Whether to show what only admins may open."""
    return bool(getattr(request.user, "is_superuser", False))


def is_query_log(request: HttpRequest) -> bool:
    """Whether the page is one of the log's own, and not what it has below it."""
    root = reverse("admin:retrieval_askedquestion_changelist")
    gaps = reverse("admin:retrieval_askedquestion_gaps")
    return request.path.startswith(root) and request.path != gaps


def entry(title: str, model: str, icon: str, **options: Any) -> dict[str, Any]:
    """A line of the sidebar that opens the list of a model (``app_model``)."""
    link = reverse_lazy(f"admin:{model}_changelist")
    return {"title": title, "link": link, "icon": icon, **options}


SIDEBAR = [
    {
        "title": "Sources",
        "items": [
            entry("Collections", "collections_collection", "library_books"),
            entry("Repositories", "repos_repository", "folder_data"),
        ],
    },
    {
        "title": "Content",
        "items": [
            entry("Collection documents", "collections_document", "description"),
            entry("Repository documents", "documents_repodocument", "code_blocks"),
        ],
    },
    {
        "title": "Questions",
        "items": [
            entry("Query log", "retrieval_askedquestion", "forum", active=is_query_log),
            {
                "title": "What is missing",
                "link": reverse_lazy("admin:retrieval_askedquestion_gaps"),
                "icon": "search_off",
            },
            entry("Golden questions", "retrieval_goldenquestion", "star", permission=is_superuser),
            entry(
                "Briefing of agents",
                "retrieval_briefingversion",
                "campaign",
                permission=is_superuser,
            ),
            entry("Evaluation", "retrieval_evaluationrun", "monitoring", permission=is_superuser),
            entry("Token gain", "retrieval_tokengain", "savings", permission=is_superuser),
        ],
    },
    {
        "title": "Work",
        "items": [
            entry("Jobs", "jobs_job", "pending_actions"),
            entry("Sync runs", "repos_syncrun", "sync"),
        ],
    },
    {
        "title": "People and rights",
        "items": [
            {"title": "Grants to groups", "link": reverse_lazy("admin:grants"), "icon": "grid_on"},
            entry("Users", "access_user", "person"),
            entry("Groups", "auth_group", "group"),
            {
                "title": "Export and import",
                "link": reverse_lazy("admin:access_file"),
                "icon": "import_export",
                "permission": is_superuser,
            },
            entry("Access tokens", "access_accesstoken", "key"),
            entry("Audit log", "access_auditentry", "history_edu", permission=is_superuser),
        ],
    },
]

UNFOLD = {
    "SITE_TITLE": "Pressmark",
    "SITE_HEADER": "Pressmark",
    "SITE_SUBHEADER": "Administration",
    "SITE_URL": "/",
    "SITE_SYMBOL": "local_library",
    "SITE_FAVICONS": [
        {
            "rel": "icon",
            "type": "image/svg+xml",
            "href": lambda _request: static("img/mark.svg"),
        }
    ],
    "SITE_DROPDOWN": [{"title": "Back to the reader", "link": "/", "icon": "arrow_back"}],
    "SHOW_VIEW_ON_SITE": False,
    "BORDER_RADIUS": "6px",
    "STYLES": [lambda _request: static("css/admin.css")],
    # The reader's ink blue, from paper to night.
    "COLORS": {
        "primary": {
            "50": "oklch(0.97 0.014 255)",
            "100": "oklch(0.94 0.03 255)",
            "200": "oklch(0.89 0.055 255)",
            "300": "oklch(0.82 0.085 253)",
            "400": "oklch(0.74 0.11 252)",
            "500": "oklch(0.6 0.13 254)",
            "600": "oklch(0.5 0.13 255)",
            "700": "oklch(0.44 0.13 256)",
            "800": "oklch(0.38 0.11 257)",
            "900": "oklch(0.32 0.09 258)",
            "950": "oklch(0.24 0.06 260)",
        },
    },
    # No search over rows and no list of recent actions: both would name what is hidden by now.
    "COMMAND": {"search_models": False, "show_history": False},
    "SIDEBAR": {
        "show_search": False,
        "show_all_applications": False,
        "navigation": SIDEBAR,
    },
}
