from django.apps import AppConfig


class ReposConfig(AppConfig):
    """Git, zip and local sources, sync runs, source files, code symbols."""

    name = "apps.repos"
    verbose_name = "Sources"
