"""The one settings file. Every value that differs between machines comes from the environment."""

import os
from datetime import timedelta
from pathlib import Path

from corsheaders.defaults import default_headers

from config import environment, machines
from config.middleware import headers_of_files
from evidence.records.licence import LICENCE, LICENCE_URL

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = environment.folder(os.environ, "ASHTAPADA_VAR", BASE_DIR / "var")
PORT = environment.number(os.environ, "PORT", default=8000, most=65535)

RELEASE = "0.1.0"  # what is kept elsewhere is asked for again after a new one
DEBUG = environment.flag(os.environ, "DEBUG", default=False)
SECRET_KEY = environment.secret_key(os.environ, "SECRET_KEY", VAR_DIR / "secret_key")
SECRET_KEY_FALLBACKS = environment.names(os.environ, "SECRET_KEY_FALLBACKS")
ALLOWED_HOSTS = environment.hosts(os.environ, "ALLOWED_HOSTS", "127.0.0.1,localhost,[::1]")
CSRF_TRUSTED_ORIGINS = environment.origins(os.environ, "CSRF_TRUSTED_ORIGINS")
SITE_ADDRESS = environment.origin(os.environ, "SITE_ADDRESS")  # of links in messages
DATABASES = {
    "default": environment.database(os.environ, "DATABASE_URL", VAR_DIR / "ashtapada.sqlite3")
}

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "corsheaders",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "config.answer_cache.apps.AnswerCacheConfig",
    "jobs.apps.JobsConfig",
    "games.apps.GamesConfig",
    "evidence.apps.EvidenceConfig",
    "evidence.editing.curation.apps.CurationConfig",
    "api.apps.ApiConfig",
    "evidence.editing.suggestions.apps.SuggestionsConfig",
    "evidence.editing.batches.apps.BatchesConfig",
    "evidence.archive.apps.ArchiveConfig",
    "people.apps.PeopleConfig",  # last: its groups hold the permissions of all the others
]

MIDDLEWARE = [
    "corsheaders.middleware.CorsMiddleware",  # first: other sites may read redirects and errors too
    "django.middleware.security.SecurityMiddleware",
    "config.middleware.content_security_policy",
    "config.licensing.licence_of_data",
    "config.door.Door",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "config.middleware.NoNul",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
FORM_RENDERER = "config.fields.Renderer"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": ["config.times"],
        },
    },
]

# Studies run in processes of this machine, or on the Dask cluster with this scheduler.
DASK_SCHEDULER = environment.scheduler(os.environ, "DASK_SCHEDULER")
JOB_PROCESSES = environment.number(os.environ, "JOB_PROCESSES", default=2, most=256)
JOB_NICENESS = environment.number(os.environ, "JOB_NICENESS", default=19, least=0, most=19)

# Functions that `manage.py work` calls once an hour.
UPKEEP = [
    "jobs.queue.forget",
    "jobs.upkeep.forget_sessions",
    "evidence.editing.curation.presence.forget",
    "evidence.editing.suggestions.guard.forget",
    "evidence.editing.batches.sending.forget",
    "people.log.forget",
]

# Behind a proxy that ends TLS; gunicorn believes the X-Forwarded-Proto of a proxy on this machine.
HTTPS = environment.flag(os.environ, "HTTPS", default=False)
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = ["^healthz$"]  # asked from the machine itself
SECURE_HSTS_SECONDS = 30 * 24 * 3600 if HTTPS else 0
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
X_FRAME_OPTIONS = "SAMEORIGIN"

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
PASSWORD_RESET_TIMEOUT = 60 * 60  # seconds that a link for a new password works
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
ACCOUNT_ADAPTER = "people.adapter.Adapter"
ACCOUNT_FORMS = {
    "login": "people.forms.Login",
    "change_password": "people.forms.ChangePassword",
}
ACCOUNT_RATE_LIMITS = False  # people.limits counts instead: a full disk does not end that
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"  # who was invited had the link from someone who knows them
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Ashtapada: "
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_REDIRECT_URL = LOGOUT_REDIRECT_URL
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
MFA_ADAPTER = "people.second_factor.SecondFactor"
MFA_FORMS = {
    "authenticate": "people.forms.Code",
    "reauthenticate": "people.forms.ConfirmingCode",
    "activate_totp": "people.forms.FirstCode",
}
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Ashtapada"
MFA_TOTP_TOLERANCE = 1  # half a minute of a clock that is not quite right
MFA_ALLOW_UNVERIFIED_EMAIL = True

# Without a mail server what would be sent is kept as files.
vars().update(environment.mail(os.environ, "EMAIL_URL", VAR_DIR / "mail"))
EMAIL_TIMEOUT = 10  # seconds
DEFAULT_FROM_EMAIL = environment.given(os.environ, "EMAIL_FROM") or "ashtapada@localhost"
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# Faults go to the log of whatever runs the site; while developing, Django prints them itself.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"deployed": {"()": "django.utils.log.RequireDebugFalse"}},
    "formatters": {"dated": {"format": "{asctime} {name} {message}", "style": "{"}},
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "level": "ERROR",
            "filters": ["deployed"],
            "formatter": "dated",
        }
    },
    "root": {"handlers": ["stderr"]},
}

LANGUAGE_CODE = "en-gb"
LANGUAGES = [("en-gb", "English"), ("de", "Deutsch"), ("ar", "العربية")]
TIME_ZONE = "UTC"
USE_TZ = True
FORMAT_MODULE_PATH = "config.formats"
LOCALE_PATHS = [BASE_DIR / "locale"]

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = VAR_DIR / "static"
WHITENOISE_ADD_HEADERS_FUNCTION = headers_of_files
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "config.storage.HashedFiles"
    },
    # Pictures of records, written by evidence.pictures.files alone and served by a view of its own.
    "pictures": {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": environment.folder(os.environ, "PICTURES", VAR_DIR / "pictures")},
    },
}

# What /healthz asks besides the database and the disk.
HEALTH = {"worker": "jobs.health.worker_works"}

# A tile server of the site, drawn over the atlas: https://host/{z}/{x}/{y}.png
MAP_TILES = environment.tiles(os.environ, "MAP_TILES")
MAP_TILES_CREDIT = environment.given(os.environ, "MAP_TILES_CREDIT")

# Requests a minute of each address to pages; to the API, by address and by token; 0 is no limit.
PAGE_RATE = environment.number(os.environ, "PAGE_RATE", default=600, least=0, most=10_000_000)
API_RATE = environment.number(os.environ, "API_RATE", default=600, least=0, most=10_000_000)
API_TOKEN_RATE = environment.number(
    os.environ, "API_TOKEN_RATE", default=6000, least=0, most=10_000_000
)
PROXIES = environment.number(os.environ, "PROXIES", default=0, least=0, most=10)
# What checks of texts have found, for all processes of the machine; what is limited is not in it.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": VAR_DIR / "cache",
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    },
    "rules": {  # compiled; up to 200 kB each
        "BACKEND": "config.quick_cache.QuickFileCache",
        "LOCATION": VAR_DIR / "rules",
        "TIMEOUT": None,
        "OPTIONS": {"MAX_ENTRIES": 1000},
    },
    "checks": {  # what was found of texts of rules; up to 30 kB each
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": VAR_DIR / "checks",
        "TIMEOUT": 30 * 24 * 3600,
        "OPTIONS": {"MAX_ENTRIES": 1000},
    },
}
TOKENS_LAST = timedelta(days=365)
KNOX_TOKEN_MODEL = "knox.AuthToken"  # noqa: S105 - the name of a model
REST_KNOX = {"TOKEN_TTL": TOKENS_LAST, "AUTH_HEADER_PREFIX": "Bearer"}
REST_FRAMEWORK = {
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_SCHEMA_CLASS": "api.openapi.Operation",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": [
        "api.bodies.BoundedJSON",
        "rest_framework.parsers.FormParser",
        "rest_framework.parsers.MultiPartParser",
    ],
    "URL_FORMAT_OVERRIDE": None,  # else links repeat the ?format= of the request
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Ashtapada",
    "DESCRIPTION": "Historical evidence for traditional games, and the rules that it describes.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "LICENSE": {"name": LICENCE, "url": LICENCE_URL},
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "api.openapi.with_examples",
    ],
    "ENUM_NAME_OVERRIDES": {
        "RoleEnum": "games.models.Moment.Role",
        "RegionKindEnum": "evidence.models.Region.Kind",
        "RulesetKindEnum": "games.models.Ruleset.Kind",
        "DifferenceKindEnum": "api.shapes_compare.KINDS",
        "RelationEnum": "evidence.models.Relation",
        "RulesetRelationEnum": "evidence.vocabulary.RulesetRelation",
        "CertaintyEnum": "evidence.vocabulary.Certainty",
        "ClaimCertaintyEnum": "evidence.models.claims.Claim.Certainty",
        "SurenessEnum": "evidence.vocabulary.Sureness",
        "ClaimVoiceEnum": "evidence.models.claims.Claim.Voice",
        "PassageKindEnum": "evidence.models.claims.Passage.Kind",
        "PassageVoiceEnum": "evidence.models.claims.Passage.Voice",
        "AssertionVoiceEnum": "evidence.vocabulary.Voice",
        "LinkEnum": "evidence.vocabulary.Link",
        "DateRoleEnum": "evidence.vocabulary.DateRole",
        "PlaceRoleEnum": "evidence.vocabulary.PlaceRole",
        "PersonRoleEnum": "evidence.vocabulary.PersonRole",
        "NameOfEnum": "evidence.vocabulary.NameOf",
        "GameLinkEnum": "evidence.vocabulary.GameLink",
        "FoundKindEnum": "evidence.search.lookup.things.Kind",
        "StepEnum": "evidence.editing.curation.steps.STEPS",
        "PairingRelationEnum": "api.shapes_compare.RELATIONS",
    },
    "SWAGGER_UI_SETTINGS": {
        "docExpansion": "none",
        "deepLinking": True,
        "defaultModelsExpandDepth": 0,
    },
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}
CORS_ALLOW_ALL_ORIGINS = True
CORS_URLS_REGEX = machines.ADDRESSES
CORS_ALLOW_METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT"]
CORS_ALLOW_HEADERS = [*default_headers, "if-match"]
CORS_EXPOSE_HEADERS = [
    "ETag", "Link", "Content-Crs", "Retry-After", "X-Count",
    "X-Undated-Left-Out", "X-Unlocated-Left-Out",
]  # fmt: skip

DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000  # a remark on each ply of the longest game
