import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import apps.retrieval.models.passages

# A source's index goes with the source, whichever of the two tables holds it.
FORGET = """
CREATE FUNCTION forget_lexical_index() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM lexical_postings WHERE segment_id IN
        (SELECT id FROM lexical_segments WHERE source_id = OLD.id);
    DELETE FROM lexical_segments WHERE source_id = OLD.id;
    RETURN NULL;
END $$;
CREATE TRIGGER forget_lexical_index AFTER DELETE ON md_collections
    FOR EACH ROW EXECUTE FUNCTION forget_lexical_index();
CREATE TRIGGER forget_lexical_index AFTER DELETE ON repositories
    FOR EACH ROW EXECUTE FUNCTION forget_lexical_index();
"""
KEEP = """
DROP TRIGGER forget_lexical_index ON md_collections;
DROP TRIGGER forget_lexical_index ON repositories;
DROP FUNCTION forget_lexical_index;
"""

class Migration(migrations.Migration):
    dependencies = [("retrieval", "0002_cascade_in_database")]

    operations = [
        migrations.RunSQL(
            "CREATE SEQUENCE passage_numbers AS integer", "DROP SEQUENCE passage_numbers"
        ),
        migrations.CreateModel(
            name="LexicalSegment",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("source_id", models.UUIDField()),
                ("passages", models.PositiveIntegerField()),
                ("lexemes", models.PositiveBigIntegerField()),
                ("identifiers", models.PositiveBigIntegerField()),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "db_table": "lexical_segments",
                "indexes": [models.Index(fields=["source_id"], name="lexical_segments_by_source")],
            },
        ),
        migrations.CreateModel(
            name="Posting",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "kind",
                        "term",
                        "source_id",
                        "segment_id",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "kind",
                    models.PositiveSmallIntegerField(
                        choices=[
                            (0, "English lexeme"),
                            (1, "Identifier, part of one, or bigram of an unspaced script"),
                        ]
                    ),
                ),
                ("term", models.TextField()),
                ("source_id", models.UUIDField()),
                ("entries", models.BinaryField()),
                (
                    "segment",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="postings",
                        to="retrieval.lexicalsegment",
                    ),
                ),
            ],
            options={
                "db_table": "lexical_postings",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", [0, 1])),
                        name="lexical_postings_kind_known",
                    )
                ],
            },
        ),
        # Packed numbers hardly shrink, and unpacking them would cost more than reading them.
        migrations.RunSQL(
            "ALTER TABLE lexical_postings ALTER COLUMN entries SET STORAGE EXTERNAL",
            migrations.RunSQL.noop,
        ),
        migrations.RemoveIndex(model_name="passage", name="passages_lexemes"),
        migrations.RemoveIndex(model_name="passage", name="passages_identifiers"),
        migrations.AddField(
            model_name="passage",
            name="number",
            field=models.IntegerField(
                db_default=apps.retrieval.models.passages.NextNumber(), editable=False, unique=True
            ),
        ),
        migrations.RunSQL(FORGET, KEEP),
    ]
