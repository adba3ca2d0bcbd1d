from apps.repos.models.repositories import (
    Origin,
    Repository,
    RepositoryGroupGrant,
    RepositoryUserGrant,
    Schedule,
)
from apps.repos.models.symbols import CodeSymbol
from apps.repos.models.syncs import RunStatus, SyncRun

__all__ = [
    "CodeSymbol",
    "Origin",
    "Repository",
    "RepositoryGroupGrant",
    "RepositoryUserGrant",
    "RunStatus",
    "Schedule",
    "SyncRun",
]
