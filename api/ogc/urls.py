"""Addresses of OGC API – Features; a closing slash is taken too."""

from django.urls import path, re_path

from api.ogc import views

app_name = "ogc"
ONE = r"^collections/(?P<collection>[^/]+)"

urlpatterns = [
    path("", views.Landing.as_view(), name="landing"),
    re_path(r"^api/?$", views.Definition.as_view(), name="api"),
    re_path(r"^conformance/?$", views.Conformance.as_view(), name="conformance"),
    re_path(r"^collections/?$", views.Collections.as_view(), name="collections"),
    re_path(rf"{ONE}/?$", views.About.as_view(), name="collection"),
    re_path(rf"{ONE}/schema/?$", views.Schema.as_view(), name="schema"),
    re_path(rf"{ONE}/items/?$", views.Items.as_view(), name="items"),
    re_path(rf"{ONE}/items/(?P<key>[^/]+)/?$", views.Item.as_view(), name="item"),
    re_path("", views.Unknown.as_view(), name="unknown"),
]
