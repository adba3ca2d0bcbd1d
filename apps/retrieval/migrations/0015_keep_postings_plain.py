from django.db import migrations


class Migration(migrations.Migration):
    """Long postings are read by every search: not to be unpacked each time, they stay unpacked.

    Holds for what is written from now on.
    """

    dependencies = [("retrieval", "0014_choose_models")]

    operations = [
        migrations.RunSQL(
            "ALTER TABLE lexical_postings ALTER COLUMN entries SET STORAGE EXTERNAL",
            "ALTER TABLE lexical_postings ALTER COLUMN entries SET STORAGE EXTENDED",
        )
    ]
