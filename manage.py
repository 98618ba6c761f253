#!/usr/bin/env python
"""Run an administrative command of the project."""

import gc
import os
import sys

SELDOM = (10_000, 10, 10)  # new objects before those that nobody holds are looked for: else 700


def main() -> None:
    """Run it; a malformed setting is said in one line (`--traceback` shows where it arose)."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ["STATEMENT_TIMEOUT"] = "0"  # of PostgreSQL: migrations and imports take long
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    from config.private import close_new_files
    from config.processes import without_threads

    gc.set_threshold(*SELDOM)
    close_new_files()
    without_threads()  # the worker is copied for each job
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        if "--traceback" in sys.argv:
            raise
        sys.exit(f"Refused to start: {error}")


if __name__ == "__main__":
    main()
