"""What a fragment of a document says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.text.readable import readable, readable_sections


def said(fragment, name):
    return [
        (" > ".join(headings), text) for headings, text in readable_sections(fragment, name=name)
    ]


def test_markdown_keeps_words_and_code_and_loses_addresses():
    fragment = """Look at [the guide](../guide.md "Guide") and <b>run</b>:

```bash
kubectl get pods --all-namespaces
```

| Flag | Meaning |
|------|---------|
| `-n` | the *name* |

{{< glossary_tooltip text="Pods" term_id="pod" >}} run. <!-- not this -->

[ref]: https://example.org/very/long
"""
    [(heading, text)] = said(fragment, "a.md")
    assert (heading, text.split("\n")) == (
        "",
        [
            "Look at the guide and run:",
            "kubectl get pods --all-namespaces",
            "Flag Meaning",
            "-n the name",
            "Pods run.",
        ],
    )


def test_restructured_text_keeps_what_directives_say():
    fragment = """.. _target:

Salt
====

.. note:: Mind the :ref:`tide <tide-label>`.

.. image:: sea.png
   :alt: The sea

.. autoclass:: ray.data.Dataset
   :members:

.. A comment.

See `the docs <https://example.org>`__.
"""
    assert said(fragment, "a.rst") == [("Salt", "Mind the tide.\nray.data.Dataset\nSee the docs.")]


def test_headings_nest_and_a_section_may_say_nothing():
    fragment = "# A\n\n## B\n\nText.\n\n# C\n"
    assert said(fragment, "a.md") == [("A", ""), ("A > B", "Text."), ("C", "")]


@pytest.mark.parametrize("name", ["api.yaml", "notes.txt"])
def test_texts_without_markup_are_left_alone(name):
    assert said("a: [b](c)\n*d*", name) == [("", "a: [b](c)\n*d*")]


words = st.text(st.sampled_from("abcxyz"), min_size=1, max_size=8)


@given(
    st.lists(words, min_size=1, max_size=20), st.sampled_from(["a.md", "a.rst", "a.org", "a.adoc"])
)
def test_plain_prose_keeps_every_word(prose, name):
    text = " ".join(prose)
    assert said(text, name) == [("", text)]


@given(
    st.text(max_size=300),
    st.sampled_from(["a.md", "a.rst", "a.html", "a.adoc", "a.org", "a.rdoc", "a.yaml"]),
)
def test_any_text_is_read_without_fault(text, name):
    for headings, words in readable_sections(text, name=name):
        assert headings or words
    assert "\n\n" not in readable(text)
