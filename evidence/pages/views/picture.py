"""/pictures/SIZE/DIGEST.jpg: the pictures of records."""

from __future__ import annotations

from django.http import FileResponse, Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from evidence.models import PictureFile
from evidence.pictures.encoding import SIZES
from evidence.pictures.files import path_of, storage
from people.matrix import Right
from people.rights import may

# It is opened as a picture and nothing else, whatever a browser takes it for.
POLICY = "default-src 'none'; sandbox"
PUBLIC = "public, max-age=86400"  # a day: a picture may have to be taken back
PRIVATE = "private, no-cache"


@require_safe
def picture(request: HttpRequest, size: str, name: str) -> HttpResponseBase:
    """One size of a picture that a published record shows; of any other for whoever may see it."""
    digest, _dot, ending = name.partition(".")
    file = get_object_or_404(PictureFile, digest=digest)
    published = file.pictures.exists()
    own = request.user.is_authenticated and file.uploaded_by_id == request.user.pk
    seen = published or own or may(request.user, Right.REVIEW)
    if size not in SIZES or ending != file.ending or not seen:
        raise Http404(_("There is no such picture."))
    etag = f'"{digest[:32]}-{size}"'
    answer = get_conditional_response(request, etag=etag) or _file(file, size)
    answer["ETag"] = etag
    answer["Cache-Control"] = PUBLIC if published else PRIVATE
    if published:
        answer["Access-Control-Allow-Origin"] = "*"
    return answer


def _file(file: PictureFile, size: str) -> HttpResponseBase:
    try:
        stored = storage().open(path_of(file, size))
    except FileNotFoundError as error:
        raise Http404(_("The file of this picture is not here.")) from error
    answer = FileResponse(stored, content_type=f"image/{file.kind}")
    answer["Content-Disposition"] = f'inline; filename="{file}-{size}.{file.ending}"'
    answer["Content-Security-Policy"] = POLICY
    answer["Cross-Origin-Resource-Policy"] = "cross-origin"
    return answer
