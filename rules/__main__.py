"""`python -m rules`: one JSON call a line on standard input, one answer a line, in order.

The exit status is 1 if any line failed, after all are answered.
"""

import sys
from collections.abc import Iterable
from typing import TextIO

from rules.contract import answer_line


def run(lines: Iterable[bytes], out: TextIO) -> int:
    """Answer every line; the exit status."""
    status = 0
    for line in lines:
        text, good = answer_line(line)
        print(text, file=out, flush=True)
        status = status if good else 1
    return status


if __name__ == "__main__":
    sys.exit(run(sys.stdin.buffer, sys.stdout))
