from django.db import migrations

# Django deletes dependants row by row in Python; for hundreds of thousands of vectors the database
# does it in one step. Table, column, target of each foreign key that gets ON DELETE CASCADE.
KEYS = [
    ("passages", "collection_chunk_id", "md_chunks"),
    ("passages", "repo_chunk_id", "repo_document_chunks"),
    ("passage_vectors", "passage_id", "passages"),
]
FIND = """
SELECT conname FROM pg_constraint
WHERE conrelid = %s::regclass AND contype = 'f'
  AND conkey = ARRAY[(SELECT attnum FROM pg_attribute
                      WHERE attrelid = %s::regclass AND attname = %s)]
"""


def replace_keys(schema_editor, rule):
    with schema_editor.connection.cursor() as cursor:
        for table, column, target in KEYS:
            cursor.execute(FIND, [table, table, column])
            (name,) = cursor.fetchone()
            cursor.execute(
                f'ALTER TABLE {table} DROP CONSTRAINT "{name}", '
                f'ADD CONSTRAINT "{name}" FOREIGN KEY ({column}) REFERENCES {target} (id) '
                f"{rule} DEFERRABLE INITIALLY DEFERRED"
            )


def forwards(apps, schema_editor):
    replace_keys(schema_editor, "ON DELETE CASCADE")


def backwards(apps, schema_editor):
    replace_keys(schema_editor, "")


class Migration(migrations.Migration):
    dependencies = [("retrieval", "0001_initial")]

    operations = [migrations.RunPython(forwards, backwards)]
