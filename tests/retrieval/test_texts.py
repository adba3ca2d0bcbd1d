"""What of a passage is embedded."""

import pytest

from apps.collections.models import Chunk
from apps.retrieval.embedding.texts import embedded_text, hash_passage, load_texts

SEA = """---
description: All about water.
reviewers: [anna]
---
Intro to [the sea](https://sea.example/long/address).

## Salt {#salt}

It is **salty**.

### Why

Rivers bring `NaCl`.

## Tide

![the tide](tide.png) rises.
"""


def parts(*args, **options):
    return [tuple(part) for part in embedded_text(*args, **options).parts]


def test_each_section_stands_below_its_headings_without_markup():
    assert parts("Sea", [], SEA, name="sea.md") == [
        ("Sea", "All about water.\nIntro to the sea."),
        ("Sea > Salt", "It is salty."),
        ("Sea > Salt > Why", "Rivers bring NaCl."),
        ("Sea > Tide", "the tide rises."),
    ]


def test_sections_that_began_before_the_chunk_keep_their_headings():
    chunk = "More salt.\n\n### Why\n\nRivers.\n\n## Tide\n\nRises.\n"
    sections = ["Sea > Salt", "Sea > Salt > Why", "Sea > Tide"]
    assert parts("Sea", ["Sea"], chunk, name="sea.md", sections=sections) == [
        ("Sea", "More salt."),
        ("Sea > Salt > Why", "Rivers."),
        ("Sea > Tide", "Rises."),
    ]
    assert parts("Sea", ["Salt"], "Text.\n\n## Why\n\nRivers.", name="sea.md") == [
        ("Sea > Salt", "Text."),
        ("Sea > Salt > Why", "Rivers."),
    ]


def test_a_passage_without_words_is_embedded_as_it_is():
    assert parts("Sea", ["Salt"], "## Salt\n", name="sea.md") == [("Sea > Salt", "## Salt\n")]
    assert parts("Sea", [], "", name="sea.md") == [("Sea", "")]


def test_equal_texts_share_a_hash_and_others_do_not():
    assert hash_passage("Sea", ["Sea", "Salt"], "x") == hash_passage("Sea", ["Salt"], "x")
    assert hash_passage("Sea", ["Salt"], "x") != hash_passage("Sea", ["Tide"], "x")


@pytest.mark.django_db
def test_texts_of_stored_chunks_know_their_sections(make_collection):
    make_collection("seas", {"sea.md": SEA})
    chunks = list(Chunk.objects.all())
    texts = load_texts([chunk.pk for chunk in chunks])
    heads = [part.head for chunk in chunks for part in texts[chunk.pk].parts]
    assert heads[1:] == ["sea.md > Salt", "sea.md > Salt > Why", "sea.md > Tide"]
