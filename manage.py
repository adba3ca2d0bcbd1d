#!/usr/bin/env python
"""Command-line entry: has a waiting process run the command, or starts what it needs itself."""

import os
import sys


def main() -> None:
    """Run one management command."""
    from config.arguments import find_unreadable
    from config.warm.asking import run_warm

    if reason := find_unreadable(sys.argv[1:]):
        sys.exit(reason)
    status = run_warm(sys.argv)
    if status is not None:
        sys.exit(status)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    from config.embedded.auto import ensure_for_command

    ensure_for_command(sys.argv)
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
