"""Addresses of suggestions."""

from django.urls import path

from suggestions import views

urlpatterns = [
    path("suggest/thanks/", views.thanks, name="suggestion-thanks"),
    path("suggest/evidence/<str:identifier>/", views.on_record, name="suggest-record"),
    path("suggest/rulesets/<slug:slug>/<path:clause>/", views.on_clause, name="suggest-clause"),
    path("curate/suggestions/", views.listed, name="suggestions"),
    path("curate/suggestions/<int:pk>/", views.one, name="suggestion"),
]
