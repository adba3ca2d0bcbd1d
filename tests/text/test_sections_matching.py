import time

from hypothesis import given, settings
from hypothesis import strategies as st

from apps.text.parse import parse_document
from apps.text.sections import section_tree
from apps.text.sections_matching import KnownSection, match_sections

LONG = "These are more than thirty characters of text about {}."


def known(source):
    data = source.encode()
    return [
        KnownSection(s.parent, s.level, s.title, data[s.body : s.end].decode())
        for s in section_tree(parse_document(source, name="a.md"))
    ]


def matched(old, new):
    ours, theirs = known(old), known(new)
    return {
        (ours[m.old].title, ours[m.old].text.strip()): (
            theirs[m.new].title,
            theirs[m.new].text.strip(),
        )
        for m in match_sections(ours, theirs)
    }


def test_twins_are_told_apart_by_their_text():
    old = "# Options\nfirst\n# Options\nsecond\n"
    new = "# Options\nzeroth\n# Options\nfirst\n# Options\nsecond\n"
    assert matched(old, new) == {
        ("Options", "first"): ("Options", "first"),
        ("Options", "second"): ("Options", "second"),
    }


def test_an_edited_twin_is_known_by_its_likeness():
    old = "# O\none two three four\n# O\nfive six seven eight\n"
    new = "# O\nnew words here now\n# O\none two three 4\n# O\nfive six seven 8\n"
    assert matched(old, new) == {
        ("O", "one two three four"): ("O", "one two three 4"),
        ("O", "five six seven eight"): ("O", "five six seven 8"),
    }


def test_a_renamed_heading_is_known_by_its_text():
    text = LONG.format("tokens")
    assert matched(f"# A\n## Old name\n{text}\n", f"# A\n## Fresh title\n{text}\n")[
        ("Old name", text)
    ] == ("Fresh title", text)


def test_a_renamed_parent_takes_its_children_along_even_twins_of_others():
    old = "# A\n## Examples\nx\n# B\n## Examples\nx\n"
    new = "# A\n## Examples\nx\n# Bee\n## Examples\nx\n"
    ours, theirs = known(old), known(new)
    assert {m.old: m.new for m in match_sections(ours, theirs)} == {0: 0, 1: 1, 2: 2, 3: 3}


def test_a_removed_section_matches_nothing():
    old = f"# A\n{LONG.format('apples')}\n# B\n{LONG.format('bees')}\n"
    new = f"# A\n{LONG.format('apples')}\n# Z\nWholly other words stand in this place today.\n"
    assert [(m.old, m.new) for m in match_sections(known(old), known(new))] == [(0, 0)]


def test_a_document_turned_around_takes_no_time():
    old = "".join(f"# {n}\nbody {n} {'w ' * 50}\n" for n in range(1500))
    new = "".join(f"# x{n}\nother {n} {'v ' * 50}\n" for n in range(1500))
    ours, theirs = known(old), known(new)
    started = time.process_time()
    match_sections(ours, theirs)
    match_sections(
        [s._replace(title="same") for s in ours], [s._replace(title="same") for s in theirs]
    )
    assert time.process_time() - started < 5


lines = st.lists(st.sampled_from(["# A", "## B", "## B", "x", "y z", "", "### C"]), max_size=12)


@settings(max_examples=100)
@given(lines, lines)
def test_no_section_is_matched_twice_and_equal_documents_match_in_place(one, other):
    old, new = known("\n".join(one)), known("\n".join(other))
    found = match_sections(old, new)
    assert len({m.old for m in found}) == len(found) == len({m.new for m in found})
    assert all(0 <= m.similarity <= 1 for m in found)
    assert [(m.old, m.new) for m in match_sections(old, old)] == [(n, n) for n in range(len(old))]
