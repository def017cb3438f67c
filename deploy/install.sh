#!/bin/sh
# Installs one hashed requirements file into .venv, making .venv first: sh deploy/install.sh FILE
set -eu

python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo "Impact needs Python 3.11 or newer; python3 is $(python3 --version 2>&1)." >&2
    exit 1
}

# Debian keeps ensurepip in another package (python3-venv), so the environment is made without pip
# and filled from outside.
test -x .venv/bin/python || python3 -m venv --without-pip --clear .venv

# Only pip 22.3 and later can install into another environment.
if python3 -m pip --python .venv/bin/python --version >/dev/null 2>&1; then
    pip="python3 -m pip --python .venv/bin/python"
elif .venv/bin/python -m ensurepip --default-pip >/dev/null 2>&1; then
    pip=".venv/bin/python -m pip"
else
    echo "Impact needs pip 22.3 or newer. On Debian: apt-get install python3-pip" >&2
    exit 1
fi

echo "Installing $1 into .venv ..."
# shellcheck disable=SC2086  # the command and its first words, to be split
$pip install --quiet --disable-pip-version-check --no-input --require-hashes --requirement "$1"
