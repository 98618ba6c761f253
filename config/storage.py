"""How static files are named and compressed."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Names with hashes, also where one script imports another, so that browsers keep them all."""

    support_js_module_import_aggregation = True
