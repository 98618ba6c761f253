"""What this site is: what records are, how sure they are, who makes them, how to cite them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from evidence.licence import LICENCE, LICENCE_URL
from evidence.models import Evidence
from evidence.views.kept import kept
from evidence.vocabulary import CLOSED_TERMS, Vocabulary


@kept
def about(request: HttpRequest) -> HttpResponse:
    """The page that explains the words and signs of all the others."""
    context = {
        "licence": {"name": LICENCE, "url": LICENCE_URL},
        "factors": CLOSED_TERMS[Vocabulary.UNCERTAINTY],
        "newest": Evidence.objects.first(),
    }
    return render(request, "evidence/about.html", context)
