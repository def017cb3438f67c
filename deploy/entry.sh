#!/bin/sh
# First program of the container.
#   (nothing)  bring the database up to date, gather the static files, serve all in one process
#   pages      the same, then the pages alone, in several processes; needs LIVE=postgres
#   stream     the stream alone, beside pages that were started before it
#   anything else is run as a command, once the database is up to date
# PORT is 8000 unless set, WORKERS (of pages) 2.
set -eu
cd "$(dirname "$0")/.."

if test -z "${SECRET_KEY:-}"; then
    echo "SECRET_KEY is not set. Sessions and invitations are signed with it: give a long random text, and keep it." >&2
    echo "One can be made so:  python3 -c 'import secrets; print(secrets.token_urlsafe(50))'" >&2
    exit 1
fi

# Who says where a request comes from is the application's to judge (PROXIES), so uvicorn does not.
serve_all() {
    exec python -m uvicorn impact_site.asgi:application --host 0.0.0.0 --port "${PORT:-8000}" \
        --log-level warning --timeout-graceful-shutdown 2 --no-proxy-headers --no-server-header
}

if test "${1:-}" = stream || test "${1:-}" = pages; then
    if test "${LIVE:-}" != postgres; then
        echo "Pages and stream in processes of their own hear of each other by PostgreSQL: set LIVE=postgres." >&2
        exit 1
    fi
fi
if test "${1:-}" = stream; then
    serve_all
fi

# `up` in the compose file waits for a healthy database; elsewhere a failing migrate ends the container,
# and whoever restarts it tries again.
python manage.py migrate --noinput --verbosity 0
python manage.py collectstatic --noinput --verbosity 0

if test "${1:-}" = pages; then
    # Threads, since a page waits for the database most of its time; the heartbeat's file is no work for a disk.
    exec python -m gunicorn impact_site.wsgi:application --bind "0.0.0.0:${PORT:-8000}" \
        --worker-class gthread --workers "${WORKERS:-2}" --threads 4 --worker-tmp-dir /dev/shm --log-level warning
fi
if test $# -gt 0; then
    exec "$@"
fi
serve_all
