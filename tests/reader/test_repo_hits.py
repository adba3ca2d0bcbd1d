"""Search hits of repositories lead to their pages."""

from dataclasses import replace

import pytest

from apps.jobs.models import Job
from apps.jobs.runner import run_job
from apps.reader.hit_addresses import HitPages
from apps.retrieval.request import SearchRequest
from apps.retrieval.search import search
from tests.reader.repos_on_shelf import DOCS, SLUG

pytestmark = pytest.mark.django_db


def test_sections_lead_to_their_anchor_and_symbols_to_their_lines(settings, writer, library):
    embedding = replace(settings.PRESSMARK.embedding, provider="none")
    settings.PRESSMARK = replace(settings.PRESSMARK, embedding=embedding)
    for job in Job.objects.all():
        run_job(str(job.pk))
    request = SearchRequest(query="start_engine", mode="mixed")
    hits = search(user=writer, request=request).results
    pages = HitPages(writer, hits)
    urls = {hit.provenance["kind"] + " " + hit.title: pages.url(hit) for hit in hits}
    assert urls["repository Setup"] == f"{DOCS}/guide-setup#install"
    assert urls["symbol app.start_engine"] == (
        f"/repos/{SLUG}/-/code/src/app.py?start=1&end=2&symbol=app.start_engine#L1"
    )
