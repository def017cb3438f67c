"""Times, printed and not judged: `python -m tests.bench [--quick]`.

In one run, on SQLite and on PostgreSQL side by side: what a sheet, its odds, a roll and its undo cost,
as ratios to an empty page of someone signed in on the same server; and the odds against icepool.
"""
