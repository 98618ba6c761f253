"""WSGI entry point."""

import gc
import os
from importlib import import_module

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()
import_module("config.urls")  # here, not in the first reader's request
import_module("config.messages_kept").look_up_once()
gc.freeze()  # what lives as long as the process is not looked through again and again
