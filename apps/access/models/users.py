from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """A person or service account. Superusers are the product's admins."""

    class Meta(AbstractUser.Meta):
        db_table = "users"
