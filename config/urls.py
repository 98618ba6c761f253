"""The addresses of the site. Each part keeps its own in its urls module."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("evidence.urls")),
    path("", include("games.urls")),
    path("api/", include("api.urls")),
    path("accounts/", include("django.contrib.auth.urls")),
    path("admin/", admin.site.urls),
]
