"""A big zip through the browser: stored, taken in by a worker of its own, watched to the end."""

import os
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from playwright.sync_api import expect

from apps.collections.models import Attachment, Chunk, Document
from apps.jobs.models import Job, JobKind, JobStatus
from tests.collections.files.pictures import PNG
from tests.waiting import wait_for

pytestmark = [pytest.mark.loopback, pytest.mark.django_db(transaction=True)]
PROJECT = Path(__file__).resolve().parents[2]
# `PAGES_OF_A_BIG_ZIP=2000` tries the size that the product promises.
PAGES = int(os.environ.get("PAGES_OF_A_BIG_ZIP", "400"))
LEASE = 2


@pytest.fixture
def big_zip(tmp_path):
    """Pages in folders that link to each other, an image, and two files that cannot go in."""
    path = tmp_path / "wiki.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(PAGES):
            archive.writestr(f"wiki/part-{number % 7}/page-{number:04}.md", page_text(number))
        archive.writestr("wiki/img/plan.png", PNG)
        archive.writestr("wiki/torn.md", b"\xff\x00\xff")
        archive.writestr("wiki/tool.exe", b"MZ")
    return path


def page_text(number):
    step = "Stop the queue, wait for the last item, then look at the log. " * 12
    other = f"page-{(number + 7) % PAGES:04}.md"
    return (
        f"# Page {number}\n\n![plan](../img/plan.png)\n\nSee [the next]({other}).\n\n"
        f"## Steps\n\n{step}\n\n```sh\nsystemctl stop app-{number}\n```\n"
    )


@pytest.fixture
def start_worker():
    """Starts worker processes on this test's database; what is left of them ends with the test."""
    workers = []

    def start():
        name = connection.settings_dict["NAME"]
        command = [sys.executable, "-m", "tests.browser.worker"]
        workers.append(
            subprocess.Popen(
                [*command, name, str(settings.MEDIA_ROOT), str(LEASE)],
                cwd=PROJECT,
                env=os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"},
            )
        )
        return workers[-1]

    yield start
    for worker in workers:
        worker.kill()
        worker.wait(timeout=10)


def send(visitor, path):
    """Upload a file by the form; the section that follows its job."""
    visitor.open("/docs/Handbook/-/upload")
    visitor.page.set_input_files("#files", path)
    visitor.page.get_by_role("button", name="Upload", exact=True).click()
    section = visitor.page.locator("[data-job]")
    expect(section).to_contain_text("wiki.zip")
    return section


def expect_all_in():
    documents = Document.objects.filter(source_key__startswith="part-")
    assert documents.count() == PAGES
    assert set(documents.values_list("version", flat=True)) == {1}
    chunks = Chunk.objects.filter(document__in=documents)
    assert chunks.count() == PAGES
    assert Attachment.objects.get().source_key == "img/plan.png"


def test_a_big_zip_is_watched_to_its_end(new_visitor, handbook, big_zip, start_worker):
    visitor = new_visitor()
    visitor.sign_in()
    section = send(visitor, big_zip)
    expect(section).to_contain_text("it waits for a worker")
    started = time.monotonic()
    start_worker()
    seen: set[tuple[int, int]] = set()
    while visitor.page.locator("[data-job=success]").count() == 0:
        assert time.monotonic() - started < 300
        bars = section.locator("progress").evaluate_all("bars => bars.map(b => [b.value, b.max])")
        seen.update((int(value), int(most)) for value, most in bars)
        visitor.page.wait_for_timeout(50)
    print(f"{PAGES} pages in {time.monotonic() - started:.1f} s, seen at {sorted(seen)}")
    # How much of it a quick machine shows is a matter of luck.
    assert {most for _, most in seen} <= {PAGES + 3}
    words = " ".join(section.inner_text().replace("\u202f", "").split()).replace("\u00a0", " ")
    assert f"2 not taken in {PAGES} created 1 file kept" in words
    assert "torn.md" in words
    assert "tool.exe" in words
    expect_all_in()
    visitor.open("/docs/Handbook/part-0/page-0000.md")
    picture = visitor.page.locator(".prose img")
    expect(picture).to_have_attribute("src", "/docs/Handbook/-/files/img/plan.png")
    expect(picture).to_have_js_property("naturalWidth", 8)
    assert visitor.complaints == []


def test_a_worker_killed_in_the_middle_is_followed_by_another(
    new_visitor, handbook, big_zip, start_worker
):
    visitor = new_visitor()
    visitor.sign_in()
    section = send(visitor, big_zip)
    worker = start_worker()
    assert wait_for(lambda: Document.objects.count() >= 100, 60)
    os.kill(worker.pid, signal.SIGKILL)
    worker.wait(timeout=10)
    stored = dict(Document.objects.values_list("pk", "content_hash"))
    assert Job.objects.get(kind=JobKind.UPLOAD).status == JobStatus.RUNNING
    killed = time.monotonic()
    start_worker()
    assert wait_for(lambda: Job.objects.get(kind=JobKind.UPLOAD).attempts == 2, 60)
    assert time.monotonic() - killed < LEASE + 5
    expect(section).to_have_attribute("data-job", "success", timeout=120_000)
    expect(section).to_contain_text("2 not taken in")
    assert stored.items() <= dict(Document.objects.values_list("pk", "content_hash")).items()
    job = Job.objects.get(kind=JobKind.UPLOAD)
    assert (job.result["created"], job.result["error_count"]) == (PAGES, 2)
    assert (job.processed, job.total) == (PAGES + 3, PAGES + 3)
    expect_all_in()
