"""Images of other hosts are links, unless the host is named: a page tells nobody who reads it."""

import pytest

from apps.text.parse import parse_document
from apps.text.render import render_document

PIXEL = "https://track.example/p.png"
LINK = f'<a class="external-link remote-image" href="{PIXEL}" rel="noopener nofollow">'


def rendered(text, *hosts, name="a.md"):
    return render_document(parse_document(text, name=name), image_hosts=hosts).strip()


def test_a_remote_image_is_a_link_with_its_text():
    assert rendered(f"![A chart & more]({PIXEL})") == f"<p>{LINK}A chart &amp; more</a></p>"
    assert rendered(f"![]({PIXEL})") == f"<p>{LINK}{PIXEL}</a></p>"


def test_inside_of_a_link_only_its_words_stand():
    html = rendered(f"[![build]({PIXEL})](https://ci.example/) ![x]({PIXEL})")
    assert f'<span class="remote-image" title="{PIXEL}">build</span></a>' in html
    assert html.endswith(f"{LINK}x</a></p>")


@pytest.mark.parametrize(
    "text",
    [
        f"![x]({PIXEL})",
        f'<img src="{PIXEL}">',
        "<img src='HTTPS://TRACK.example/p.png' alt=x>",
        "![x](//track.example/p.png)",
        "![x](http://img.example.org/p.png)",
        "![x](https://img.example.org.track.example/p.png)",
        "![x](https://img.example.org@track.example/p.png)",
        "![x](https://evilexample.org/p.png)",
        "![x](https://[::1/p.png)",
        '<img src="\thttps://track.example/p.png">',
        f'<a name="here"><img src="{PIXEL}"></a>',
    ],
)
def test_no_way_of_writing_it_shows_an_image_of_another_host(text):
    assert "<img" not in rendered(text, "img.example.org", "*.example.org")


def test_nor_does_restructured_text():
    assert "<img" not in rendered(f".. image:: {PIXEL}\n   :alt: x\n", name="a.rst")


@pytest.mark.parametrize("hosts", [("track.example",), ("*",), ("*.example", "other.org")])
def test_a_named_host_is_shown(hosts):
    assert f'src="{PIXEL}"' in rendered(f"![x]({PIXEL})", *hosts)


def test_images_of_the_page_itself_stay():
    html = rendered("![x](chart.png) ![y](data:image/png;base64,AAAA)")
    assert html.count("<img") == 2
