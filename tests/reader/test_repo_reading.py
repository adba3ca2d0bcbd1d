"""The page of a document of a repository."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.documents.models import RepoDocument
from apps.repos.models import Repository
from tests.reader.pages import main_of, text_of
from tests.reader.repos_on_shelf import DOCS, SLUG, synced

pytestmark = pytest.mark.django_db


def test_the_documentation_begins_with_the_readme(client, library):
    page = client.get(f"/repos/{SLUG}", follow=True)
    assert page.redirect_chain == [(DOCS, 302), (f"{DOCS}/readme", 302)]
    assert page.context["title"] == "Handbook"
    assert "README.md Repo Doc Markdown" in text_of(page)


def test_links_lead_to_pages_files_and_images_and_what_is_missing_is_told(client, library):
    page = client.get(f"{DOCS}/readme")
    html = main_of(page)
    assert f'href="{DOCS}/guide-setup#install"' in html
    assert f'href="/repos/{SLUG}/-/code/src/app.py"' in html
    assert f'src="/repos/{SLUG}/-/files/docs/a.png"' in html
    assert page.context["prose"].broken_count == 1
    assert "1 link on this page leads to nothing" in text_of(page)
    guide = main_of(client.get(f"{DOCS}/guide-index"))
    assert f'href="{DOCS}/guide-setup"' in guide
    assert f'href="{DOCS}/readme"' in guide
    assert f'href="{DOCS}/guide-setup"' in main_of(client.get(f"{DOCS}/reference"))


def test_labels_lead_to_their_places_on_other_pages(client, library):
    words = "A\n=\n\n:ref:`There <Far Off>`, :ref:`Nowhere <none>`.\n"
    library.tree.write(
        {
            "docs/a.rst": words,
            "docs/b.md": "# B\n\n{ref}`Here <far-off>`, [there](#far-off), [lost](#lost).\n",
            "docs/c.rst": "C\n=\n\n.. _far off:\n.. _far-off:\n\nFar\n---\n\nWords.\n",
        }
    )
    library.tree.commit()
    synced(library)
    page = client.get(f"{DOCS}/a")
    assert f'<a href="{DOCS}/c#far">There</a>' in main_of(page)
    assert page.context["prose"].broken_count == 0
    page = client.get(f"{DOCS}/b")
    assert f'<a href="{DOCS}/c#far">Here</a>, <a href="{DOCS}/c#far">there</a>' in main_of(page)
    assert page.context["prose"].broken_count == 1


def test_files_lead_to_the_git_host_at_the_commit(client, library):
    Repository.objects.update(origin="git", url="https://github.com/team/handbook.git")
    html = main_of(client.get(f"{DOCS}/readme"))
    base = "https://github.com/team/handbook"
    assert f'href="{base}/blob/{library.commit_id}/src/app.py"' in html
    assert f'href="{base}/blob/{library.commit_id}/README.md"' in html
    assert f'href="{base}/commit/{library.commit_id}"' in html


def test_only_those_who_may_write_are_told_of_faults(client, library, settings, public_read):
    Repository.objects.update(visibility="public")
    client.logout()
    page = client.get(f"{DOCS}/readme")
    assert "leads to nothing" not in text_of(page)
    assert "shows-faults" not in main_of(page)
    assert "Sync now" not in main_of(page)


def test_the_tree_has_the_branch_of_the_page_open(client, library):
    page = client.get(f"{DOCS}/guide-setup")
    names = [row.title for row in page.context["tree"]]
    assert names == ["Handbook", "Docs", "Github"]
    [docs, github] = page.context["tree"][1:]
    assert (github.is_open, docs.is_open) == (False, True)
    assert [(row.title, row.is_open) for row in docs.rows] == [
        ("Guide", True),
        ("Reference", False),
    ]
    assert page.context["around"].trail == ("Docs", "Guide")


def test_pages_are_turned_in_reading_order(client, library):
    page = client.get(f"{DOCS}/guide-setup")
    assert (page.context["before_url"], page.context["after_url"]) == (
        f"{DOCS}/guide-index",
        f"{DOCS}/reference",
    )
    assert [one.title for one, _ in page.context["siblings"]] == ["Guide"]


def test_sections_carry_their_marks(client, library):
    html = main_of(client.get(f"{DOCS}/guide-setup"))
    mark = f"repo:{SLUG}/docs/guide/setup.md::setup/install#2"
    assert f'href="#install" data-mark="{mark}"' in html
    assert '<a href="#deep" dir="auto">Deep</a>' in html


def test_code_that_the_page_names_stands_beside_it(client, library):
    relink_repository_now(library)
    page = client.get(f"{DOCS}/guide-setup")
    [place] = page.context["code"]
    assert place.named.symbol.name == "start_engine"
    assert place.url == f"/repos/{SLUG}/-/code/src/app.py?start=1&end=2#L1"
    shown = client.get(f"{place.url.partition('#')[0]}&symbol=start_engine")
    assert [line.number for line in shown.context["lines"] if line.is_asked] == [1, 2]
    assert "Setup › Install docs/guide/setup.md" in text_of(shown)


def relink_repository_now(repository):
    from apps.jobs.models import Job, JobKind
    from apps.jobs.runner import run_job

    for job in Job.objects.filter(kind=JobKind.RELINK):
        run_job(str(job.pk))


def test_a_file_that_is_no_prose_is_shown_as_code(client, library):
    html = main_of(client.get(f"{DOCS}/github-workflows-ci-yml"))
    assert "&lt;b&gt;ci&lt;/b&gt;" in html or "&lt;b&gt;" in html
    assert "<b>ci</b>" not in html


def test_the_twin_is_the_source(client, library):
    for twin in ("guide-setup.md", "guide-setup?raw"):
        answer = client.get(f"{DOCS}/{twin}")
        assert answer["Content-Type"] == "text/markdown; charset=utf-8"
        assert answer.content.decode().startswith("# Setup\n")


def test_the_twin_of_another_format_says_which_it_is(client, library):
    twin, source = (client.get(f"{DOCS}/reference{end}") for end in (".md", "?raw"))
    assert (twin["Content-Type"], twin["X-Source-Format"]) == (
        "text/markdown; charset=utf-8",
        "rst",
    )
    assert twin.content.decode().startswith("# ")
    assert (source["Content-Type"], source["X-Source-Format"]) == (
        "text/plain; charset=utf-8",
        "rst",
    )


def test_the_twin_of_a_file_that_is_no_prose_is_a_fence(client, library):
    twin = client.get(f"{DOCS}/github-workflows-ci-yml.md").content.decode()
    assert twin.startswith("# ")
    assert "```yml\n" in twin


def test_the_page_of_another_format_links_to_its_markdown(client, library):
    page = client.get(f"{DOCS}/reference")
    assert "Plain Markdown" in text_of(page)
    assert f'href="{DOCS}/reference.md"' in main_of(page)


def test_the_raw_view_shows_the_source_beside_the_tree(client, library):
    for query in ("tab=raw", "view=raw"):
        page = client.get(f"{DOCS}/readme?{query}")
        assert "[setup](docs/guide/setup.md#install)" in main_of(page)
        assert page.context["tree"]


LEADING = {
    "docs/docs/guide/setup.md": "guide-setup",
    "docs?path=docs/guide/setup.md": "guide-setup",
    "docs?section=docs/guide/setup.md::setup/install%232": "guide-setup#install",
    "docs/README.md": "readme",
}


def test_paths_and_section_ids_lead_to_pages(client, library):
    answers = {asked: client.get(f"/repos/{SLUG}/{asked}") for asked in LEADING}
    found = {asked: (answer.status_code, answer.url) for asked, answer in answers.items()}
    assert found == {asked: (302, f"{DOCS}/{page}") for asked, page in LEADING.items()}


def test_a_moved_page_is_found_and_a_removed_one_is_gone(client, library):
    library.tree.move("docs/guide/setup.md", "docs/guide/begin.md")
    library.tree.remove("docs/reference.rst")
    library.tree.commit()
    synced(library)
    assert client.get(f"{DOCS}/guide-setup?tab=raw").url == f"{DOCS}/guide-begin?tab=raw"
    gone = client.get(f"{DOCS}/reference")
    assert gone.status_code == 410
    assert "This page was removed" in text_of(gone)
    never = client.get(f"{DOCS}/guide-begun")
    assert never.status_code == 404
    assert never.context["near"][0][1] == "docs/guide/begin.md"


def test_a_removed_section_is_gone_and_names_what_is_near(client, library):
    text = "# Setup\n\nOther words.\n\n## Install\n\nCall `start_engine()`.\n"
    library.tree.write({"docs/guide/setup.md": text})
    library.tree.commit()
    synced(library)
    asked = f"/repos/{SLUG}/docs?section=docs/guide/setup.md::setup/install/deep%233"
    gone = client.get(asked)
    assert gone.status_code == 410
    assert "This section was removed" in text_of(gone)
    assert [(path, url) for _, path, url in gone.context["near"]] == [
        ("docs/guide/setup.md::setup/install#2", f"{DOCS}/guide-setup#install"),
        ("docs/guide/setup.md", f"{DOCS}/guide-setup"),
    ]
    never = client.get(f"/repos/{SLUG}/docs?section=docs/guide/setup.md::zzz%231")
    assert (never.status_code, "There is no such section" in text_of(never)) == (404, True)
    library.tree.remove("docs/guide/setup.md")
    library.tree.commit()
    synced(library)
    for lost in (asked, f"/repos/{SLUG}/docs?path=docs/guide/setup.md"):
        gone = client.get(lost)
        assert (gone.status_code, gone.context["near"][0][1]) == (410, "docs/guide/index.md")
    for odd in ("%00", "x::%00", "::", "a/" * 900, "%ED%A0%80"):
        for name in ("section", "path"):
            assert client.get(f"/repos/{SLUG}/docs?{name}={odd}").status_code == 404


def test_the_pages_of_its_folder_stand_in_where_nothing_is_like_a_removed_page(client, library):
    library.tree.write({"docs/guide/zq.md": "# Zq\n\nWords of its own.\n"})
    library.tree.commit()
    synced(library)
    library.tree.remove("docs/guide/zq.md")
    library.tree.commit()
    synced(library)
    gone = client.get(f"{DOCS}/guide-zq")
    assert gone.status_code == 410
    assert {"docs/guide/index.md", "docs/guide/setup.md"} <= {
        one[1] for one in gone.context["near"]
    }
    assert client.get(f"{DOCS}/wxyz").context["near"] == []


def test_odd_addresses_are_not_found(client, library):
    for odd in ("%00", "%ED%A0%80", "x" * 3000, "..%2f..", "a\u202eb", "%25"):
        for place in ("docs", "-/code", "-/files"):
            answer = client.get(f"/repos/{SLUG}/{place}/{odd}", follow=True)
            assert answer.status_code == 404, (place, odd)


@pytest.mark.parametrize("place", ["{page}", "{page}?tab=raw", "{root}", "{root}/-/pages"])
def test_queries_do_not_grow_with_the_number_of_pages(client, library, place):
    url = place.format(page=f"{DOCS}/guide-setup", root=f"/repos/{SLUG}")

    def count():
        with CaptureQueriesContext(connection) as few:
            client.get(url, follow=True)
        return len(few)

    before = count()
    library.tree.write({f"docs/guide/n{n}.md": f"# N{n}\n\n## S\n" for n in range(3)})
    library.tree.commit()
    synced(library)
    assert RepoDocument.objects.count() == 8
    assert count() == before
