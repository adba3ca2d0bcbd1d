from django.db import migrations

# Documents that were stored before there were revisions start their history as they stand.
FIRST = """
INSERT INTO md_revisions (document_id, number, source_key, title, given_title, content,
                          content_hash, author_id, author_name, message, kind, created_at)
SELECT d.id, d.version, d.source_key, d.title, d.given_title, d.content,
       d.content_hash, d.updated_by_id, coalesce(u.username, ''), '', 'imported', d.updated_at
FROM md_documents d LEFT JOIN users u ON u.id = d.updated_by_id
ON CONFLICT (document_id, number) DO NOTHING;
"""


class Migration(migrations.Migration):
    dependencies = [("collections", "0004_revisions_are_immutable")]

    operations = [migrations.RunSQL(FIRST, migrations.RunSQL.noop)]
