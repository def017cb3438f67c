"""What is kept: people, campaigns, characters, wounds, rolls and the log."""

from sheets.models.campaign import Campaign, Role, Ruleset, Seat
from sheets.models.character import Character, ImpactSheet, Objective, Reaction, Term, Trait, TraitKind
from sheets.models.entry import Entry, Touch, Visibility, Wording
from sheets.models.key import SpentKey
from sheets.models.person import User
from sheets.models.roll import Roll
from sheets.models.wound import TrayItem, TrayStatus, Wound, WoundStatus

__all__ = [
    "Campaign",
    "Character",
    "Entry",
    "ImpactSheet",
    "Objective",
    "Reaction",
    "Role",
    "Roll",
    "Ruleset",
    "Seat",
    "SpentKey",
    "Term",
    "Touch",
    "Trait",
    "TraitKind",
    "TrayItem",
    "TrayStatus",
    "User",
    "Visibility",
    "Wording",
    "Wound",
    "WoundStatus",
]
