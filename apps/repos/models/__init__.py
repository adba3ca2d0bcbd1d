from apps.repos.models.buckets import Bucket
from apps.repos.models.repositories import (
    Origin,
    Repository,
    RepositoryGroupGrant,
    RepositoryUserGrant,
    Schedule,
)
from apps.repos.models.symbols import CodeFile, CodeIndex, CodeSymbol
from apps.repos.models.syncs import COUNTERS, RunStatus, SyncRun
from apps.repos.models.webhooks import WebhookDelivery

__all__ = [
    "COUNTERS",
    "Bucket",
    "CodeFile",
    "CodeIndex",
    "CodeSymbol",
    "Origin",
    "Repository",
    "RepositoryGroupGrant",
    "RepositoryUserGrant",
    "RunStatus",
    "Schedule",
    "SyncRun",
    "WebhookDelivery",
]
