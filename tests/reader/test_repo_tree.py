"""The tree of pages beside the text."""

from apps.documents.library import PageNode
from apps.reader.repos.tree import PageTree, shown_title
from apps.repos.models import Repository

ROW = Repository(host="h", namespace="o", name="n")


def page(path, title="", parent=None):
    return PageNode(path, title or path, path.replace("/", "-"), "guide", 0, parent, path)


def folder(name, *pages):
    return PageNode(name, name, f"_dir-{name}", "guide", 0, None, None, list(pages))


def test_a_title_that_is_only_the_file_is_shown_without_the_suffix():
    assert shown_title("README.md", "README.md") == "README"
    assert shown_title("setup.py", "examples/setup.py") == "setup.py"
    assert shown_title("Setting up", "docs/setup.md") == "Setting up"


def test_the_front_page_is_that_of_the_root_else_of_the_docs_else_the_first():
    github, docs = folder(".github", page(".github/a.md")), page("docs/index.md")
    assert PageTree.of([github, folder("docs", page("docs/b.md"), docs)]).front().id == docs.id
    readme = page("README.rst")
    assert PageTree.of([github, folder("docs", docs), readme]).front().id == readme.id
    assert PageTree.of([github, folder("docs", page("docs/b.md"))]).front().id == "docs/b.md"
    assert PageTree.of([github]).front().id == ".github/a.md"
    assert PageTree.of([]).front() is None


def test_few_pages_need_no_tree():
    assert not PageTree.of([page("a.md"), page("b.md"), page("c.md")]).has_sidebar


def test_siblings_are_the_pages_beside_one():
    pages = [page(f"{n:02}.md") for n in range(30)]
    around = PageTree.of(pages).around("15.md")
    assert [one.id for one in around.siblings] == [
        *("11.md", "12.md", "13.md", "14.md", "16.md", "17.md", "18.md", "19.md"),
    ]
    assert (around.before.id, around.after.id) == ("14.md", "16.md")
    assert PageTree.of(pages).around("nothing").siblings == ()


def test_in_a_very_large_tree_only_the_branch_of_the_page_is_unfolded():
    folders = [folder(f"f{n}", *(page(f"f{n}/{m}.md") for m in range(150))) for n in range(3)]
    first, second, third = PageTree.of(folders).rows(ROW, "f1/7.md")
    assert (first.rows, third.rows) == ((), ())
    assert first.url == "/repos/h/o/n/docs/f0-0.md"
    assert [row.is_current for row in second.rows].index(True) == 7
