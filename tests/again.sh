#!/bin/sh
# Run a command of pytest; what failed is run once more, by itself. A live page in a real browser, on a machine
# that is busy elsewhere, may miss its patience once: what fails twice is wrong. Both runs are printed.
"$@" || "$@" -n 0 --last-failed --last-failed-no-failures none
