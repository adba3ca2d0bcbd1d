import string

from hypothesis import example, given
from hypothesis import strategies as st

from apps.text.words import count_words
from apps.text.yaml_values import YamlError, load_yaml

PIECES = st.sampled_from(
    [
        *"'\":#-,[]{}&*!|>%@`?\\ \t\n\r",
        ": ",
        " #",
        "a",
        "b: ",
        "1",
        "true",
        "null",
        "~",
        "é",
        "x: y\n",
    ]
)
WORDS = st.text(string.printable + "éß\x85\xa0\u1680\u2003\u200b\u2028\u3000漢")


def read(raw):
    try:
        return load_yaml(raw)
    except YamlError:
        return YamlError


@given(st.lists(PIECES, max_size=20).map("".join))
@example("a: 'b'\nc: \"d\"\ne: 1\nf: 01\ng: true\nh:\ni: 2024-01-01 \n")
@example("a: b 'c' - [d]\r\nnull: x\r\ntrue: y\r\n")
@example("a: ''\nb: \"\"\n")
def test_plain_lines_are_read_as_the_yaml_parser_reads_them(raw):
    lines = f"a: {raw}\n"
    # A comment sends the text to the parser and changes nothing else.
    assert repr(read(lines)) == repr(read(f"# comment\n{lines}"))


@given(WORDS)
def test_words_are_counted_as_splitting_would(text):
    assert count_words(text, text.encode()) == len(text.split())
