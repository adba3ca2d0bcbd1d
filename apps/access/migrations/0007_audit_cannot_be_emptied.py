from django.db import migrations

# ALWAYS: a session that plays the replica (session_replication_role) is refused as well.
REFUSE = """
CREATE TRIGGER access_audit_no_truncate BEFORE TRUNCATE ON access_audit
    FOR EACH STATEMENT EXECUTE FUNCTION access_audit_refuse();
ALTER TABLE access_audit ENABLE ALWAYS TRIGGER access_audit_no_truncate;
ALTER TABLE access_audit ENABLE ALWAYS TRIGGER access_audit_append_only;
"""
ALLOW = """
ALTER TABLE access_audit ENABLE TRIGGER access_audit_append_only;
DROP TRIGGER access_audit_no_truncate ON access_audit;
"""


class Migration(migrations.Migration):
    dependencies = [("access", "0006_audit_says_where_from")]

    operations = [migrations.RunSQL(REFUSE, ALLOW)]
