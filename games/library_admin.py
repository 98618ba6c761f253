"""The library of definitions in the admin site: uploaded, replaced and removed."""

from __future__ import annotations

import hashlib
from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from config.unpacking import PackError
from games.admin_base import ModelAdmin, ModelForm
from games.library import MOST_BYTES, MOST_EACH, MOST_FILES, read_library
from games.models import DefinitionLibrary
from people.matrix import Right
from people.rights import may

HELP = _(
    "A zip or jar of at most 2 MB with .def files: at most %(files)d, %(each)d kB each, %(all)d kB "
    "together. Other files in it are not read. Pasted texts may use its definitions; it is stored "
    "for this site alone, in no archive, export or answer of the API."
)


class LibraryForm(ModelForm):
    """A file, which takes the place of the library that there is."""

    file = forms.FileField(label=_("Zip or jar"))

    class Meta:
        model = DefinitionLibrary
        fields: tuple[str, ...] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        numbers = {"files": MOST_FILES, "each": MOST_EACH // 1024, "all": MOST_BYTES // 1024}
        self.fields["file"].help_text = str(HELP) % numbers

    def clean_file(self) -> Any:
        """Read all of it, so that a file with a fault changes nothing."""
        file = self.cleaned_data["file"]
        try:
            self.instance.definitions = read_library(file)
        except PackError as error:
            raise forms.ValidationError(str(error)) from error
        self.instance.count = len(self.instance.definitions)
        self.instance.name = file.name[:200]
        file.seek(0)
        self.instance.digest = hashlib.sha256(file.read()).hexdigest()
        return file


@admin.register(DefinitionLibrary)
class DefinitionLibraryAdmin(ModelAdmin):
    """The library of this site, for administrators alone."""

    form = LibraryForm
    list_display = ("name", "count", "uploaded")
    readonly_fields = ("name", "digest", "count", "uploaded")

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Others do not see that it can be uploaded."""
        return may(request.user, Right.ADMINISTER)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whoever uses the whole admin site."""
        return may(request.user, Right.ADMINISTER)

    has_change_permission = has_delete_permission = has_view_permission

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Where there is one, it is replaced by changing it."""
        return may(request.user, Right.ADMINISTER) and not DefinitionLibrary.objects.exists()
