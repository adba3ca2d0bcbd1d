"""What a person uploads through a page, handed to the services file by file."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO, TypeAlias, cast

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest

from apps.access.errors import InvalidRequestError, TooLargeError
from apps.collections.attachments import IncomingAttachment
from apps.collections.documents import DocumentResult, IncomingDocument
from apps.collections.gathering import oversized
from apps.collections.ingest import FileResult, Item, ingest_stream
from apps.collections.media import is_attachment
from apps.collections.models import Collection
from apps.collections.uploads import store_upload
from apps.jobs.models import Job
from apps.reader.folder_uploads import paths_field

# The field of a chosen folder: keys are paths inside it, as with a zip that has one root folder.
FOLDER = "folder"
FIELDS = ("files", FOLDER)
SentFile: TypeAlias = "UploadedFile[Any]"
# Rows of each kind in an answer; the numbers above them count all. The script of the page agrees.
SHOWN = 200


@dataclass(frozen=True, slots=True)
class Received:
    """The outcome of one posted upload: an entry per document and file, a job per archive."""

    results: tuple[FileResult, ...]
    jobs: tuple[Job, ...]

    @property
    def errors(self) -> list[FileResult]:
        """What was not taken in."""
        return [result for result in self.results if result.is_error]

    @property
    def stored(self) -> list[FileResult]:
        """What is in the collection now."""
        return [result for result in self.results if not result.is_error]

    @property
    def more(self) -> int:
        """How many files are counted but not listed."""
        return sum(max(0, len(some) - SHOWN) for some in (self.errors, self.stored))

    @property
    def shown_errors(self) -> list[FileResult]:
        """The first of what was not taken in."""
        return self.errors[:SHOWN]

    @property
    def shown_stored(self) -> list[FileResult]:
        """The first of what is in the collection now, those with a note before the others."""
        return sorted(self.stored, key=lambda result: not result.note)[:SHOWN]

    @property
    def tally(self) -> list[tuple[str, int]]:
        """The states of documents that occur with their numbers, then how many files were kept."""
        pages = [one for one in self.stored if isinstance(one, DocumentResult)]
        counts = [("error", len(self.errors))]
        counts += [
            (state, sum(page.state == state for page in pages))
            for state in ("created", "replaced", "unchanged")
        ]
        counts.append(("kept", len(self.stored) - len(pages)))
        return [(state, number) for state, number in counts if number]


def receive(request: HttpRequest, collection: Collection) -> Received:
    """Take in every file of a posted form.

    Zip archives are stored and become jobs, everything else is ingested at once, however many.
    Raises `NotFoundError` or `ForbiddenError`; what is wrong with a file is its entry.
    """
    jobs: list[Job] = []
    refused: list[FileResult] = []
    files: list[tuple[str, SentFile]] = []
    for key, file in sent_files(request):
        if not is_archive(key):
            files.append((key, file))
            continue
        try:
            jobs.append(
                store_upload(
                    user=request.user,
                    collection_id=collection.pk,
                    name=key,
                    file=cast("BinaryIO", file),
                )
            )
        except (InvalidRequestError, TooLargeError) as error:
            refused.append(DocumentResult.for_error(key, error))
    slices = ingest_stream(
        user=request.user,
        collection_id=collection.pk,
        documents=(item_of(key, file) for key, file in files),
    )
    return Received((*refused, *(one for some in slices for one in some)), tuple(jobs))


def item_of(key: str, file: SentFile) -> Item:
    """A document or an attachment by its name; one over its limit is not read at all."""
    refused = oversized(key, file.size or 0)
    if refused is not None:
        return refused
    kind = IncomingAttachment if is_attachment(key) else IncomingDocument
    return kind(key, file.read())


def sent_files(request: HttpRequest) -> Iterator[tuple[str, SentFile]]:
    """Each file with its key: the name as sent, without the chosen folder's own name."""
    for field in FIELDS:
        paths = request.POST.getlist(paths_field(field))
        for path, file in zip(paths, request.FILES.getlist(field), strict=True):
            key = path.removeprefix("./")
            inside = key.split("/", 1)[-1] if field == FOLDER else key
            yield inside, file


def is_archive(key: str) -> bool:
    """Whether a file is taken as a zip."""
    return key.lower().endswith(".zip")
