#!/bin/sh
# Sees to what the tests need besides Python. As root on Debian it installs what is missing;
# elsewhere it names it and stops.
set -eu

missing=""
test -x /usr/bin/chromium || missing="$missing chromium"
test -e /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf || missing="$missing fonts-dejavu-core"
# Playwright's driver is linked to it, and a bare Debian lacks it.
ldconfig=$(command -v ldconfig || echo /sbin/ldconfig)
"$ldconfig" -p | grep -q 'libatomic\.so\.1' || missing="$missing libatomic1"
command -v msgfmt >/dev/null || missing="$missing gettext"

test -n "$missing" || exit 0

if test "$(id -u)" -ne 0 || ! command -v apt-get >/dev/null; then
    echo "The tests need these Debian packages:$missing" >&2
    echo "Install them as root:  apt-get install --no-install-recommends$missing" >&2
    exit 1
fi

echo "Installing$missing ..."
log=$(mktemp)
# shellcheck disable=SC2086  # a list of package names
if ! { DEBIAN_FRONTEND=noninteractive apt-get update -q &&
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing; } >"$log" 2>&1 </dev/null; then
    cat "$log" >&2
    exit 1
fi
rm -f "$log"
