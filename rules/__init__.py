"""The rules of IMPACT, as values in and values out: no framework, no clock, no storage.

Randomness is always passed in. The clause ids in the docstrings are those of the project's rules
text; `python -m rules` answers the same questions as JSON lines.
"""
