from django.db import migrations, models

NAME = "pressmark: sum up counts of passages"
FUNCTION = "apps.retrieval.tallies.compact_tallies"
HOURLY = "H"

PASSAGES = """
CREATE FUNCTION tally_passages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO passage_tallies (source_id, space_id, change)
    SELECT source_id, NULL, CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END
    FROM changed GROUP BY source_id;
    RETURN NULL;
END $$;
CREATE TRIGGER passages_tally_insert AFTER INSERT ON passages
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tally_passages();
CREATE TRIGGER passages_tally_delete AFTER DELETE ON passages
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tally_passages();
INSERT INTO passage_tallies (source_id, space_id, change)
SELECT source_id, NULL, count(*) FROM passages GROUP BY source_id;
"""
VECTORS = """
CREATE FUNCTION tally_vectors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO passage_tallies (source_id, space_id, change)
    SELECT source_id, space_id, CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END
    FROM changed WHERE part = 0 GROUP BY source_id, space_id;
    RETURN NULL;
END $$;
CREATE TRIGGER passage_vectors_tally_insert AFTER INSERT ON passage_vectors
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tally_vectors();
CREATE TRIGGER passage_vectors_tally_delete AFTER DELETE ON passage_vectors
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tally_vectors();
INSERT INTO passage_tallies (source_id, space_id, change)
SELECT source_id, space_id, count(*) FROM passage_vectors WHERE part = 0
GROUP BY source_id, space_id;
"""
UNDO = """
DROP TRIGGER passages_tally_insert ON passages;
DROP TRIGGER passages_tally_delete ON passages;
DROP FUNCTION tally_passages();
DROP TRIGGER passage_vectors_tally_insert ON passage_vectors;
DROP TRIGGER passage_vectors_tally_delete ON passage_vectors;
DROP FUNCTION tally_vectors();
"""


def forwards(apps, schema_editor):
    schedules = apps.get_model("django_q", "Schedule").objects.using(schema_editor.connection.alias)
    schedules.update_or_create(
        name=NAME, defaults={"func": FUNCTION, "schedule_type": HOURLY, "repeats": -1}
    )


def backwards(apps, schema_editor):
    schedules = apps.get_model("django_q", "Schedule").objects.using(schema_editor.connection.alias)
    schedules.filter(name=NAME).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("retrieval", "0010_sum_up_token_gains"),
        ("django_q", "0018_task_success_index"),
    ]

    operations = [
        migrations.CreateModel(
            name="PassageTally",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("source_id", models.UUIDField()),
                ("space_id", models.UUIDField(null=True)),
                ("change", models.BigIntegerField()),
            ],
            options={"db_table": "passage_tallies"},
        ),
        migrations.AddIndex(
            model_name="passagetally",
            index=models.Index(
                fields=["source_id"], include=["space_id", "change"], name="passage_tallies_source"
            ),
        ),
        migrations.RunSQL(PASSAGES + VECTORS, UNDO),
        migrations.RunPython(forwards, backwards),
    ]
