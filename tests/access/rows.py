"""One row of every guarded kind that hangs on a source."""

import uuid

from django.db.models import Model

from apps.access.models import Source
from apps.collections.models import (
    Attachment,
    AttachmentData,
    Chunk,
    Collection,
    Document,
    Link,
    LinkType,
    Upload,
)
from apps.documents.models import (
    Bucket,
    DocumentCode,
    DocumentKind,
    DocumentRedirect,
    Mention,
    MentionDrift,
    RepoDocument,
    RepoDocumentChunk,
    Section,
    SectionRedirect,
)
from apps.jobs.models import Job, JobKind
from apps.repos.models import CodeFile, CodeIndex, CodeSymbol, Repository, SyncRun, WebhookDelivery
from apps.retrieval.models import Passage

WORDS = {"content": "word", "content_hash": "0" * 64}
LINES = {"start_line": 1, "end_line": 1}


def rows_below(source: Source) -> list[Model]:
    """One row of each guarded kind that belongs to this source."""
    job = Job.objects.create(
        kind=JobKind.EMBED,
        source_id=source.pk,
        source_kind=source._meta.label,
        target_id=source.pk,
    )
    below = below_collection if isinstance(source, Collection) else below_repository
    return [job, *below(source)]


def below_collection(collection: Collection) -> list[Model]:
    document = Document.objects.create(
        collection=collection, source_key="a.md", title="A", format="markdown", size=4, **WORDS
    )
    chunk = Chunk.objects.create(document=document, chunk_index=0, content="word", **LINES)
    link = Link.objects.create(document=document, href="b.md", line=1, link_type=LinkType.MARKDOWN)
    upload = Upload.objects.create(collection=collection, name="a.zip", file="a.zip", size=4)
    data = AttachmentData.objects.create(sha256=uuid.uuid4().hex * 2, size=4, content=b"word")
    file = Attachment.objects.create(collection=collection, source_key="a.png", data=data, size=4)
    return [
        document,
        chunk,
        link,
        upload,
        file,
        passage(collection, document, collection_chunk=chunk),
    ]


def below_repository(repository: Repository) -> list[Model]:
    document = RepoDocument.objects.create(
        repository=repository,
        path="a.md",
        slug="a",
        title="A",
        kind=DocumentKind.REPO_DOC,
        bucket=Bucket.ROOT,
        format="markdown",
        size=4,
        **WORDS,
    )
    section = Section.objects.create(
        document=document,
        address="a#1",
        title="A",
        level=1,
        position=0,
        anchor="a",
        content_hash="0" * 64,
        start_byte=0,
        end_byte=4,
        **LINES,
    )
    chunk = RepoDocumentChunk.objects.create(
        document=document, section=section, chunk_index=0, content="word", **LINES
    )
    symbol = CodeSymbol.objects.create(
        repository=repository,
        kind="function",
        name="f",
        qualified_name="m.f",
        language="python",
        path="m.py",
        **LINES,
    )
    file = CodeFile.objects.create(
        repository=repository, path="m.py", blob_id="0" * 40, language="python"
    )
    index = CodeIndex.objects.create(repository=repository)
    code = DocumentCode.objects.create(document=document)
    drift = MentionDrift.objects.create(
        document=document, name="g", line=1, qualified_name="m.g", kind="function"
    )
    mention = Mention.objects.create(chunk=chunk, symbol=symbol, name="f", confidence=1)
    run = SyncRun.objects.create(repository=repository)
    old_path = DocumentRedirect.objects.create(repository=repository, path="b.md", slug="b")
    old_address = SectionRedirect.objects.create(document=document, address="b#1", title="B")
    delivery = WebhookDelivery.objects.create(repository=repository, digest="0" * 64)
    return [
        *(document, section, chunk, symbol, mention, run, old_path, old_address, delivery),
        *(file, index, code, drift),
        passage(repository, document, repo_chunk=chunk),
    ]


def passage(source: Source, document: Model, **chunk: Model) -> Passage:
    (row,) = chunk.values()
    return Passage.objects.create(
        id=row.pk or uuid.uuid4(),
        source_id=source.pk,
        document_id=document.pk,
        content_hash="0" * 64,
        **chunk,
    )
