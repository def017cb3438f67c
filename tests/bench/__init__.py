"""Times, printed and not judged: `python -m tests.bench [--quick]`.

In one run, on SQLite and on PostgreSQL side by side: what a sheet, its odds, a roll and its undo cost,
as ratios to an empty page of someone signed in on the same server; the odds against icepool; and the stream,
how soon an act is seen, what an open page holds, a delivery to many against a bare ASGI server.
"""
