"""Messages of the site looked up once in each language, for processes that answer many requests.

Django asks up to fourteen catalogues for a message each time, most of them in vain where the page
is in the language of the source; a page of a record has some two hundred messages.
"""

from __future__ import annotations

from functools import lru_cache

from django.conf import settings
from django.utils.translation.trans_real import translation

MOST = 8192  # of a language; the site has some 1,500


def look_up_once() -> None:
    """Keep what has been looked up, in all languages of the site."""
    for language, _name in settings.LANGUAGES:
        catalogue = translation(language)
        vars(catalogue)["gettext"] = lru_cache(maxsize=MOST)(catalogue.gettext)
