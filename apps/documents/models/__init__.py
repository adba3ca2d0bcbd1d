from apps.documents.models.documents import Bucket, DocumentKind, RepoDocument
from apps.documents.models.sections import Mention, RepoDocumentChunk, Section

__all__ = ["Bucket", "DocumentKind", "Mention", "RepoDocument", "RepoDocumentChunk", "Section"]
