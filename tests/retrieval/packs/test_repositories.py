"""Packs of repositories: code and links come in, and files that are no prose stand in fences."""

import pytest

from apps.access.principals import operator
from apps.documents.mentions.relinking import relink_repository
from apps.retrieval.packs.making import make_pack
from apps.retrieval.packs.request import PackRequest
from apps.text.parse import parse_document
from tests.documents.conftest import make_source, sync  # noqa: F401

pytestmark = pytest.mark.django_db
FILES = {
    "docs/pump.md": "# Prime the pump\n\nCall `prime_pump` first; see [valves](valves.md#order)."
    "\n\n## Pressure\n\nThe pump holds its pressure.\n",
    "docs/valves.md": "# Valves\n\nBrass.\n\n## Order\n\nOpen them from left to right.\n",
    "harbour/pump.py": '"""The pump."""\n\n\ndef prime_pump(times):\n    """Prime it."""\n'
    + "".join(f"    # stroke {n}\n\n    press({n})\n" for n in range(40)),
    "tests/test_pump.py": "# Prime the pump twice.\n\n\ndef test_pump():\n    prime_pump(2)\n",
}


@pytest.fixture
def repository(make_source, sync):  # noqa: F811
    row, _ = make_source(FILES)
    sync(row)
    relink_repository(user=operator(), repository_id=row.pk)
    return row


def make(task, max_tokens=8000):
    return make_pack(user=operator(), request=PackRequest(task, max_tokens))


def by_reason(pack):
    return {one.reason.value: one for one in pack.entries if one.reason != "seed"}


def test_links_and_code_of_a_repository_come_in_with_their_reason(repository):
    found = by_reason(make("prime the pump"))
    assert found["code"].mark == "symbol:local/team/handbook/harbour.pump.prime_pump"
    assert found["code"].why == "Named in docs/pump.md"
    assert found["link"].mark == "repo:local/team/handbook/docs/valves.md::valves/order#2"
    assert found["link"].why == "Linked from docs/pump.md"


def test_code_ends_at_an_empty_line_and_says_where_it_goes_on(repository):
    pack = make("prime the pump")
    code = by_reason(pack)["code"]
    assert (code.start_line, code.end_line, code.content_truncated) == (4, 81, True)
    shown = next(
        one for one in parse_document(pack.markdown, name="x.md").code_blocks
        if "def prime_pump" in one.content
    )  # fmt: skip
    source = FILES["harbour/pump.py"].splitlines()
    assert (shown.language, shown.content.splitlines()) == ("python", source[3:81])
    assert "it goes on at line 82: `symbol:" in pack.markdown


def test_tests_and_configuration_stand_in_fences_and_their_comments_are_no_headings(repository):
    pack = make("prime the pump twice")
    entry = next(one for one in pack.entries if "test_pump.py" in one.mark)
    parsed = parse_document(pack.markdown, name="x.md")
    assert [one.text for one in parsed.headings if "twice." in one.text] == []
    blocks = [one for one in parsed.code_blocks if "# Prime the pump twice." in one.content]
    assert [one.language for one in blocks] == ["python"]
    assert (entry.start_line, entry.end_line) == (1, 5)


@pytest.mark.parametrize(
    ("path", "link"),
    [
        ("docs/a.rst", "See :doc:`/far/order`."),
        ("docs/a.md", "See [that](/far/order)."),
        ("docs/a.md", "See [that](../../docs/far/order.md)."),
        ("docs/a.md", "See [that](far/order.html#left)."),
        ("docs/a.rst", "See :ref:`Far-Off`."),
        ("docs/a.md", "See {ref}`that <far-off>`."),
    ],
)
def test_links_are_followed_as_the_reader_resolves_them(make_source, sync, path, link):  # noqa: F811
    title = "Windlass\n========\n\n"
    row, _ = make_source(
        {path: f"{title}{link}\n", "docs/far/order.md": "# Far\n\n(far-off)=\nWords.\n"}
    )
    sync(row)
    found = by_reason(make("windlass"))
    assert found["link"].mark == "repo:local/team/handbook/docs/far/order.md::far#1"
