"""The addresses of the site. Each part keeps its own in its urls module."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe
from django.views.i18n import set_language


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Where browsers look for an icon on pages that name none, such as the admin's."""
    return redirect(static("icon.svg"))


@require_safe
def to_password_page(request: HttpRequest, extra_context: object = None) -> HttpResponse:
    """One page changes passwords, and counts how often the old one was wrong."""
    return redirect("account_change_password")


# One way in, with its limits and the second factor.
admin.site.password_change = to_password_page  # type: ignore[assignment,method-assign]
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

handler400 = "config.error_pages.bad_request"
handler403 = "config.error_pages.permission_denied"
handler404 = "config.error_pages.page_not_found"
handler500 = "config.faults.fault"

urlpatterns = [
    # First: programs ask most, and pages have a hundred addresses.
    path("api/", include("api.urls")),
    path("", include("evidence.urls")),
    path("", include("evidence.editing.curation.urls")),
    path("", include("games.urls")),
    path("", include("evidence.editing.suggestions.urls")),
    path("curate/tables/", include("evidence.editing.batches.urls")),
    path("jobs/", include("jobs.urls")),
    path("ogc", include("api.ogc.urls_bare")),
    path("ogc/", include("api.ogc.urls")),
    path("accounts/", include("people.urls")),
    path("favicon.ico", favicon),
    # No token is asked for: it changes no data.
    path("language/", csrf_exempt(require_POST(set_language)), name="set_language"),
    path("admin/", admin.site.urls),
]
