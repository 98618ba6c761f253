"""Addresses of evidence, and of what it is about."""

from django.urls import path

from evidence.pages.views.about import about, glossary, guide
from evidence.pages.views.browse import region, regions, source, sources
from evidence.pages.views.compare import compare
from evidence.pages.views.concepts import concept, concepts
from evidence.pages.views.explore import explore
from evidence.pages.views.gallery import games, play_list, rulesets
from evidence.pages.views.games import game
from evidence.pages.views.home import home
from evidence.pages.views.import_portal import import_portal
from evidence.pages.views.join_sources import join_sources
from evidence.pages.views.news import feed, robots, sitemap, sitemap_part
from evidence.pages.views.picture import picture
from evidence.pages.views.ply import ply
from evidence.pages.views.polities import polities_of
from evidence.pages.views.quality import quality, quality_check
from evidence.pages.views.record import record
from evidence.pages.views.search import search_all
from evidence.pages.views.stories import stories, story
from evidence.pages.views.take_away import take_away
from evidence.pages.views.tiles import tile

urlpatterns = [
    path("", home, name="home"),
    path("about/", about, name="about"),
    path("glossary/", glossary, name="glossary"),
    path("help/", guide, name="help"),
    path("feed/", feed, name="feed"),
    path("robots.txt", robots, name="robots"),
    path("sitemap.xml", sitemap, name="sitemap"),
    path("sitemap/<slug:name>-<int:number>.xml", sitemap_part, name="sitemap-part"),
    path("compare/", compare, name="compare"),
    path("evidence/", explore, name="evidence"),
    path("evidence/<str:identifier>/", record, name="record"),
    path("search/", search_all, name="search"),
    path("pictures/<slug:size>/<str:name>", picture, name="picture"),
    path("take-away/", take_away, name="take-away"),
    path("curate/import/", import_portal, name="import-portal"),
    path("curate/quality/", quality, name="quality"),
    path("curate/quality/<slug:name>/", quality_check, name="quality-check"),
    path("games/", games, name="games"),
    path("rulesets/", rulesets, name="rulesets"),
    path("play/", play_list, name="play-list"),
    path("games/<slug:slug>/", game, name="game"),
    path("rulesets/<slug:slug>/games/<slug:match>/<int:number>/", ply, name="ply"),
    path("concepts/", concepts, name="concepts"),
    path("concepts/<slug:slug>/", concept, name="concept"),
    path("sources/", sources, name="sources"),
    path("sources/<slug:slug>/", source, name="source"),
    path("sources/<slug:slug>/join/", join_sources, name="source-join"),
    path("stories/", stories, name="stories"),
    path("stories/<slug:slug>/", story, name="story"),
    path("tiles/<slug:version>/<int:z>/<int:x>/<int:y>.pbf", tile, name="tile"),
    path("polities/", polities_of, name="polities"),
    path("regions/", regions, name="regions"),
    path("regions/<slug:slug>/", region, name="region"),
]
