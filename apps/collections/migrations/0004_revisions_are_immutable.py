from django.db import migrations

# The cascade is the database's own: while it runs the document is gone already, which is how the
# trigger tells it from a deletion of a revision. Removing a user empties the author, nothing else.
REFUSE = """
ALTER TABLE md_revisions ADD CONSTRAINT md_revisions_document_fk
    FOREIGN KEY (document_id) REFERENCES md_documents (id) ON DELETE CASCADE;
CREATE FUNCTION md_revisions_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        IF NOT EXISTS (SELECT FROM md_documents WHERE id = OLD.document_id) THEN
            RETURN OLD;
        END IF;
    ELSIF NEW.author_id IS NULL THEN
        OLD.author_id := NULL;
        IF NEW IS NOT DISTINCT FROM OLD THEN
            RETURN NEW;
        END IF;
    END IF;
    RAISE EXCEPTION 'Revisions are immutable.' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER md_revisions_immutable BEFORE UPDATE OR DELETE ON md_revisions
    FOR EACH ROW EXECUTE FUNCTION md_revisions_refuse();
"""
ALLOW = """
DROP TRIGGER md_revisions_immutable ON md_revisions;
DROP FUNCTION md_revisions_refuse();
ALTER TABLE md_revisions DROP CONSTRAINT md_revisions_document_fk;
"""


class Migration(migrations.Migration):
    dependencies = [("collections", "0003_keep_revisions_and_drafts")]

    operations = [migrations.RunSQL(REFUSE, ALLOW)]
