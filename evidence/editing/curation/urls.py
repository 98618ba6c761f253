"""Addresses of curation, and of the history of records."""

from django.urls import path

from evidence.editing.curation.views.form import edit, edit_record, new
from evidence.editing.curation.views.pictures import pictures
from evidence.editing.curation.views.portal import portal_drafts
from evidence.editing.curation.views.proposal import proposal, remark, step
from evidence.editing.curation.views.queue import queue
from evidence.editing.curation.views.ruleset_drafts import (
    ruleset_draft,
    ruleset_drafts,
    ruleset_remark,
)
from evidence.editing.curation.views.ruleset_language import language_data, language_page
from evidence.editing.curation.views.ruleset_start import start
from evidence.editing.curation.views.ruleset_text import check_text, edit_draft, edit_text, new_text
from evidence.editing.curation.views.ruleset_versions import ruleset_version, ruleset_versions
from evidence.editing.curation.views.typing import clauses, completions, present, reading
from evidence.editing.curation.views.versions import propose, restore, version, versions, withdraw

urlpatterns = [
    path("curate/", queue, name="queue"),
    path("curate/new/", new, name="record-new"),
    path("curate/portal/", portal_drafts, name="portal-drafts"),
    path("curate/reading/", reading, name="reading"),
    path("curate/clauses/", clauses, name="clauses-offered"),
    path("curate/names/<str:kind>/", completions, name="completions"),
    path("curate/<int:pk>/", proposal, name="proposal"),
    path("curate/<int:pk>/edit/", edit, name="proposal-edit"),
    path("curate/<int:pk>/pictures/", pictures, name="proposal-pictures"),
    path("curate/<int:pk>/present/", present, name="proposal-present"),
    path("curate/<int:pk>/step/", step, name="proposal-step"),
    path("curate/<int:pk>/remarks/", remark, name="proposal-remark"),
    path("curate/rulesets/language/", language_page, name="ruleset-language"),
    path("curate/rulesets/language.json", language_data, name="ruleset-language-data"),
    path("curate/rulesets/check/", check_text, name="ruleset-check"),
    path("curate/rulesets/", ruleset_drafts, name="ruleset-drafts"),
    path("curate/rulesets/<int:pk>/", ruleset_draft, name="ruleset-draft"),
    path("curate/rulesets/<int:pk>/remarks/", ruleset_remark, name="ruleset-remark"),
    path("curate/rulesets/<int:pk>/edit/", edit_draft, name="ruleset-draft-edit"),
    path("rulesets/<slug:slug>/versions/", ruleset_versions, name="ruleset-versions"),
    path("rulesets/<slug:slug>/versions/<int:number>/", ruleset_version, name="ruleset-version"),
    path("rulesets/new/", new_text, name="ruleset-new"),
    path("rulesets/new/start/", start, name="ruleset-start"),
    path("rulesets/<slug:slug>/edit/", edit_text, name="ruleset-edit"),
    path("evidence/<str:identifier>/edit/", edit_record, name="record-edit"),
    path("evidence/<str:identifier>/versions/", versions, name="record-versions"),
    path("evidence/<str:identifier>/versions/<int:number>/", version, name="record-version"),
    path(
        "evidence/<str:identifier>/versions/<int:number>/restore/", restore, name="record-restore"
    ),
    path(
        "evidence/<str:identifier>/versions/<int:number>/propose/", propose, name="record-propose"
    ),
    path("evidence/<str:identifier>/withdraw/", withdraw, name="record-withdraw"),
]
