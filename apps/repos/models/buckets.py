from django.db import models


class Bucket(models.TextChoices):
    """Where in the tree a document lies."""

    ROOT = "root", "Root"
    DOCS = "docs", "Docs"
    SKILLS = "skills", "Skills"
    SUBDIR_ALLCAPS = "subdir-allcaps", "Sub-project"
    OTHER = "other", "Other"
