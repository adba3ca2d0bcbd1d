from django.apps import AppConfig


class AccessConfig(AppConfig):
    """Who may do what: visibility, grants, tokens, audit, the access rule."""

    name = "apps.access"
