from apps.text.images import image_links
from apps.text.parse import parse_document
from apps.text.rewriting import rewrite_links

SOURCE = """---
title: T
---
![a](img/a%20b.png) ![far](https://x.example/y.png) [page](a.md) ![[plan.png|300]]

`![no](code.png)` ![r] [![in](inner.png)](a.md) ![[Other page#Part]] \\![[escaped.png]]

```
![no](fence.png) ![[fence.png]]
```

[r]: ref.png
"""


def found(source, name="a.md"):
    links = image_links(parse_document(source, name=name))
    return [(link.text, link.href, link.line, link.link_type) for link in links]


def test_images_and_embeds_that_may_be_files_of_the_collection_are_told_with_their_lines():
    assert found(SOURCE) == [
        ("a b.png", "img/a%20b.png", 4, "relative"),
        ("plan.png", "plan.png", 4, "wiki"),
        ("inner.png", "inner.png", 6, "relative"),
        ("Other page", "Other page#Part", 6, "wiki"),
    ]


def test_other_formats_and_texts_without_an_image_have_none():
    assert found("![a](a.png)", "a.txt") == []
    assert found("[a](a.png)") == []


def test_the_target_of_an_embed_is_rewritten_in_its_place():
    written = rewrite_links("é ![[ a b#c | x]] [[a b]]", lambda place: f"{place.path}!")
    assert written == "é ![[ a b!#c | x]] [[a b!]]"
