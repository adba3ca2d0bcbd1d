"""The admin's name, colours and way back, in Unfold's terms."""

UNFOLD = {
    "SITE_TITLE": "Pressmark",
    "SITE_HEADER": "Pressmark",
    "SITE_SUBHEADER": "Administration",
    "SITE_URL": "/",
    "SHOW_VIEW_ON_SITE": False,
    "BORDER_RADIUS": "6px",
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
    "SIDEBAR": {"show_search": False, "show_all_applications": False},
}
