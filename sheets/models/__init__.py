"""What is kept: people, campaigns, characters, wounds, rolls and the log."""

from sheets.models.assistance import Assistance, AssistanceStatus
from sheets.models.attempts import Attempts
from sheets.models.boundary import Boundary, BoundaryKind
from sheets.models.campaign import Campaign, Role, Ruleset, Seat
from sheets.models.character import (
    Character,
    ImpactSheet,
    Objective,
    Reaction,
    Ruling,
    Term,
    Trait,
    TraitKind,
)
from sheets.models.entry import Entry, Touch, Visibility
from sheets.models.fall import OWED, PENDING, STANDING, Closing, Fall, FallStatus
from sheets.models.invite import Invite
from sheets.models.key import SpentKey
from sheets.models.passkey import Passkey
from sheets.models.person import Theme, User
from sheets.models.roll import Roll
from sheets.models.scar import CARRIED, Scar, ScarEntry, ScarStatus, ScarTable
from sheets.models.scene import Announcement, Answer, Choice
from sheets.models.session import Session
from sheets.models.wording import Wording
from sheets.models.wound import TrayItem, TrayStatus, Wound, WoundStatus

__all__ = [
    "CARRIED",
    "OWED",
    "PENDING",
    "STANDING",
    "Announcement",
    "Answer",
    "Assistance",
    "AssistanceStatus",
    "Attempts",
    "Boundary",
    "BoundaryKind",
    "Campaign",
    "Character",
    "Choice",
    "Closing",
    "Entry",
    "Fall",
    "FallStatus",
    "ImpactSheet",
    "Invite",
    "Objective",
    "Passkey",
    "Reaction",
    "Role",
    "Roll",
    "Ruleset",
    "Ruling",
    "Scar",
    "ScarEntry",
    "ScarStatus",
    "ScarTable",
    "Seat",
    "Session",
    "SpentKey",
    "Term",
    "Theme",
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
