from dataclasses import replace
from datetime import UTC, datetime

import pytest

from apps.access.errors import NotFoundError
from apps.access.models import User
from apps.access.principals import operator
from apps.documents.models import (
    DocumentRedirect,
    RepoDocument,
    RepoDocumentChunk,
    Section,
)
from apps.documents.syncing import sync_repository
from apps.jobs.models import Job
from apps.repos.git.errors import SourceRefusedError
from apps.repos.models import RunStatus, SyncRun
from apps.retrieval.models import Passage

pytestmark = pytest.mark.django_db
GUIDE = "# Guide\n\nIntro words.\n\n## Setup\n\nDo this first.\n"


def documents(repository):
    return {
        document.path: document for document in RepoDocument.objects.filter(repository=repository)
    }


def test_a_first_sync_indexes_everything_and_the_next_one_does_nothing(
    make_source, sync, django_assert_max_num_queries
):
    repository, _ = make_source(
        {"README.md": "# Hi\n\n`f`\n", "docs/guide.md": GUIDE, "main.c": "x"}
    )
    assert sync(repository) == (2, 2, 3, 0, 0, 0)
    with django_assert_max_num_queries(25):
        assert sync(repository) == (2, 0, 0, 2, 0, 0)
    guide = documents(repository)["docs/guide.md"]
    assert (guide.title, guide.slug, guide.kind, guide.format) == (
        "Guide", "guide", "repo_doc", "markdown",
    )  # fmt: skip
    chunks = RepoDocumentChunk.objects.filter(document=guide)
    assert [(c.heading_path, c.content, c.section.address) for c in chunks] == [
        (["Guide"], "# Guide\n\nIntro words.", "guide#1"),
        (["Guide", "Setup"], "## Setup\n\nDo this first.", "guide/setup#2"),
    ]
    assert [s.summary for s in Section.objects.filter(document=guide)] == [
        "Intro words.",
        "Do this first.",
    ]
    assert Passage.objects.count() == 3
    assert sorted(job.kind for job in Job.objects.all()) == ["embed", "relink"]


def test_only_what_changed_is_read(make_source, sync):
    repository, tree = make_source(
        {f"docs/{n}.md": f"# P{n}\n\ntext {n} of it\n" for n in range(5)}
    )
    sync(repository)
    before = {path: document.updated_at for path, document in documents(repository).items()}
    tree.write({"docs/1.md": "# P1\n\nchanged\n", "docs/new.md": "# New\n"})
    tree.remove("docs/2.md")
    tree.commit()
    assert sync(repository) == (5, 2, 2, 3, 1, 1)
    after = documents(repository)
    assert set(after) == {"docs/0.md", "docs/1.md", "docs/3.md", "docs/4.md", "docs/new.md"}
    assert [p for p in after if before.get(p) == after[p].updated_at] == [
        "docs/0.md", "docs/3.md", "docs/4.md",
    ]  # fmt: skip
    gone = DocumentRedirect.objects.get(path="docs/2.md")
    assert (gone.document, gone.slug) == (None, "2")


def test_a_moved_file_keeps_its_document_and_leaves_its_old_path(make_source, sync):
    repository, tree = make_source(
        {"docs/a.md": GUIDE, "docs/b.md": GUIDE.replace("Guide", "Other")}
    )
    sync(repository)
    before = documents(repository)["docs/a.md"]
    sections = list(Section.objects.filter(document=before).values_list("pk", "address"))
    tree.move("docs/a.md", "docs/start/begin.md")
    tree.commit()
    assert sync(repository) == (2, 1, 2, 1, 0, 1)
    now = documents(repository)["docs/start/begin.md"]
    assert (now.pk, now.slug) == (before.pk, "start-begin")
    assert list(Section.objects.filter(document=now).values_list("pk", "address")) == sections
    old = DocumentRedirect.objects.get(repository=repository)
    assert (old.path, old.slug, old.document, old.similarity) == ("docs/a.md", "a", now, 1.0)
    tree.move("docs/start/begin.md", "docs/a.md")
    tree.commit()
    sync(repository)
    assert documents(repository)["docs/a.md"].pk == before.pk
    assert [r.path for r in DocumentRedirect.objects.all()] == ["docs/start/begin.md"]


def test_a_moved_and_edited_file_is_known_by_its_likeness(make_source, sync):
    text = GUIDE + "".join(f"Line {n} of a longer text.\n" for n in range(20))
    repository, tree = make_source({"a.md": text})
    sync(repository)
    before = documents(repository)["a.md"].pk
    tree.move("a.md", "guides/a.md")
    tree.write({"guides/a.md": text + "One more.\n"})
    tree.commit()
    sync(repository)
    assert documents(repository)["guides/a.md"].pk == before
    assert 0.9 < DocumentRedirect.objects.get().similarity < 1


def test_a_page_never_takes_the_slug_of_another(make_source, sync):
    repository, tree = make_source({"b_c.md": "# One one one one one\n"})
    sync(repository)
    tree.write({"b c.md": "# Two two two two two\n", "docs/b-c.md": "# Three three three\n"})
    tree.commit()
    sync(repository)
    slugs = {path: document.slug for path, document in documents(repository).items()}
    assert slugs["b_c.md"] == "b-c"
    assert len(set(slugs.values())) == 3
    assert all(slug.startswith("b-c-") for path, slug in slugs.items() if path != "b_c.md")


def test_kinds_that_are_no_prose_are_windowed_as_they_are(make_source, sync):
    repository, _ = make_source(
        {
            "Makefile": "# Copyright\nall:\n\tdo  it\n\n\nTitle\n=====\n",
            "svc/.env": "TOKEN=hunter2hunter2\n",
            "examples/demo.py": "# Header\n\n\ndef f():\n    pass\n",
        }
    )
    sync(repository)
    found = documents(repository)
    assert {d.path: (d.title, d.format, d.note) for d in found.values()} == {
        "Makefile": ("Config: Makefile", "makefile", ""),
        "svc/.env": ("Config: .env", "env", "values masked"),
        "examples/demo.py": ("Example: demo.py", "py", ""),
    }
    chunk = RepoDocumentChunk.objects.get(document=found["Makefile"])
    assert (chunk.heading_path, chunk.content) == (
        ["Config"],
        "# Copyright\nall:\n\tdo  it\n\n\nTitle\n=====",
    )
    assert "hunter2" not in found["svc/.env"].content
    assert not RepoDocumentChunk.objects.filter(content__contains="hunter2").exists()


def test_bad_files_are_told_and_stop_nothing(make_source, sync):
    repository, tree = make_source(
        {
            "good.md": "# Good\n",
            "binary.md": b"# T\n\nab\x00cd\xff\xfe",
            "latin.md": "# Grüße\n".encode("latin-1"),
            "lfs.md": "version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 9\n",
            "big.md": "x" * 2_000_000,
            "empty.md": "",
        }
    )
    (tree.path / "link.md").symlink_to("/etc/passwd")
    tree.commit()
    sync(repository)
    assert {path: d.note for path, d in documents(repository).items()} == {
        "empty.md": "empty",
        "good.md": "",
        "latin.md": "decoded from Windows-1252",
    }
    run = SyncRun.objects.get(repository=repository)
    assert [one["path"] for one in run.skipped] == ["big.md", "binary.md", "lfs.md", "link.md"]
    assert run.skipped_files == 4


def test_equal_files_are_one_document_that_knows_its_copies(make_source, sync):
    repository, tree = make_source({"a/x.md": GUIDE, "b/x.md": GUIDE})
    sync(repository)
    assert {d.path: d.aliases for d in documents(repository).values()} == {"a/x.md": ["b/x.md"]}
    tree.write({"c/x.md": GUIDE})
    tree.commit()
    assert sync(repository) == (3, 0, 0, 1, 0, 0)
    assert documents(repository)["a/x.md"].aliases == ["b/x.md", "c/x.md"]


def test_edit_times_are_those_of_the_commits(make_source, sync):
    repository, tree = make_source({"a.md": "# A\n\nfirst text\n", "b.md": "# B\n\nother text\n"})
    first = tree.clock
    tree.write({"b.md": "# B\n\nnewer text\n"})
    tree.commit()
    sync(repository)
    tree.write({"c.md": "# C\n\nthird text\n"})
    tree.commit()
    sync(repository)
    times = {
        path: int(d.edited_at.timestamp()) - first for path, d in documents(repository).items()
    }
    assert times == {"a.md": 0, "b.md": 3600, "c.md": 7200}
    assert datetime.fromtimestamp(first, UTC).year == 2020


def test_other_chunk_sizes_build_everything_again_and_keep_what_is_the_same(
    make_source, sync, settings
):
    repository, _ = make_source({"a.md": "# A\n\n" + "word " * 100, "b.md": "# B\n\nshort\n"})
    sync(repository)
    short = RepoDocumentChunk.objects.get(document__path="b.md").pk
    chunking = replace(settings.PRESSMARK.chunking, max_words=20, overlap_words=5)
    settings.PRESSMARK = replace(settings.PRESSMARK, chunking=chunking)
    assert sync(repository)[1] == 2
    assert RepoDocumentChunk.objects.filter(document__path="a.md").count() > 5
    assert RepoDocumentChunk.objects.get(document__path="b.md").pk == short
    assert sync(repository)[1] == 0


def test_summaries_can_be_off(make_source, sync, settings):
    repository, _ = make_source({"a.md": GUIDE})
    sync(repository)
    settings.PRESSMARK = replace(
        settings.PRESSMARK, documents=replace(settings.PRESSMARK.documents, summaries="off")
    )
    assert sync(repository)[1] == 1
    assert set(Section.objects.values_list("summary", flat=True)) == {""}


def test_a_twin_put_above_does_not_take_the_address(make_source, sync):
    repository, tree = make_source({"a.md": "# Options\n\nfirst words\n"})
    sync(repository)
    first = Section.objects.get()
    tree.write({"a.md": "# Options\n\nquite other text\n\n# Options\n\nfirst words\n"})
    tree.commit()
    sync(repository)
    rows = list(Section.objects.order_by("position").values_list("address", "summary"))
    assert rows == [("options-2#1", "quite other text"), ("options#1", "first words")]
    assert Section.objects.get(address="options#1").pk == first.pk


def test_other_settings_change_what_is_in(make_source, sync):
    repository, _ = make_source({"a.md": "# A\n", "old/b.md": "# B\n", "docs/c.md": "# C\n"})
    sync(repository)
    repository.exclude_globs, repository.excluded_buckets = ["old/"], ["docs"]
    repository.save()
    assert sync(repository) == (1, 0, 0, 1, 2, 0)
    assert set(documents(repository)) == {"a.md"}


def test_a_sync_that_fails_leaves_the_index_and_says_why(make_source, sync, monkeypatch):
    repository, tree = make_source({"a.md": "# A\n"})
    sync(repository)
    tree.write({"a.md": "# Changed\n"})
    tree.commit()

    def broken(*_args, **_options):
        raise ZeroDivisionError("at the end")

    monkeypatch.setattr("apps.documents.syncing.finish_run", broken)
    with pytest.raises(ZeroDivisionError):
        sync(repository)
    monkeypatch.undo()
    assert documents(repository)["a.md"].title == "A"
    run = SyncRun.objects.first()
    assert (run.status, run.error_message) == (RunStatus.ERROR, "ZeroDivisionError: at the end")
    assert sync(repository) == (1, 1, 1, 0, 0, 1)
    (tree.path / ".git" / "HEAD").write_text("ref: refs/heads/nowhere\n")
    with pytest.raises(SourceRefusedError, match="no commit yet"):
        sync(repository)
    assert documents(repository)["a.md"].title == "Changed"


def test_a_lost_mirror_is_made_again(make_source, sync, settings):
    import shutil

    repository, tree = make_source({"a.md": GUIDE, "b.md": "# B\n"})
    sync(repository)
    pk = documents(repository)["a.md"].pk
    shutil.rmtree(settings.PRESSMARK.data_dir / "mirrors")
    tree.move("a.md", "c.md")
    tree.commit()
    assert sync(repository) == (2, 1, 2, 1, 0, 1)
    assert documents(repository)["c.md"].pk == pk


def test_a_run_that_was_cut_off_is_told(make_source, sync):
    repository, _ = make_source({"a.md": "# A\n"})
    SyncRun.objects.create(repository=repository)
    sync(repository)
    assert [(r.status, r.error_code) for r in SyncRun.objects.order_by("started_at")] == [
        ("error", "INTERRUPTED"),
        ("success", ""),
    ]


def test_only_who_may_write_can_sync(make_source):
    repository, _ = make_source({"a.md": "# A\n"})
    with pytest.raises(NotFoundError):
        sync_repository(user=User.objects.create(username="x"), repository_id=repository.pk)
    assert operator().is_superuser
