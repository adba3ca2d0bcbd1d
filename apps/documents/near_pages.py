"""Pages to offer where somebody asked for one that is not there."""

from dataclasses import dataclass

from django.contrib.postgres.search import TrigramSimilarity
from django.db.models.functions import Greatest

from apps.access.principals import Principal
from apps.documents.locating import LEAST_LIKENESS, LONGEST_COMPARED, SUGGESTIONS
from apps.documents.models import RepoDocument
from apps.repos.models import Repository
from apps.text.storable import storable


@dataclass(frozen=True, slots=True)
class NearPage:
    """A page that is there."""

    slug: str
    title: str
    path: str


def near_pages(*, user: Principal, repository: Repository, wanted: str) -> list[NearPage]:
    """Up to five pages whose slug or path is most like what was asked for (pg_trgm)."""
    text = str(storable(wanted))[:LONGEST_COMPARED]
    likeness = Greatest(TrigramSimilarity("slug", text), TrigramSimilarity("path", text))
    rows = RepoDocument.objects.visible_to(user).filter(repository=repository)
    alike = rows.annotate(likeness=likeness).filter(likeness__gt=LEAST_LIKENESS)
    best = alike.order_by("-likeness", "path").values_list("slug", "title", "path")
    return [NearPage(*row) for row in best[:SUGGESTIONS]]
