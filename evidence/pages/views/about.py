"""What this site is and what its terms mean: About, and the glossary."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from evidence.glossary import GLOSSARY
from evidence.models import Evidence
from evidence.pages.views.kept import kept
from evidence.records.licence import LICENCE, LICENCE_URL
from evidence.vocabulary import CLOSED_TERMS, Vocabulary


@kept
def about(request: HttpRequest) -> HttpResponse:
    """Explain records, confidence, signs, editing, citing and the licence."""
    context = {
        "licence": {"name": LICENCE, "url": LICENCE_URL},
        "factors": CLOSED_TERMS[Vocabulary.UNCERTAINTY],
        "newest": Evidence.objects.first(),
    }
    return render(request, "evidence/about.html", context)


@kept
def guide(request: HttpRequest) -> HttpResponse:
    """How to read this site, on one page."""
    return render(request, "evidence/help.html")


@kept
def glossary(request: HttpRequest) -> HttpResponse:
    """Define the terms that pages use."""
    return render(request, "evidence/glossary.html", {"terms": GLOSSARY})
