from django.apps import AppConfig


class JobsConfig(AppConfig):
    """Job rows, the queue door to django-q2, lease, sweep, retry."""

    name = "apps.jobs"
    verbose_name = "Work"

    def ready(self) -> None:
        """Start the sweeper in every queue worker and check the handler table at start-up."""
        from django_q.signals import post_spawn

        from apps.jobs import checks  # noqa: F401
        from apps.jobs.orphans import follow_parent
        from apps.jobs.sweep import start_sweeper

        post_spawn.connect(follow_parent, dispatch_uid="jobs.orphans")
        post_spawn.connect(start_sweeper, dispatch_uid="jobs.sweeper")
