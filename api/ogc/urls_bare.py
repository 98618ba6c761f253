"""/ogc without its slash: GIS programs are given it so, and not all of them follow a redirect."""

from django.urls import path

from api.ogc.views import Landing

urlpatterns = [path("", Landing.as_view())]
