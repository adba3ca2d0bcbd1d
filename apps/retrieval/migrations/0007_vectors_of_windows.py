from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("retrieval", "0006_forget_old_questions")]

    operations = [
        migrations.AddField(
            model_name="embeddingspace",
            name="indexed_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="vector",
            name="part",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.RemoveConstraint(model_name="vector", name="passage_vectors_one_per_space"),
        migrations.AddConstraint(
            model_name="vector",
            constraint=models.UniqueConstraint(
                fields=["space", "passage", "part"], name="passage_vectors_one_per_part"
            ),
        ),
        # What was made of longer windows is out of date; it serves until the jobs have run.
        migrations.RunSQL(
            "UPDATE passage_vectors SET content_hash = ''", migrations.RunSQL.noop
        ),
    ]
