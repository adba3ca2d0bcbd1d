"""Nothing that a document holds runs in its reader's browser or keeps the renderer busy."""

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.text.parse import parse_document
from apps.text.render import render_document
from tests.text.test_render import html_of, ids_in

VECTORS = [
    "<script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java&#x0A;script:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](vbscript:x)",
    "[x](file:///etc/passwd)",
    "[x](\\\\\\\\evil\\\\share)",
    "[x](http://a.b 'x\" onmouseover=\"alert(1)')",
    '![x" onerror="alert(1)](y.png)',
    "![x](data:image/svg+xml;base64,PHN2Zy8+)",
    "<a href=' javascript:alert(1)'>x</a>",
    "<a href='jav\tascript:alert(1)'>x</a>",
    "[x](/\\\\evil.example) [y](</&Tab;/evil.example>)",
    "<svg onload=alert(1)><script>alert(1)</script></svg>",
    "<math><mi xlink:href='javascript:alert(1)'>x</mi></math>",
    "<iframe src='javascript:alert(1)'></iframe>",
    "<form action='javascript:alert(1)'><button formaction='x'>x</button></form>",
    "<div style='background:url(javascript:alert(1))' onclick=x>x</div>",
    "<input type=text onfocus=alert(1) autofocus name=q>",
    "<details open ontoggle=alert(1)>x</details>",
    "<a id=x hx-get='/x' hx-trigger=load data-x=y class='btn'>x</a>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>",
    "<style><!--</style><img src=x onerror=alert(1)>--></style>",
    "<textarea><img src=x onerror=alert(1)>",
    "<plaintext>x",
    "<base href='//evil'><meta http-equiv=refresh content='0;url=javascript:x'>",
    "[[javascript:alert(1)]] [[x|<img src=x onerror=alert(1)>]]",
    '```"><script>alert(1)</script>\nx\n```',
    "[^1]\n\n[^1]: <img src=x onerror=alert(1)>",
    '# <img src=x onerror=alert(1)> " onclick=x',
    "| a |\n|---|\n| <img src=x onerror=alert(1)> |",
    "<object data=x><embed src=x><video src=x onerror=y><audio onplay=z>",
    '<a title="<script>alert(1)</script>" href=x>x</a>',
]
ATTRIBUTES = re.compile(r'<[a-z0-9]+((?: [a-z-]+(?:="[^"]*")?)*)>')
DANGEROUS = re.compile(r"^(?:on|style$|hx-|data-|action|formaction|srcset|xlink|name$)")


def assert_is_safe(html):
    tags = ATTRIBUTES.sub("", re.sub(r"</[a-z0-9]+>", "", html))
    assert "<" not in tags
    for attributes in ATTRIBUTES.findall(html):
        for name, value in re.findall(r' ([a-z-]+)(?:="([^"]*)")?', attributes):
            assert not DANGEROUS.match(name)
            if name in ("href", "src"):
                scheme = re.match(r"\s*([a-zA-Z+.-]*):", value.replace("&#x27;", "'"))
                allowed = ("http", "https", "mailto", "tel", "ftp", "irc", "xmpp")
                assert scheme is None or scheme[1] in allowed or value.startswith("data:image/png")
                assert not value.startswith(("\\", "//", "/\\"))
    assert not re.search(r"<(?:script|style|iframe|svg|math|form|object|embed|base|meta)", html)


@pytest.mark.parametrize("source", VECTORS)
@pytest.mark.parametrize("name", ["a.md", "a.mdx", "a.rst", "a.txt"])
@pytest.mark.parametrize("resolve", [None, lambda href, _kind: href])
def test_no_script_reaches_the_reader(source, name, resolve):
    assert_is_safe(html_of(source, name, resolve))


@settings(deadline=None)
@given(
    st.lists(
        st.sampled_from([*VECTORS, "\n\n", "\n", "> ", "- ", "[", "](", "`", "<", ">", '"', "'"])
    )
)
def test_no_mixture_of_attacks_reaches_the_reader_either(pieces):
    assert_is_safe(html_of("".join(pieces)))


@settings(deadline=None)
@given(st.text(st.sampled_from("#*_`[]()<>!|~-=+:\\/&;\"' \n\tab1.^$é漢\r"), max_size=300))
def test_any_text_is_rendered_in_any_format_and_every_heading_keeps_its_anchor(source):
    for name in ("a.md", "a.mdx", "a.rst", "a.txt"):
        parsed = parse_document(source, name=name)
        html = render_document(parsed)
        assert_is_safe(html)
        if name != "a.rst":
            assert ids_in(html) == [h.anchor for h in parsed.headings if h.anchor]


UNITS = """
> | - | * | [ | ![ | ]( | ** | _a | ` | <a> | <b> | <!-- | <p> | &amp; | [[ | [[a]] | [^a] | \\
~~ | <table> | </b> | 1. | <b><i> | <ul><li> | <b c=1><p> | <T> | <a ' | <a b=" | <?
<![CDATA[ | ![a | <div>N | [^a]:xN | # aN | <aN | aN | N | a|bN-|-N | <script>N | [a]: bN
- [ ] aN | a_S | > [!NOTE]N | http://aS | <a href="x">S | [a](b)S | ![a](b)S | |aS| | `a`_S
.. _a:N | .. |a| replace:: bN | +-
"""


@pytest.mark.parametrize("unit", [u for line in UNITS.splitlines() for u in line.split(" | ") if u])
@pytest.mark.parametrize("name", ["a.md", "a.rst", "a.txt"])
def test_hostile_repetition_is_rendered_in_time(unit, name):
    unit = unit.replace("N", "\n").replace("S", " ")
    parsed = parse_document(unit * (30_000 // len(unit)), name=name)
    started = time.thread_time()
    render_document(parsed)
    assert time.thread_time() - started < 3
