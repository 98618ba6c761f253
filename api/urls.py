"""Addresses of the API."""

from django.urls import path, re_path
from django.views.generic import RedirectView

from api.views_about import Docs, Schema, Unknown, guide
from api.views_cells import Cells
from api.views_comments import ProposalCommentDetail, ProposalComments
from api.views_compare import Compare
from api.views_evidence import EvidenceDetail, EvidenceList
from api.views_export import Export
from api.views_features import EvidenceFeature, EvidenceFeatures, RegionFeature, RegionFeatures
from api.views_lists import (
    ConceptDetail,
    ConceptList,
    GameDetail,
    GameList,
    RegionDetail,
    RegionList,
    Root,
    SourceDetail,
    SourceList,
)
from api.views_matches import MatchDetail, MatchList, MatchText
from api.views_proposals import ProposalDetail, Proposals, ProposalSteps, RecordContent
from api.views_reconcile import Preview, Properties, Reconcile, Suggest, View
from api.views_references import RecordReferences, SourceReferences
from api.views_rulesets import RulesetDetail, RulesetList, RulesetManifest, RulesetModule
from api.views_search import EvidenceSearch
from api.views_search_all import Search, Suggestions
from api.views_stories import StoryDetail, StoryList
from api.views_withdrawal import RecordRestore, RecordWithdraw

app_name = "api"
READ = ["get", "head", "options"]

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="api:docs", http_method_names=READ)),
    path("schema/", Schema.as_view(), name="schema"),
    path("guide/", guide, name="guide"),
    path("docs/", Docs.as_view(), name="docs"),
    path("v1/", Root.as_view(), name="root"),
    path("v1/evidence/", EvidenceList.as_view(), name="evidence"),
    path("v1/evidence/search/", EvidenceSearch.as_view(), name="search"),
    path("v1/evidence/<str:identifier>/", EvidenceDetail.as_view(), name="record"),
    path(
        "v1/evidence/<str:identifier>/references/",
        RecordReferences.as_view(),
        name="record-references",
    ),
    path("v1/evidence/<str:identifier>/content/", RecordContent.as_view(), name="record-content"),
    path(
        "v1/evidence/<str:identifier>/withdraw/", RecordWithdraw.as_view(), name="record-withdraw"
    ),
    path("v1/evidence/<str:identifier>/restore/", RecordRestore.as_view(), name="record-restore"),
    path("v1/features/evidence/", EvidenceFeatures.as_view(), name="evidence-features"),
    path(
        "v1/features/evidence/<str:identifier>/", EvidenceFeature.as_view(), name="evidence-feature"
    ),
    path("v1/features/regions/", RegionFeatures.as_view(), name="region-features"),
    path("v1/features/regions/<str:slug>/", RegionFeature.as_view(), name="region-feature"),
    path("v1/proposals/", Proposals.as_view(), name="proposals"),
    path("v1/proposals/<int:pk>/", ProposalDetail.as_view(), name="proposal"),
    path("v1/proposals/<int:pk>/steps/", ProposalSteps.as_view(), name="proposal-steps"),
    path("v1/proposals/<int:pk>/comments/", ProposalComments.as_view(), name="proposal-comments"),
    path(
        "v1/proposals/<int:pk>/comments/<int:comment>/",
        ProposalCommentDetail.as_view(),
        name="proposal-comment",
    ),
    path("v1/cells/", Cells.as_view(), name="cells"),
    path("v1/compare/", Compare.as_view(), name="compare"),
    path("v1/export/", Export.as_view(), name="export"),
    path("v1/games/", GameList.as_view(), name="games"),
    path("v1/games/<str:slug>/", GameDetail.as_view(), name="game"),
    path("v1/matches/", MatchList.as_view(), name="matches"),
    path("v1/matches/<str:slug>/", MatchDetail.as_view(), name="match"),
    path("v1/matches/<str:slug>/text/", MatchText.as_view(), name="match-text"),
    path("v1/reconcile/<str:service>/", Reconcile.as_view(), name="reconcile"),
    path("v1/reconcile/<str:service>/suggest/", Suggest.as_view(), name="reconcile-suggest"),
    path("v1/reconcile/<str:service>/properties/", Properties.as_view()),
    path("v1/reconcile/<str:service>/view/", View.as_view(), name="reconcile-view"),
    path("v1/reconcile/<str:service>/preview/", Preview.as_view(), name="reconcile-preview"),
    path("v1/rulesets/", RulesetList.as_view(), name="rulesets"),
    path("v1/rulesets/<str:slug>/", RulesetDetail.as_view(), name="ruleset"),
    path("v1/rulesets/<str:slug>/module/", RulesetModule.as_view(), name="ruleset-module"),
    path("v1/rulesets/<str:slug>/manifest/", RulesetManifest.as_view(), name="ruleset-manifest"),
    path("v1/concepts/", ConceptList.as_view(), name="concepts"),
    path("v1/concepts/<str:slug>/", ConceptDetail.as_view(), name="concept"),
    path("v1/search/", Search.as_view(), name="search-all"),
    path("v1/search/suggestions/", Suggestions.as_view(), name="suggestions"),
    path("v1/sources/", SourceList.as_view(), name="sources"),
    path("v1/sources/<str:slug>/", SourceDetail.as_view(), name="source"),
    path("v1/sources/<str:slug>/references/", SourceReferences.as_view(), name="source-references"),
    path("v1/regions/", RegionList.as_view(), name="regions"),
    path("v1/regions/<str:slug>/", RegionDetail.as_view(), name="region"),
    path("v1/stories/", StoryList.as_view(), name="stories"),
    path("v1/stories/<str:slug>/", StoryDetail.as_view(), name="story"),
    re_path("", Unknown.as_view(), name="unknown"),
]
