"""Settings, all from the environment; the defaults serve one machine with SQLite.

SECRET_KEY, DEBUG, ALLOWED_HOSTS, CSRF_TRUSTED_ORIGINS, PUBLIC_URL, EMAIL_URL, EMAIL_FROM, DATABASE_URL,
HTTPS, LIVE, MEDIA_ROOT, PROXIES, SQLITE_JOURNAL, STATIC_MANIFEST, TIME_ZONE.
"""

import sqlite3
from pathlib import Path

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from impact_site.secret import read_or_make_secret
from impact_site.sqlite import journal_mode

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or read_or_make_secret(BASE_DIR / ".secret_key")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "sheets",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "template_partials.apps.SimpleAppConfig",
    "csp",
]

MIDDLEWARE = [
    # Around whatever may refuse a request, so that refusals bear these headers too.
    "csp.middleware.CSPMiddleware",
    "sheets.middleware.HardeningMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    # Before whatever may refuse a request, so that it refuses in the person's language.
    "sheets.middleware.ChoicesMiddleware",
    "sheets.middleware.PrivateMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "sheets.middleware.ErrorPagesMiddleware",
]

ROOT_URLCONF = "impact_site.urls"
WSGI_APPLICATION = "impact_site.wsgi.application"

LOADERS = [
    (
        "template_partials.loader.Loader",
        [
            (
                "django.template.loaders.cached.Loader",
                ["django.template.loaders.filesystem.Loader", "django.template.loaders.app_directories.Loader"],
            )
        ],
    )
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": LOADERS,
            "builtins": ["template_partials.templatetags.partials", "django.templatetags.i18n"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

# Database. SQLite before 3.51.3 can corrupt a write-ahead log, so those use the rollback journal.
JOURNAL = journal_mode(env.str("SQLITE_JOURNAL", default=""), sqlite3.sqlite_version_info)
DATABASES = {"default": env.db("DATABASE_URL", default=f"sqlite:///{BASE_DIR / 'db.sqlite3'}")}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": f"PRAGMA synchronous=FULL; PRAGMA journal_mode={JOURNAL};",
    }
else:
    # A fresh connection costs more than a roll; a killed one must be noticed before it is used.
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    DATABASES["default"].setdefault("OPTIONS", {})["pool"] = {"min_size": 1, "max_size": 8, "timeout": 5}
# How the stream learns of new entries: "process", for one process, or "postgres", by NOTIFY, for several.
LIVE = env.str("LIVE", default="process")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "sheets.User"
LOGIN_URL = "sheets:login"
LOGIN_REDIRECT_URL = "sheets:home"
LOGOUT_REDIRECT_URL = "sheets:home"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

# Links in mails start with this address, and never with what a request says of itself.
PUBLIC_URL = env.str("PUBLIC_URL", default="").rstrip("/")
MAIL = bool(env.str("EMAIL_URL", default=""))
if MAIL:
    if not PUBLIC_URL:
        raise ImproperlyConfigured("EMAIL_URL needs PUBLIC_URL: the address that links in mails start with.")
    vars().update(env.email_url("EMAIL_URL"))
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.str("EMAIL_FROM", default="impact@localhost")
PASSWORD_RESET_TIMEOUT = 2 * 24 * 3600

LANGUAGE_CODE = "fr"
LANGUAGES = [("fr", _("French")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = env.str("TIME_ZONE", default="Europe/Paris")
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"]
MEDIA_URL = "/media/"
MEDIA_ROOT = Path(env.str("MEDIA_ROOT", default=str(BASE_DIR / "media")))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if env.bool("STATIC_MANIFEST", default=True)
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# Nothing inline anywhere: the page may load what this server serves, and no more.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
CSRF_FAILURE_VIEW = "sheets.views.errors.csrf_failure"
# On every answer, the stream's too.
HARDENING = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SESSION_ENGINE = "sheets.models.session"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
# How many proxies of ours a request comes through: as many of the last addresses in X-Forwarded-For are believed.
PROXIES = env.int("PROXIES", default=0)
HTTPS = env.bool("HTTPS", default=False)
if HTTPS:
    SECURE_SSL_REDIRECT = True
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 31_536_000
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True

# Faults go to the standard error stream, where whatever runs the process keeps them.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
}

# A sheet with everything filled in has about 90 fields of at most a few kilobytes.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 300
DATA_UPLOAD_MAX_MEMORY_SIZE = 512 * 1024
