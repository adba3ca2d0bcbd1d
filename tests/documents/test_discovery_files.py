import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.documents.discovery.files import DiscoveryOptions, discover
from apps.documents.models import DocumentKind
from apps.repos.git.tree import EntryType, TreeEntry
from apps.repos.globs import GlobError, GlobSet

NONE = GlobSet(())
PLAIN = DiscoveryOptions(NONE, NONE, frozenset(), 1000)


def entry(path, blob="", size=100, kind=EntryType.FILE):
    raw = path.encode() if isinstance(path, str) else path
    return TreeEntry(raw, path if isinstance(path, str) else None, kind, blob or repr(path), size)


def found(entries, options=PLAIN, is_api=lambda _: False):
    seen = discover(entries, options, is_api)
    return (
        {file.path: file.aliases for file in seen.files},
        {one.path: one.reason for one in seen.skipped},
    )


def test_what_would_be_a_document_and_is_not_indexed_is_listed_with_its_reason():
    files, skipped = found(
        [
            *(entry("a.md"), entry("big.md", size=1001), entry("main.c", size=9999)),
            *(entry("link.md", kind=EntryType.SYMLINK), entry("link.c", kind=EntryType.SYMLINK)),
            *(entry("sub", kind=EntryType.SUBMODULE), entry(b"\xff.md"), entry("a" * 1001 + ".md")),
            *(entry("node_modules/b.md"), entry("d/" * 51 + "c.md"), entry("e/" * 50 + "c.md")),
        ]
    )
    assert files == {"a.md": (), "e/" * 50 + "c.md": ()}
    assert {path[:8]: reason for path, reason in skipped.items()} == {
        "big.md": "The file has 1001 bytes; the limit is 1000.",
        "link.md": "Symbolic links are not followed.",
        "sub": "Submodules are not followed.",
        "�.md": "The path is not UTF-8.",
        "aaaaaaaa": "The path is longer than 1000 characters.",
        "d/d/d/d/": "The path has more than 50 folders.",
    }


def test_globs_and_buckets_leave_out():
    options = DiscoveryOptions(
        GlobSet.parse(["**/*.md"]), GlobSet.parse(["old/"]), frozenset({"docs"}), 1000
    )
    files, skipped = found(
        [entry(p) for p in ("a.md", "a.rst", "x/OLD/b.md", "docs/c.md")], options
    )
    assert (set(files), skipped) == (
        {"a.md", "x/OLD/b.md"},
        {"a.rst": "Not among the included.", "docs/c.md": "Its place in the tree is excluded."},
    )


def test_equal_files_are_one_document_with_aliases():
    entries = [entry(path, "same") for path in ("tests/test_a.py", "b/README.md", "docs/x/r.md")]
    assert found(entries)[0] == {"b/README.md": ("docs/x/r.md", "tests/test_a.py")}
    tiny = [entry(path, "same", size=3) for path in ("a.md", "b.md")]
    assert found(tiny)[0] == {"a.md": (), "b.md": ()}


def test_an_api_description_is_a_document_whatever_else_its_path_says():
    entries = [entry("examples/pets.yaml"), entry("k8s/x.yaml"), entry("pets.json"), entry("a.py")]
    seen = discover(entries, PLAIN, lambda one: "pets" in one.path)
    assert [(file.path, file.kind) for file in seen.files] == [
        ("examples/pets.yaml", DocumentKind.REPO_DOC),
        ("k8s/x.yaml", DocumentKind.CONFIG),
        ("pets.json", DocumentKind.REPO_DOC),
    ]
    assert seen.matched == 3


names = st.sampled_from(["a.md", "B.rst", "docs", "tests", "x.yaml", "test_x.py", ".git", "é.md"])
trees = st.lists(
    st.builds(
        lambda parts, blob, size: entry("/".join(parts), blob, size),
        st.lists(names, min_size=1, max_size=4),
        st.sampled_from("uvwxyz"),
        st.integers(0, 1200),
    ),
    unique_by=lambda one: one.path,
    max_size=30,
)


@settings(max_examples=60)
@given(trees, st.randoms())
def test_the_outcome_depends_on_the_tree_alone_and_loses_no_file(entries, random):
    seen = discover(entries, PLAIN, lambda _: False)
    shuffled = list(entries)
    random.shuffle(shuffled)
    again = discover(shuffled, PLAIN, lambda _: False)
    assert seen.files == again.files
    assert sorted(seen.skipped, key=str) == sorted(again.skipped, key=str)
    listed = [file.path for file in seen.files]
    copies = [alias for file in seen.files for alias in file.aliases]
    assert len(listed) + len(copies) == seen.matched == len({*listed, *copies})
    assert listed == sorted(listed)


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        *(("**/*.md", "a.md", True), ("**/*.md", "x/y/A.MD", True), ("*.md", "x/y/a.md", True)),
        *(("docs/*.md", "docs/a.md", True), ("docs/*.md", "docs/x/a.md", False)),
        *(
            ("docs/**", "docs/x/a.md", True),
            ("docs/", "docs/x/a.md", True),
            ("docs/", "x/docs/a", False),
        ),
        *(("/a.md", "a.md", True), ("./docs/?.md", "docs/a.md", True), ("a/**/b", "a/b", True)),
        *(("**/{a,b}.{md,rst}", "x/b.rst", True), ("**/{a,b}.md", "c.md", False)),
        *(("a/**/b/*.md", "a/x/b/y/b/c.md", True), ("[x].md", "x.md", False)),
    ],
)
def test_globs(pattern, path, expected):
    assert GlobSet.parse([pattern]).matches(path) == expected


@pytest.mark.parametrize("pattern", ["", " ", "/", "a\nb", "x" * 501, "{a,b}" * 7])
def test_bad_globs_are_refused(pattern):
    with pytest.raises(GlobError):
        GlobSet.parse([pattern])


def test_a_hostile_glob_takes_no_time():
    assert not GlobSet.parse(["*a" * 200 + "b"]).matches("a" * 1000)
    assert not GlobSet.parse(["**/" * 100 + "b"]).matches("a/" * 400 + "c")
