"""Realistic criticals for d20 games: a ruleset apart, sharing only the dice and the errors."""
