import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.documents.slugs import LONGEST, SlugRegister, slug_of_path


@pytest.mark.parametrize(
    ("path", "slug"),
    [
        *(("README.md", "readme"), ("docs/installation.md", "installation")),
        *(("docs/guides/setup.md", "guides-setup"), ("src/auth/login.py", "src-auth-login-py")),
        *(("docs.md", "docs"), ("Docs/README.rst", "readme"), ("docs/docs/a.md", "docs-a")),
        *(("docs/日本語.md", "日本語"), ("pages/Über uns.txt", "über-uns"), ("doc/---.md", "page")),
        *((".github/workflows/ci.yml", "github-workflows-ci-yml"), ("a_b.md", "a-b")),
        *(("docs/spec.adoc", "spec"), ("api/openapi.yaml", "api-openapi-yaml")),
    ],
)
def test_the_slug_that_a_path_asks_for(path, slug):
    assert slug_of_path(path) == slug


paths = st.lists(st.text(min_size=1, max_size=30), min_size=1, max_size=4).map("/".join)


@given(paths)
def test_a_slug_is_never_empty_nor_long_and_always_the_same(path):
    slug = slug_of_path(path)
    assert 0 < len(slug) <= LONGEST
    assert slug == slug_of_path(path) == slug.strip("-")
    assert "/" not in slug


@given(
    st.lists(st.sampled_from(["a b.md", "a-b.md", "a_b.md", "docs/a.b.md", "c.md"]), max_size=30)
)
def test_no_two_pages_share_a_slug_and_none_loses_its_own(some):
    taken: dict[str, uuid.UUID] = {}
    given_out: dict[uuid.UUID, str] = {}
    for path in some:
        pk = uuid.uuid4()
        given_out[pk] = SlugRegister(taken).take(path, pk)
    assert len(set(given_out.values())) == len(some)
    assert {slug: pk for pk, slug in given_out.items()} == taken
