"""The WSGI entry point."""

import gc
import os
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application

# Python's default of 700 new objects looks for cycles several times in a single answer.
NEW_OBJECTS = 10_000

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_wsgi_application()
# All doors, now rather than at the first request: what is loaded stays for good, and the collector
# need never look at it again.
import_module(settings.ROOT_URLCONF)
gc.collect()
gc.freeze()
gc.set_threshold(NEW_OBJECTS, *gc.get_threshold()[1:])
