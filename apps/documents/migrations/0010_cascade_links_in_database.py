from django.db import migrations

# As in 0004: what a sync removes, the database removes with all that hangs on it.
COLUMNS = ["document_id", "target_id"]
FIND = """
SELECT conname FROM pg_constraint
WHERE conrelid = 'repo_document_links'::regclass AND contype = 'f'
  AND conkey = ARRAY[(SELECT attnum FROM pg_attribute
                      WHERE attrelid = 'repo_document_links'::regclass AND attname = %s)]
"""


def replace_keys(schema_editor, rule):
    with schema_editor.connection.cursor() as cursor:
        for column in COLUMNS:
            cursor.execute(FIND, [column])
            (name,) = cursor.fetchone()
            cursor.execute(
                f'ALTER TABLE repo_document_links DROP CONSTRAINT "{name}", '
                f'ADD CONSTRAINT "{name}" FOREIGN KEY ({column}) '
                f"REFERENCES repo_documents (id) {rule} DEFERRABLE INITIALLY DEFERRED"
            )


def forwards(apps, schema_editor):
    replace_keys(schema_editor, "ON DELETE CASCADE")


def backwards(apps, schema_editor):
    replace_keys(schema_editor, "")


class Migration(migrations.Migration):
    dependencies = [("documents", "0009_store_links_between_documents")]

    operations = [migrations.RunPython(forwards, backwards)]
