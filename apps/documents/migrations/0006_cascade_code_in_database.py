from django.db import migrations

# As in 0004: what a sync removes, the database removes with all that hangs on it.
TABLES = ["repo_document_code", "repo_mention_drift"]
FIND = """
SELECT conname FROM pg_constraint
WHERE conrelid = %s::regclass AND contype = 'f'
"""


def replace_keys(schema_editor, rule):
    with schema_editor.connection.cursor() as cursor:
        for table in TABLES:
            cursor.execute(FIND, [table])
            (name,) = cursor.fetchone()
            cursor.execute(
                f'ALTER TABLE {table} DROP CONSTRAINT "{name}", '
                f'ADD CONSTRAINT "{name}" FOREIGN KEY (document_id) '
                f"REFERENCES repo_documents (id) {rule} DEFERRABLE INITIALLY DEFERRED"
            )


def forwards(apps, schema_editor):
    replace_keys(schema_editor, "ON DELETE CASCADE")


def backwards(apps, schema_editor):
    replace_keys(schema_editor, "")


class Migration(migrations.Migration):
    dependencies = [("documents", "0005_keep_mention_drift")]

    operations = [migrations.RunPython(forwards, backwards)]
