from apps.documents.models.code import DocumentCode, MentionDrift
from apps.documents.models.documents import DocumentKind, RepoDocument
from apps.documents.models.links import RepoDocumentLink
from apps.documents.models.redirects import DocumentRedirect, SectionRedirect
from apps.documents.models.sections import Mention, RepoDocumentChunk, Section
from apps.repos.models import Bucket

__all__ = [
    "Bucket",
    "DocumentCode",
    "DocumentKind",
    "DocumentRedirect",
    "Mention",
    "MentionDrift",
    "RepoDocument",
    "RepoDocumentChunk",
    "RepoDocumentLink",
    "Section",
    "SectionRedirect",
]
