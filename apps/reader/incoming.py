"""What a person uploads through a page, handed to the services file by file."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, cast

from django.http import HttpRequest

from apps.access.errors import InvalidRequestError, TooLargeError
from apps.collections.documents import DocumentResult, IncomingDocument
from apps.collections.ingest import ingest_stream
from apps.collections.models import Collection
from apps.collections.uploads import store_upload
from apps.jobs.models import Job
from apps.reader.folder_uploads import paths_field

# The field of a chosen folder: keys are paths inside it, as with a zip that has one root folder.
FOLDER = "folder"
FIELDS = ("files", FOLDER)


@dataclass(frozen=True, slots=True)
class Received:
    """The outcome of one posted upload: an entry per document, a job per archive."""

    results: tuple[DocumentResult, ...]
    jobs: tuple[Job, ...]

    def count(self, state: str) -> int:
        """How many documents ended in that state."""
        return sum(result.state == state for result in self.results)

    @property
    def tally(self) -> list[tuple[str, int]]:
        """The states that occur with their numbers, problems first."""
        states = ("error", "created", "replaced", "unchanged")
        return [(state, self.count(state)) for state in states if self.count(state)]


def receive(request: HttpRequest, collection: Collection) -> Received:
    """Take in every file of a posted form.

    Zip archives are stored and become jobs, everything else is ingested at once, however many.
    Raises `NotFoundError` or `ForbiddenError`; what is wrong with a file is its entry.
    """
    jobs: list[Job] = []
    refused: list[DocumentResult] = []
    documents: list[tuple[str, BinaryIO]] = []
    for key, file in sent_files(request):
        if not is_archive(key):
            documents.append((key, file))
            continue
        try:
            jobs.append(
                store_upload(user=request.user, collection_id=collection.pk, name=key, file=file)
            )
        except (InvalidRequestError, TooLargeError) as error:
            refused.append(DocumentResult.for_error(key, error))
    slices = ingest_stream(
        user=request.user,
        collection_id=collection.pk,
        documents=(IncomingDocument(key, file.read()) for key, file in documents),
    )
    return Received((*refused, *(one for some in slices for one in some)), tuple(jobs))


def sent_files(request: HttpRequest) -> Iterator[tuple[str, BinaryIO]]:
    """Each file with its key: the name as sent, without the chosen folder's own name."""
    for field in FIELDS:
        paths = request.POST.getlist(paths_field(field))
        for path, file in zip(paths, request.FILES.getlist(field), strict=True):
            key = path.removeprefix("./")
            inside = key.split("/", 1)[-1] if field == FOLDER else key
            yield inside, cast("BinaryIO", file)


def is_archive(key: str) -> bool:
    """Whether a file is taken as a zip."""
    return key.lower().endswith(".zip")
