import pytest

from apps.documents.models import RepoDocument, RepoDocumentChunk, Section

pytestmark = pytest.mark.django_db
FILES = {
    "a.adoc": "= Manual\n\nIntro words.\n\n== Setup\n\nDo this.\n",
    "b.org": "* Manual\nIntro words.\n** Setup\nDo this.\n",
    "c.rdoc": "= Manual of c\n\nIntro words.\n\n== Setup\n\nDo this.\n",
    "docs/d.html": "<body><h1>Manual</h1><p>Intro words.</p><h2>Setup</h2><p>Do.</p></body>\n",
    "api/e.yaml": (
        "openapi: 3.1.0\ninfo:\n  title: Pets\n  version: '1'\npaths:\n  /pets:\n    get:\n"
        "      tags: [pets]\n      summary: List the pets\n      responses: {}\n"
    ),
    "f.rst": "Manual\n======\n\nIntro words.\n\nSetup\n-----\n\nDo this.\n",
}


def test_every_format_becomes_sections_that_are_slices_of_the_file(make_source, sync):
    repository, _ = make_source(FILES)
    assert sync(repository)[1] == len(FILES)
    documents = {row.path: row for row in RepoDocument.objects.all()}
    assert {path: row.format for path, row in documents.items()} == {
        "a.adoc": "asciidoc",
        "b.org": "org",
        "c.rdoc": "rdoc",
        "docs/d.html": "html",
        "api/e.yaml": "openapi",
        "f.rst": "rst",
    }
    assert all(row.kind == "repo_doc" for row in documents.values())
    for path, document in documents.items():
        data = document.content.encode()
        sections = list(Section.objects.filter(document=document))
        assert len(sections) >= 2, path
        for section in sections:
            assert data[section.start_byte : section.end_byte].decode().strip()
        for chunk in RepoDocumentChunk.objects.filter(document=document):
            assert chunk.content in document.content
    assert documents["a.adoc"].title == documents["b.org"].title == "Manual"
