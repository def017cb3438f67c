#!/bin/sh
# First program of the container: bring the database up to date, gather the static files, serve.
# PORT is 8000 unless set; whatever is given instead of nothing is run in place of the server.
set -eu
cd "$(dirname "$0")/.."

if test -z "${SECRET_KEY:-}"; then
    echo "SECRET_KEY is not set. Sessions and invitations are signed with it: give a long random text, and keep it." >&2
    echo "One can be made so:  python3 -c 'import secrets; print(secrets.token_urlsafe(50))'" >&2
    exit 1
fi

# `up` in the compose file waits for a healthy database; elsewhere a failing migrate ends the container,
# and whoever restarts it tries again.
python manage.py migrate --noinput --verbosity 0
python manage.py collectstatic --noinput --verbosity 0

if test $# -gt 0; then
    exec "$@"
fi
# Only the proxies named in FORWARDED_ALLOW_IPS are believed about the client's address.
exec python -m uvicorn impact_site.asgi:application --host 0.0.0.0 --port "${PORT:-8000}" \
    --log-level warning --timeout-graceful-shutdown 2 --forwarded-allow-ips "${FORWARDED_ALLOW_IPS:-127.0.0.1}"
