from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('retrieval', '0013_follow_answers'),
    ]

    operations = [
        migrations.AddField(
            model_name='embeddingspace',
            name='chosen_at',
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name='embeddingspace',
            name='chosen_over',
            field=models.CharField(blank=True, editable=False, max_length=300),
        ),
    ]
