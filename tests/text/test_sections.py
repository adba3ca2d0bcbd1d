from hypothesis import given, settings
from hypothesis import strategies as st

from apps.text.parse import parse_document
from apps.text.sections import OPENING, WHOLE, section_tree
from apps.text.sections_addresses import assign_addresses, title_slug
from apps.text.structure import BlockKind


def tree_of(source, name="a.md"):
    return section_tree(parse_document(source, name=name))


def path_of(tree, position):
    """Titles from the outermost heading to a section's own."""
    titles = []
    while position is not None:
        section = tree[position]
        titles += [section.title] if section.level else []
        position = section.parent
    return tuple(reversed(titles))


def texts(source, name="a.md"):
    data = source.encode()
    return [
        (path_of(tree, s.position), s.level, data[s.start : s.end].decode())
        for tree in [tree_of(source, name)]
        for s in tree
    ]


def addresses(source, **options):
    return list(assign_addresses(tree_of(source), **options))


def test_sections_are_verbatim_and_nested_by_level():
    source = "\nIntro é\n\n# A\n\none\n\n### B\n\ntwo\n\n## C\nthree\n\n\n# D\n"
    assert texts(source) == [
        ((), 0, "Intro é"),
        (("A",), 1, "# A\n\none"),
        (("A", "B"), 3, "### B\n\ntwo"),
        (("A", "C"), 2, "## C\nthree"),
        (("D",), 1, "# D"),
    ]
    tree = tree_of(source)
    assert [s.title for s in tree] == [OPENING, "A", "B", "C", "D"]
    assert [(s.start_line, s.end_line, s.tree_end_line) for s in tree] == [
        (2, 2, 2), (4, 6, 13), (8, 10, 10), (12, 13, 13), (16, 16, 16),
    ]  # fmt: skip
    data = source.encode()
    assert data[tree[1].start : tree[1].tree_end].decode() == source[10:-7]


def test_a_document_without_headings_is_one_section_and_an_empty_one_has_none():
    assert texts("just\n\ntext\n") == [((), 0, "just\n\ntext")]
    assert tree_of("just\n")[0].title == WHOLE
    assert tree_of(" \n\n") == ()
    assert tree_of("") == ()


def test_front_matter_is_no_section():
    assert texts("---\ntitle: T\n---\n\n# A\n") == [(("A",), 1, "# A")]
    assert texts("---\ntitle: T\n---\n\nhello\n\n# A\n")[0] == ((), 0, "hello")


def test_hashes_in_code_and_headings_in_quotes_open_nothing():
    source = "# Deploy\n\n~~~sh\n# stop first\n~~~\n\n> # quoted\n\n## Verify\nok\n"
    assert [path for path, _, _ in texts(source)] == [("Deploy",), ("Deploy", "Verify")]


def test_restructured_text_has_sections_too():
    source = "Top\n===\n\nintro\n\nPart\n----\n\nbody\n"
    assert texts(source, "a.rst") == [
        (("Top",), 1, "Top\n===\n\nintro"),
        (("Top", "Part"), 2, "Part\n----\n\nbody"),
    ]


def test_addresses_follow_the_headings():
    source = "# Auth\n## Overview\n### Token formats\n# v1.8\n# 概要\n# !\n#\n"
    assert addresses(source) == [
        "auth#1",
        "auth/overview#2",
        "auth/overview/token-formats#3",
        "v18#1",
        "概要#1",
        "untitled#1",
        "untitled-2#1",
    ]
    assert addresses("text") == ["document#0"]
    assert addresses("text\n# A") == ["introduction#0", "a#1"]


def test_twins_get_numbers_that_never_meet_a_literal_title():
    source = "# Options 2\n# Options\n## A\n# Options\n## A\n"
    assert addresses(source) == [
        "options-2#1",
        "options#1",
        "options/a#2",
        "options-3#1",
        "options-3/a#2",
    ]


def test_a_known_section_keeps_its_address_when_a_twin_is_put_above_it():
    kept = {1: "options#1", 2: "options/a#2"}
    assert addresses("# Options\n# Options\n## A\n", kept=kept) == [
        "options-2#1",
        "options#1",
        "options/a#2",
    ]
    spent = {"options-2#1"}
    assert addresses("# Options\n# Options\n", kept={1: "options#1"}, spent=spent) == [
        "options-3#1",
        "options#1",
    ]


def test_a_renamed_or_moved_section_takes_a_new_address():
    assert addresses("# Settings\n", kept={0: "options#1"}) == ["settings#1"]
    assert addresses("## Options\n", kept={0: "options#1"}) == ["options#2"]
    assert addresses("# New\n## A\n", kept={0: "old#1", 1: "old/a#2"}) == ["new#1", "new/a#2"]


def test_an_address_that_leads_somewhere_is_given_to_nobody_else():
    source = "# Settings\n# Options\n"
    owners = {"options#1": 0}
    kept = {0: "options#1"}
    assert addresses(source, kept=kept, spent={"options#1"}, owners=owners) == [
        "settings#1",
        "options-2#1",
    ]
    assert addresses("# Options\n", spent={"options#1", "settings#1"}, owners={"options#1": 0}) == [
        "options#1"
    ]


def test_slugs_are_short_and_never_empty():
    assert title_slug("x" * 200) == "x" * 80
    assert title_slug("a -- b / c :: d # e") == "a-b-c-d-e"
    assert title_slug("🎉") == "untitled"


parts = st.sampled_from(
    [
        "# A",
        "## B",
        "### A",
        "A\n===",
        "text",
        "```\n# x\n```",
        "- # x",
        "",
        "é漢",
        "#",
        "---",
        "> # q",
    ]
)
sources = st.builds(
    lambda front, lines: front + "\n".join(lines) + "\n",
    st.sampled_from(["", "---\na: 1\n---\n"]),
    st.lists(parts, max_size=15),
)


@settings(max_examples=80)
@given(sources)
def test_every_byte_of_the_body_lies_in_exactly_one_section(source):
    parsed = parse_document(source, name="a.md")
    data = source.encode()
    sections = section_tree(parsed)
    covered = bytearray(len(data))
    for place, section in enumerate(sections):
        assert section.position == place
        assert section.start <= section.body <= section.end <= section.tree_end
        assert section.parent is None or section.parent < place
        assert not any(covered[section.start : section.end])
        covered[section.start : section.end] = b"\1" * (section.end - section.start)
        assert data[section.start : section.end].strip()
        below = [s for s in sections if s.parent == place]
        assert section.tree_end == max([section.end, *(s.tree_end for s in below)])
    start = parsed.body_start
    rest = bytes(b for b, seen in zip(data[start:], covered[start:], strict=True) if not seen)
    assert rest.strip() == b""
    opened = [b for b in parsed.blocks if b.kind is BlockKind.HEADING]
    assert len([s for s in sections if s.level]) == len(opened)


def test_twenty_thousand_twins_are_numbered_one_after_the_other():
    # Asking for each whether a lower number is free took 22 seconds.
    given_out = assign_addresses(tree_of("# a\n\n" * 20_000))
    assert given_out[1:] == tuple(f"a-{number}#1" for number in range(2, 20_001))


@settings(max_examples=80)
@given(sources)
def test_addresses_are_unique_and_the_same_each_time(source):
    sections = tree_of(source)
    given_out = assign_addresses(sections)
    assert len(set(given_out)) == len(sections)
    assert given_out == assign_addresses(sections)
    assert given_out == assign_addresses(sections, kept=dict(enumerate(given_out)))
    for section, address in zip(sections, given_out, strict=True):
        assert address.endswith(f"#{section.level}")
        if section.parent is not None:
            assert address.startswith(given_out[section.parent].rpartition("#")[0] + "/")
