"""What answers depend on, besides the documents: recorded with each evaluation."""

from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.conf import settings

from apps.retrieval.models import EmbeddingSpace, Passage

SECRETS = ("api_key", "base_url")


def fingerprint(space: EmbeddingSpace | None) -> dict[str, Any]:
    """Version, commit, embedding space, the settings that shape answers, and how much there is."""
    options = settings.PRESSMARK
    embedding = {k: v for k, v in asdict(options.embedding).items() if k not in SECRETS}
    return {
        "version": settings.SPECTACULAR_SETTINGS["VERSION"],
        "commit": commit_of(Path(settings.BASE_DIR)),
        "space": str(space) if space else "",
        "embedding": embedding,
        "chunking": asdict(options.chunking),
        "search": asdict(options.search),
        "passages": Passage.objects.count(),
    }


def commit_of(folder: Path) -> str:
    """The commit that a checkout stands at (gitrepository-layout), empty outside of one."""
    with suppress(OSError, ValueError):
        git = folder / ".git"
        if git.is_file():
            git = folder / git.read_text().removeprefix("gitdir:").strip()
        head = (git / "HEAD").read_text().strip()
        if not head.startswith("ref: "):
            return head[:12]
        name = head.removeprefix("ref: ")
        shared = git / "commondir"
        common = git / shared.read_text().strip() if shared.exists() else git
        loose = common / name
        if loose.exists():
            return loose.read_text().strip()[:12]
        packed = (common / "packed-refs").read_text().splitlines()
        return next((line[:12] for line in packed if line.endswith(f" {name}")), "")
    return ""
