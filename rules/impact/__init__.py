"""IMPACT, chapters 3.1 (resolution) and 3.3 (wounds and states)."""
