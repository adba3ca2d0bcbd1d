import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.documents.discovery.buckets import bucket_of
from apps.documents.discovery.kinds import classify, is_excluded, may_be_api
from apps.documents.models import Bucket, DocumentKind

DOC, WORKFLOW, EXAMPLE, TEST, CONFIG = DocumentKind


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        *((f"deep/er/a{suffix}", DOC) for suffix in (".md", ".markdown", ".mdx", ".cheatmd")),
        *((f"A{suffix}", DOC) for suffix in (".RST", ".adoc", ".asciidoc", ".rdoc", ".org")),
        *(("docs/a.html", DOC), ("x/Docs/y/a.TXT", DOC), ("a.html", None), ("a.txt", None)),
        *(("docs.txt", None), ("doc/a.txt", None), ("docs/a.py", None)),
        (".github/workflows/ci.yml", WORKFLOW),
        (".GitHub/Workflows/CI.YAML", WORKFLOW),
        *((".github/workflows/sub/ci.yml", None), ("x/.github/workflows/ci.yml", None)),
        *((".github/dependabot.yml", None), (".github/workflows/README.md", DOC)),
        *(("examples/demo.py", EXAMPLE), ("a/Sample/b/c.TSX", EXAMPLE), ("example.py", None)),
        *(("examples/a.rb", None), ("examples/a.md", DOC), ("samples/compose.toml", EXAMPLE)),
        *(("tests/test_a.py", TEST), ("x/test/b_test.go", TEST), ("tests/test_a.ts", TEST)),
        *(("tests/conftest.py", None), ("tests/a.test.ts", None), ("tests/test_a.rb", None)),
        *(("test_a.py", None), ("tests/a.md", DOC), ("examples/tests/test_a.py", EXAMPLE)),
        *(("Dockerfile", CONFIG), ("makefile", CONFIG), ("docker-compose.yml", CONFIG)),
        *(("compose.yaml", CONFIG), ("go.mod", CONFIG), ("go.work", CONFIG)),
        *(("package.json", CONFIG), ("package-lock.json", CONFIG), ("pyproject.toml", CONFIG)),
        *(("pkg/package.json", None), ("Dockerfile.dev", None), ("setup.cfg", None)),
        *((".env", CONFIG), ("svc/.env.production", CONFIG), (".envrc", CONFIG)),
        *(("deploy/a/b.yaml", CONFIG), ("K8s/x.json", CONFIG), ("ops/a.ini", CONFIG)),
        *((".devcontainer/devcontainer.json", CONFIG), ("svc/deploy/x.yaml", None)),
        *(("helm/values.tpl", None), ("main.go", None), ("LICENSE", None)),
    ],
)
def test_the_first_rule_that_matches_gives_the_kind(path, kind):
    assert classify(path) == kind


@pytest.mark.parametrize(
    ("path", "excluded"),
    [
        *(("node_modules/a/README.md", True), ("x/DIST/a.md", True), ("a/build/b.md", True)),
        *((".hidden/a.md", True), (".github/a.md", False), (".devcontainer/a.md", False)),
        *((".claude/skills/x/SKILL.md", False), (".agents/deep/Skills/a.md", False)),
        *((".claude/agents/a.md", True), ("skills/.hidden/a.md", True)),
        *((".claude/skills/.more/a.md", True), (".venv/skills/a.md", True)),
        *((".cache/skills/a.md", True), ("vendor/a.md", False), (".hidden.md", False)),
        ("buildings/a.md", False),
    ],
)
def test_folders_keep_files_out(path, excluded):
    assert is_excluded(path) == excluded
    assert (classify(path) is None) == excluded


@pytest.mark.parametrize(
    ("path", "bucket"),
    [
        *(("README.md", Bucket.ROOT), ("docs/a.md", Bucket.DOCS), ("a/DOCS/b/c.md", Bucket.DOCS)),
        *((".claude/skills/a/b.md", Bucket.SKILLS), ("docs/skills/a.md", Bucket.DOCS)),
        *(("pkg/README.md", Bucket.SUBDIR_ALLCAPS), ("pkg/CHANGE_LOG2.md", Bucket.SUBDIR_ALLCAPS)),
        *(
            ("pkg/Readme.md", Bucket.OTHER),
            ("a/b/README.md", Bucket.OTHER),
            ("p/1.md", Bucket.OTHER),
        ),
    ],
)
def test_the_bucket_tells_where_a_document_lies(path, bucket):
    assert bucket_of(path) == bucket


def test_only_yaml_and_json_outside_excluded_folders_are_looked_into():
    assert may_be_api("api/Petstore.YAML")
    assert not may_be_api("node_modules/a.json")
    assert not may_be_api("a.toml")


segments = st.text(st.characters(exclude_characters="/\0"), min_size=1, max_size=12)
paths = st.lists(
    segments | st.sampled_from([".github", "docs", "tests", "skills", "build", "a.md", ".env"]),
    min_size=1,
    max_size=5,
).map("/".join)


@given(paths)
def test_letter_case_never_matters(path):
    if len(path.upper()) == len(path) and path.upper().lower() == path.lower():
        assert classify(path) == classify(path.upper())
        assert is_excluded(path) == is_excluded(path.upper())


@given(paths, segments.filter(lambda name: name.lower() not in {"docs", "skills"}))
def test_every_document_suffix_counts_wherever_it_lies(path, name):
    full = f"{path}/{name}.md"
    assert classify(full) == (None if is_excluded(full) else DOC)
    assert bucket_of(full) in Bucket
