import django.db.models.deletion
import pgvector.django
from django.db import migrations, models

# A mean is true of the passages it was made of, and of no others.
TRIGGERS = """
CREATE FUNCTION forget_vectors_of_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM document_vectors d USING changed WHERE d.document_id = changed.document_id;
    RETURN NULL;
END $$;
CREATE TRIGGER passages_forget_document_vectors AFTER DELETE ON passages
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
    EXECUTE FUNCTION forget_vectors_of_documents();
CREATE FUNCTION forget_vectors_of_passages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM document_vectors d USING passages p JOIN changed ON changed.passage_id = p.id
    WHERE d.document_id = p.document_id AND d.space_id = changed.space_id;
    RETURN NULL;
END $$;
CREATE TRIGGER passage_vectors_forget_document_vectors AFTER INSERT ON passage_vectors
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
    EXECUTE FUNCTION forget_vectors_of_passages();
"""
UNDO = """
DROP TRIGGER passages_forget_document_vectors ON passages;
DROP FUNCTION forget_vectors_of_documents();
DROP TRIGGER passage_vectors_forget_document_vectors ON passage_vectors;
DROP FUNCTION forget_vectors_of_passages();
"""


class Migration(migrations.Migration):
    dependencies = [("retrieval", "0018_begin_new_spaces")]

    operations = [
        migrations.CreateModel(
            name="DocumentVector",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("document_id", models.UUIDField()),
                ("source_id", models.UUIDField()),
                ("embedding", pgvector.django.HalfVectorField()),
                (
                    "space",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="retrieval.embeddingspace",
                    ),
                ),
            ],
            options={"db_table": "document_vectors"},
        ),
        migrations.AddConstraint(
            model_name="documentvector",
            constraint=models.UniqueConstraint(
                fields=["document_id", "space"], name="document_vectors_one_per_space"
            ),
        ),
        migrations.RunSQL(TRIGGERS, UNDO),
        # What was embedded with its markup is the first version.
        migrations.AddField(
            model_name="embeddingspace",
            name="texts",
            field=models.PositiveSmallIntegerField(default=1, editable=False),
        ),
        migrations.RemoveConstraint(
            model_name="embeddingspace", name="embedding_spaces_unique"
        ),
        migrations.AddConstraint(
            model_name="embeddingspace",
            constraint=models.UniqueConstraint(
                fields=["provider", "model", "dimension", "texts"], name="embedding_spaces_unique"
            ),
        ),
    ]
