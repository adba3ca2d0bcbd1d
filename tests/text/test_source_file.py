from hypothesis import given
from hypothesis import strategies as st

from apps.text.excerpts import excerpt
from apps.text.pieces import pieces_within
from apps.text.source_file import LONGEST_RUN, parse_source_file

LINES = st.lists(st.sampled_from(["", "  ", "a = 1", "\tb", "# c", "```", "é"]), max_size=120)


@given(lines=LINES, end=st.sampled_from(["\n", "\r\n", ""]))
def test_runs_hold_every_line_that_is_not_blank_once_and_no_other(lines, end):
    source = (end or "\n").join(lines) + end
    parsed = parse_source_file(source, "python")
    held = [n for one in parsed.blocks for n in range(one.start_line, one.end_line + 1)]
    assert held == [n for n, line in enumerate(lines, 1) if line.strip()]
    data = source.encode()
    for one in parsed.blocks:
        text = data[one.start : one.end].decode().replace("\r\n", "\n")
        assert text == "\n".join(lines[one.start_line - 1 : one.end_line])
        assert one.end_line - one.start_line < LONGEST_RUN


def test_an_excerpt_of_code_stands_in_a_fence_with_its_language():
    parsed = parse_source_file("# one\n\ndef two():\n    pass\n\n# three\n", "python")
    text = excerpt(parsed, pieces_within(parsed, 1, 4), below=2)
    assert text == "```python\n# one\n\ndef two():\n    pass\n```"
