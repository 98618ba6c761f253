"""The addresses of the site. Each part keeps its own in its urls module."""

from django.contrib import admin
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import include, path


def favicon(request: HttpRequest) -> HttpResponse:
    """Where browsers look for an icon on pages that name none, such as the admin's."""
    return redirect(static("icon.svg"))


urlpatterns = [
    path("", include("evidence.urls")),
    path("", include("games.urls")),
    path("api/", include("api.urls")),
    path("ogc/", include("api.ogc.urls")),
    path("accounts/login/", LoginView.as_view(), name="login"),
    path("accounts/logout/", LogoutView.as_view(), name="logout"),
    path("favicon.ico", favicon),
    path("admin/", admin.site.urls),
]
