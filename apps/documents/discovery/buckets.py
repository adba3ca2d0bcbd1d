"""Where in the tree a document lies."""

import re
from pathlib import PurePosixPath

from apps.documents.models import Bucket

_ALL_CAPS = re.compile(r"(?=.*[A-Z])[A-Z0-9_]+")


def bucket_of(path: str) -> Bucket:
    """The bucket of a path; the first that fits of root, docs, skills and sub-project."""
    *folders, name = path.split("/")
    lower = [folder.lower() for folder in folders]
    if not folders:
        return Bucket.ROOT
    if "docs" in lower:
        return Bucket.DOCS
    if "skills" in lower:
        return Bucket.SKILLS
    if len(folders) == 1 and _ALL_CAPS.fullmatch(PurePosixPath(name).stem):
        return Bucket.SUBDIR_ALLCAPS
    return Bucket.OTHER
