"""Addresses of suggestions."""

from django.urls import path

from evidence.editing.suggestions import views

urlpatterns = [
    path("suggest/thanks/", views.thanks, name="suggestion-thanks"),
    path("suggest/evidence/<str:identifier>/", views.suggest, name="suggest-record"),
    path("suggest/rulesets/<slug:slug>/<path:clause>/", views.suggest, name="suggest-clause"),
    path("curate/suggestions/", views.listed, name="suggestions"),
    path("curate/suggestions/<int:pk>/", views.one, name="suggestion"),
]
