from django.apps import AppConfig, apps


class AccessConfig(AppConfig):
    """Who may do what: visibility, grants, tokens, audit, the access rule."""

    name = "apps.access"
    verbose_name = "People and rights"

    def ready(self) -> None:
        """Django's groups stand under the same name in the admin."""
        apps.get_app_config("auth").verbose_name = self.verbose_name
