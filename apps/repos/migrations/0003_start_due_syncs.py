from django.db import migrations

NAME = "pressmark: repositories that are due"
FUNCTION = "apps.repos.schedules.start_due_syncs"
MINUTES = "I"


def forwards(apps, schema_editor):
    schedules = apps.get_model("django_q", "Schedule").objects.using(schema_editor.connection.alias)
    schedules.update_or_create(
        name=NAME,
        defaults={"func": FUNCTION, "schedule_type": MINUTES, "minutes": 1, "repeats": -1},
    )


def backwards(apps, schema_editor):
    schedules = apps.get_model("django_q", "Schedule").objects.using(schema_editor.connection.alias)
    schedules.filter(name=NAME).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("repos", "0002_keep_credentials_and_schedules"),
        ("django_q", "0018_task_success_index"),
    ]

    operations = [migrations.RunPython(forwards, backwards)]
