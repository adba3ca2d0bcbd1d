from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = "Writes a collection to a zip. Importing the zip again reports all unchanged."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="collection")
        parser.add_argument("out", type=file_path, help="zip to write; replaced when it exists")

    def handle(self, *_args: Any, **options: Any) -> None:
        from apps.access.errors import DomainError
        from apps.access.principals import operator
        from apps.collections.catalogue import find_collection
        from apps.collections.export import export_collection

        out: Path = options["out"]
        unfinished = out.with_name(f"{out.name}.part")
        try:
            collection = find_collection(user=operator(), name=options["name"])
            with unfinished.open("wb") as file:
                count = export_collection(user=operator(), collection_id=collection.pk, out=file)
            unfinished.replace(out)
        except DomainError as error:
            raise CommandError(f"{options['name']}: {error.message}") from None
        except OSError as error:
            raise CommandError(f"{out}: {error.strerror}") from None
        finally:
            unfinished.unlink(missing_ok=True)
        self.stdout.write(f"{count} documents written to {out}")


def file_path(text: str) -> Path:
    """The path; one without a name, like ``.``, is no file's."""
    path = Path(text)
    if not path.name:
        raise ArgumentTypeError("Name the file to write.")
    return path
