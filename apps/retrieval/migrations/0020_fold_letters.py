from django.db import migrations

from apps.retrieval.lexical.counting import Field
from apps.retrieval.lexical.postings import write_segment

# Passages with letters that words are counted without now, or that no longer end a word: as if
# their documents had been read anew, they get new numbers and a segment of their own.
AFFECTED = """
SELECT p.source_id, p.id FROM passages p
JOIN {chunks} c ON c.id = p.{chunk} JOIN {documents} d ON d.id = c.document_id
WHERE d.title || ' ' || array_to_string(c.heading_path, ' ') || ' ' || d.{key} || ' ' || c.content
      ~ '[\\u00c0-\\u024f\\u0300-\\u1cff\\u1e00-\\u1fff\\u3099\\u309a]'
ORDER BY 1, 2
"""
RENUMBER = """
WITH renewed AS (
    UPDATE passages SET number = nextval('passage_numbers') WHERE id = ANY(%s)
    RETURNING id, number
)
SELECT r.number, d.title, c.heading_path, d.{key}, c.content
FROM renewed r JOIN {chunks} c ON c.id = r.id JOIN {documents} d ON d.id = c.document_id
ORDER BY 1
"""
CORPORA = (
    ("md_chunks", "md_documents", "collection_chunk_id", "source_key"),
    ("repo_document_chunks", "repo_documents", "repo_chunk_id", "path"),
)
BATCH = 2000


def index_again(apps, schema_editor):
    with schema_editor.connection.cursor() as cursor:
        for chunks, documents, chunk, key in CORPORA:
            names = {"chunks": chunks, "documents": documents, "chunk": chunk, "key": key}
            cursor.execute(AFFECTED.format(**names))
            by_source = {}
            for source_id, pk in cursor.fetchall():
                by_source.setdefault(source_id, []).append(pk)
            for source_id, ids in by_source.items():
                for start in range(0, len(ids), BATCH):
                    cursor.execute(RENUMBER.format(**names), [ids[start : start + BATCH]])
                    write(source_id, cursor.fetchall())


def write(source_id, rows):
    fields = [
        (
            Field(title, words=3, identifiers=1),
            Field("\n".join(heading for heading in path if heading != title), 1, 1),
            Field(key, words=0, identifiers=1),
            Field(content, words=1, identifiers=1),
        )
        for _, title, path, key, content in rows
    ]
    write_segment(source_id, [number for number, *_ in rows], fields)


class Migration(migrations.Migration):
    dependencies = [
        ("retrieval", "0019_keep_document_vectors"),
        ("collections", "0001_initial"),
        ("documents", "0001_initial"),
    ]

    operations = [migrations.RunPython(index_again, migrations.RunPython.noop)]
