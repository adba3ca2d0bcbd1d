"""Forgets questions whose time is over.

django-q2's scheduler calls `forget_old_questions` every hour (see the migration that adds it).
"""

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from apps.retrieval.models import AskedQuestion


def forget_old_questions() -> int:
    """Delete what is older than ``PRESSMARK_QUERY_LOG__DAYS``; how many questions it was."""
    oldest = timezone.now() - timedelta(days=settings.PRESSMARK.query_log.days)
    count, _ = AskedQuestion.objects.filter(at__lt=oldest).delete()
    return count
