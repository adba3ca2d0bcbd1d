from django.db import migrations

NAME = "pressmark: vectors of a model that is new in the settings"
FUNCTION = "apps.retrieval.embedding.changing.begin_new_space"
MINUTES = "I"
EVERY = 5


def forwards(apps, schema_editor):
    schedules = apps.get_model("django_q", "Schedule").objects.using(schema_editor.connection.alias)
    schedules.update_or_create(
        name=NAME,
        defaults={"func": FUNCTION, "schedule_type": MINUTES, "minutes": EVERY, "repeats": -1},
    )


def backwards(apps, schema_editor):
    schedules = apps.get_model("django_q", "Schedule").objects.using(schema_editor.connection.alias)
    schedules.filter(name=NAME).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("retrieval", "0017_resume_evaluations"),
        ("django_q", "0018_task_success_index"),
    ]

    operations = [migrations.RunPython(forwards, backwards)]
