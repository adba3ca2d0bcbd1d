from django.db import migrations

# As in retrieval: what a sync removes, the database removes with all that hangs on it, in one step.
KEYS = [
    ("repo_document_sections", "document_id", "repo_documents", "CASCADE"),
    ("repo_document_sections", "parent_id", "repo_document_sections", "CASCADE"),
    ("repo_document_chunks", "document_id", "repo_documents", "CASCADE"),
    ("repo_document_chunks", "section_id", "repo_document_sections", "SET NULL"),
    ("repo_document_chunk_mentions", "chunk_id", "repo_document_chunks", "CASCADE"),
    ("repo_document_chunk_mentions", "symbol_id", "code_nodes", "CASCADE"),
    ("repo_section_redirects", "document_id", "repo_documents", "CASCADE"),
    ("repo_section_redirects", "section_id", "repo_document_sections", "SET NULL"),
    ("repo_document_redirects", "document_id", "repo_documents", "SET NULL"),
]
FIND = """
SELECT conname FROM pg_constraint
WHERE conrelid = %s::regclass AND contype = 'f'
  AND conkey = ARRAY[(SELECT attnum FROM pg_attribute
                      WHERE attrelid = %s::regclass AND attname = %s)]
"""


def replace_keys(schema_editor, with_rule):
    with schema_editor.connection.cursor() as cursor:
        for table, column, target, rule in KEYS:
            cursor.execute(FIND, [table, table, column])
            (name,) = cursor.fetchone()
            action = f"ON DELETE {rule}" if with_rule else ""
            cursor.execute(
                f'ALTER TABLE {table} DROP CONSTRAINT "{name}", '
                f'ADD CONSTRAINT "{name}" FOREIGN KEY ({column}) REFERENCES {target} (id) '
                f"{action} DEFERRABLE INITIALLY DEFERRED"
            )


def forwards(apps, schema_editor):
    replace_keys(schema_editor, with_rule=True)


def backwards(apps, schema_editor):
    replace_keys(schema_editor, with_rule=False)


class Migration(migrations.Migration):
    dependencies = [("documents", "0003_keep_old_addresses")]

    operations = [migrations.RunPython(forwards, backwards)]
