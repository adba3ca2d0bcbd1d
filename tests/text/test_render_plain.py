from apps.text.parse import parse_document
from apps.text.render import render_document


def html_of(source):
    return render_document(parse_document(source, name="a.txt")).strip()


def test_paragraphs_flow_and_addresses_become_links():
    assert html_of("one <b>\ntwo\n\nsee https://e.x.") == (
        "<p>one &lt;b&gt;\ntwo</p>\n"
        '<p>see <a class="external-link" href="https://e.x" rel="noopener nofollow">https://e.x</a>.</p>'
    )


def test_what_is_aligned_by_hand_keeps_its_shape():
    assert html_of("name    size\nfile      12") == (
        '<pre class="plain-text">name    size\nfile      12</pre>'
    )


def test_markup_means_nothing_in_plain_text():
    assert html_of("*a* `b` <script>x</script>") == (
        "<p>*a* `b` &lt;script&gt;x&lt;/script&gt;</p>"
    )


def test_an_empty_text_is_an_empty_page():
    assert html_of(" \n") == ""
