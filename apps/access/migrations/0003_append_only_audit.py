from django.db import migrations

REFUSE = """
CREATE FUNCTION access_audit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'The audit log is append-only.' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER access_audit_append_only BEFORE UPDATE OR DELETE ON access_audit
    FOR EACH ROW EXECUTE FUNCTION access_audit_refuse();
"""
ALLOW = """
DROP TRIGGER access_audit_append_only ON access_audit;
DROP FUNCTION access_audit_refuse();
"""


class Migration(migrations.Migration):
    dependencies = [("access", "0002_extensions")]

    operations = [migrations.RunSQL(REFUSE, ALLOW)]
