import time

import pytest

from apps.text.parse import parse_document
from apps.text.sections import section_tree
from apps.text.sections_summaries import LONGEST, first_sentence, section_sentences, summarise


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("One thing. Another thing.", "One thing."),
        ("Use e.g. v1.10 of it, i.e. the last. Then stop.", "Use e.g. v1.10 of it, i.e. the last."),
        ("Dr. J. Smith wrote it! Yes.", "Dr. J. Smith wrote it!"),
        ("Is it **really** `so_simple`? It is.", "Is it really so_simple?"),
        ("See [the _guide_](a.md) and ![x](y.png)now.", "See the guide and now."),
        ("A :ref:`label text <x>` and ``code``. B.", "A label text and code."),
        ("これは文です。次の文。", "これは文です。"),
        ("- item one\n- item two", "item one item two"),
        ("> [!NOTE]\n> Mind the gap. Please.", "Mind the gap."),
        ("[![CI](a.svg)](b)", ""),
        (":::note Careful\nMind it. Yes.\n:::", "Mind it."),
        ("<p align=center>Hello <b>you</b>.</p>", "Hello you."),
        ("snake_case and __init__ stay.", "snake_case and init stay."),
        (".. _a-target:\n\nThen the text. More.", "Then the text."),
        ('!!! info "Only here"\n    It is so. Yes.', "It is so."),
        ('=== "Tab"\n\n    In it. Yes.', "In it."),
        (":orphan:\n\nWords. More.", "Words."),
        ("#+begin_quote\nSaid once. Twice.\n#+end_quote", "Said once."),
        ("See [[id:7][the manual]]. More.", "See the manual."),
        ("[.small]#xref:a.adoc#b[See the other]# and link:c[that].", "See the other and that."),
    ],
)
def test_the_first_sentence_in_plain_words(text, sentence):
    assert first_sentence(text) == sentence


def test_emphasis_of_org_is_told_by_the_format():
    text = "/Not/ a ~path~ like /usr/bin or a=b. More."
    assert first_sentence(text, "org") == "Not a path like /usr/bin or a=b."
    assert first_sentence(text).startswith("/Not/")


def test_all_sentences_of_a_section_are_told_in_order():
    source = "# A\n\nOne. Two!\n\n- Three.\n\n```\nno\n```\n\n## B\n\nFour.\n\n# C\n"
    parsed = parse_document(source, name="a.md")
    tree = section_tree(parsed)
    assert section_sentences(parsed, tree, most=9) == (("One.", "Two!", "Three."), ("Four.",), ())
    assert section_sentences(parsed, tree, most=1) == (("One.",), ("Four.",), ())


def test_long_sentences_are_cut_at_a_word():
    cut = first_sentence("word " * 100)
    assert cut.endswith("word…")
    assert len(cut) <= LONGEST


def summaries(source, name="a.md"):
    parsed = parse_document(source, name=name)
    return list(summarise(parsed, section_tree(parsed)))


def test_each_section_is_told_by_its_own_text():
    source = (
        "# A\n\n![logo](x.png)\n\n- a list\n\nThe first. The second.\n\n## B\n\n```\ncode.\n```\n"
        "\n## C\n\n* only a list. here\n\n## D\n## E\nEnd\n"
    )
    assert summaries(source) == ["The first.", "", "only a list.", "", "End"]


def test_values_of_asciidoc_are_put_in_and_admonitions_stand_behind_the_text():
    source = (
        "= The {name}\nAda Lane <ada@example.org>\n:name: widget\n:full: {name} kit\n\n"
        "The {full} by {author}, {unknown}. More.\n\n== A\n\nNOTE: Mind it.\n\nA {late}. B.\n\n"
        ":late: later value\n\n== B\n\n[TIP]\nA styled one.\n\n* Items. More.\n\n"
        "== C\n\n[WARNING]\n====\nOnly {name} burns.\n====\n\n== D\n\nCAUTION: Nothing else.\n"
    )
    assert summaries(source, "a.adoc") == [
        "The widget kit by Ada Lane, {unknown}.",
        "A later value.",
        "Items.",
        "Only widget burns.",
        "Nothing else.",
    ]
    parsed = parse_document(source, name="a.adoc")
    assert section_sentences(parsed, section_tree(parsed), most=9)[1] == (
        *("A later value.", "B.", "Mind it."),
    )


def test_hostile_text_takes_no_time():
    started = time.process_time()
    for unit in ("*a ", "[[", "![", "`<", "<a", "_x ", "<!--", "> > ", ". ", "a.b."):
        summaries("# A\n\n" + unit * (100_000 // len(unit)))
        summaries((f"# A\n\n{unit * 200}\n\n") * (100_000 // (200 * len(unit))))
    assert time.process_time() - started < 20
