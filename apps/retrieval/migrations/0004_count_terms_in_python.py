from django.db import migrations, models

from apps.retrieval.lexical.counting import Field
from apps.retrieval.lexical.postings import write_segment

EMPTY = "TRUNCATE lexical_postings, lexical_segments"
PASSAGES = """
SELECT p.source_id, p.number, d.title, c.heading_path, d.source_key, c.content
FROM passages p JOIN md_chunks c ON c.id = p.collection_chunk_id
JOIN md_documents d ON d.id = c.document_id
UNION ALL
SELECT p.source_id, p.number, d.title, c.heading_path, d.path, c.content
FROM passages p JOIN repo_document_chunks c ON c.id = p.repo_chunk_id
JOIN repo_documents d ON d.id = c.document_id
ORDER BY 1, 2
"""
BATCH = 2000


def index_existing(apps, schema_editor):
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(PASSAGES)
        source, batch = None, []
        while row := cursor.fetchone():
            if batch and (row[0] != source or len(batch) == BATCH):
                write(source, batch)
                batch = []
            source = row[0]
            batch.append(row[1:])
        if batch:
            write(source, batch)


def write(source, rows):
    fields = [
        (
            Field(title, words=3, identifiers=1),
            Field("\n".join(heading for heading in path if heading != title), 1, 1),
            Field(key, words=0, identifiers=1),
            Field(content, words=1, identifiers=1),
        )
        for _, title, path, key, content in rows
    ]
    write_segment(source, [number for number, *_ in rows], fields)


class Migration(migrations.Migration):
    dependencies = [
        ("retrieval", "0003_inverted_index"),
        ("collections", "0001_initial"),
        ("documents", "0001_initial"),
    ]

    operations = [
        migrations.RunSQL(EMPTY, EMPTY),
        migrations.AlterField(
            model_name="posting",
            name="term",
            field=models.TextField(db_collation="C"),
        ),
        migrations.AlterField(
            model_name="posting",
            name="kind",
            field=models.PositiveSmallIntegerField(
                choices=[
                    (0, "Stemmed word"),
                    (1, "Identifier, part of one, or bigram of an unspaced script"),
                ]
            ),
        ),
        migrations.RemoveField(model_name="passage", name="lexemes"),
        migrations.RemoveField(model_name="passage", name="identifiers"),
        migrations.RunPython(index_existing, migrations.RunPython.noop),
    ]
