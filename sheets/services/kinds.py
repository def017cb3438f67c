"""The kinds of act, each with the one handler that knows how it is said and whether it can be undone.

Applying and undoing are the same for all: the things of an entry are set to `after` or to `before`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum

from sheets.models import Entry
from sheets.models.entry import PERIOD_ENDED, REVEAL
from sheets.words import assistance, falls, log, scars, table_log


class Kind(Enum):
    CAMPAIGN_MADE = "campaign_made"
    TERMS_CHANGED = "terms_changed"
    TERMS_SET = "terms_set"
    BOUNDARY_ADDED = "boundary_added"
    BOUNDARY_REMOVED = "boundary_removed"
    TERMS_AGREED = "terms_agreed"
    AGREEMENT_TAKEN_BACK = "agreement_taken_back"
    X_CARD_RAISED = "x_card_raised"
    X_CARD_ANSWERED = "x_card_answered"
    SEAT_GIVEN = "seat_given"
    SEAT_TAKEN = "seat_taken"
    SEAT_REMOVED = "seat_removed"
    ROLE_CHANGED = "role_changed"
    CHARACTER_MADE = "character_made"
    CHARACTER_HANDED = "character_handed"
    CHARACTER_CHOSEN = "character_chosen"
    CHARACTER_TAKEN = "character_taken"
    HELP_ASKED = "help_asked"
    HELP_ANSWERED = "help_answered"
    HELP_SPARED = "help_spared"
    ROLL = "roll"
    WOUND_INFLICTED = "wound_inflicted"
    WOUND_TICKED = "wound_ticked"
    WOUND_HEALED = "wound_healed"
    WOUND_NAMED = "wound_named"
    SPARKS_CHANGED = "sparks_changed"
    STATE_SET = "state_set"
    EXIT_ROLL = "exit_roll"
    FALL_REDEEMED = "fall_redeemed"
    FALL_DIED = "fall_died"
    SACRIFICE = "sacrifice"
    DANGER_ANNOUNCED = "danger_announced"
    DANGER_WITHDRAWN = "danger_withdrawn"
    DANGER_ANSWERED = "danger_answered"
    OFFER_DISMISSED = "offer_dismissed"
    CHAOS_SET = "chaos_set"
    WOUND_RULED = "wound_ruled"
    RULING_ANSWERED = "ruling_answered"
    TRAY_SETTLED = "tray_settled"
    ADVANTAGES_SET = "advantages_set"
    PERIOD_ENDED = PERIOD_ENDED
    SCAR_PROPOSED = "scar_proposed"
    SCAR_DRAWN = "scar_drawn"
    SCAR_AGREED = "scar_agreed"
    SCAR_LET_GO = "scar_let_go"
    SCAR_REMOVED = "scar_removed"
    BOON_UNLOCKED = "boon_unlocked"
    GM_ROLL = "gm_roll"
    REVEAL = REVEAL
    UNDO = "undo"
    REDO = "redo"


@dataclass(frozen=True)
class Handler:
    """How one kind of act is said, given its entry and the words it quotes (by id); and if it can be undone.

    `nameless`: it is nobody's by intention. `under_contract`: its row names the version that it obeyed.
    """

    say: Callable[[Entry, Mapping[str, str]], str]
    undoable: bool = True
    nameless: bool = False
    under_contract: bool = False


HANDLERS = {
    Kind.CAMPAIGN_MADE: Handler(table_log.campaign_made, undoable=False),
    Kind.TERMS_CHANGED: Handler(table_log.terms_changed),
    Kind.TERMS_SET: Handler(table_log.terms_set),
    Kind.BOUNDARY_ADDED: Handler(table_log.boundary_added, nameless=True),
    Kind.BOUNDARY_REMOVED: Handler(table_log.boundary_removed),
    # One's word is one's own: taken back by whoever gave it, and by nobody else.
    Kind.TERMS_AGREED: Handler(table_log.terms_agreed, undoable=False),
    Kind.AGREEMENT_TAKEN_BACK: Handler(table_log.agreement_taken_back, undoable=False),
    Kind.X_CARD_RAISED: Handler(log.x_card_raised, undoable=False, nameless=True),
    Kind.X_CARD_ANSWERED: Handler(log.x_card_answered, undoable=False),
    Kind.SEAT_GIVEN: Handler(table_log.seat_given),
    Kind.SEAT_TAKEN: Handler(table_log.seat_taken),
    Kind.SEAT_REMOVED: Handler(table_log.seat_removed),
    Kind.ROLE_CHANGED: Handler(table_log.role_changed),
    Kind.CHARACTER_MADE: Handler(table_log.character_made),
    Kind.CHARACTER_HANDED: Handler(table_log.character_handed),
    Kind.CHARACTER_CHOSEN: Handler(table_log.character_chosen),
    # Its texts are erased, so there is nothing to bring back.
    Kind.CHARACTER_TAKEN: Handler(table_log.character_taken, undoable=False),
    Kind.HELP_ASKED: Handler(assistance.asked),
    Kind.HELP_ANSWERED: Handler(assistance.answered, under_contract=True),
    Kind.HELP_SPARED: Handler(assistance.spared),
    Kind.ROLL: Handler(log.roll, under_contract=True),
    Kind.WOUND_INFLICTED: Handler(log.wound_inflicted),
    Kind.WOUND_TICKED: Handler(log.wound_ticked),
    Kind.WOUND_HEALED: Handler(log.wound_healed),
    Kind.WOUND_NAMED: Handler(log.wound_named),
    Kind.SPARKS_CHANGED: Handler(log.sparks_changed),
    Kind.STATE_SET: Handler(log.state_set, under_contract=True),
    Kind.EXIT_ROLL: Handler(falls.exit_roll),
    Kind.FALL_REDEEMED: Handler(falls.redeemed),
    Kind.FALL_DIED: Handler(falls.died),
    Kind.SACRIFICE: Handler(falls.sacrifice),
    Kind.DANGER_ANNOUNCED: Handler(log.danger_announced),
    Kind.DANGER_WITHDRAWN: Handler(log.danger_withdrawn),
    Kind.DANGER_ANSWERED: Handler(log.danger_answered),
    Kind.OFFER_DISMISSED: Handler(log.offer_dismissed),
    Kind.CHAOS_SET: Handler(log.chaos_set),
    Kind.WOUND_RULED: Handler(log.wound_ruled),
    Kind.RULING_ANSWERED: Handler(log.ruling_answered),
    Kind.TRAY_SETTLED: Handler(log.tray_settled),
    Kind.ADVANTAGES_SET: Handler(log.advantages_set),
    Kind.PERIOD_ENDED: Handler(log.period_ended),
    Kind.SCAR_PROPOSED: Handler(scars.proposed),
    Kind.SCAR_DRAWN: Handler(scars.drawn),
    Kind.SCAR_AGREED: Handler(scars.agreed),
    Kind.SCAR_LET_GO: Handler(scars.let_go),
    Kind.SCAR_REMOVED: Handler(scars.removed),
    Kind.BOON_UNLOCKED: Handler(scars.unlocked),
    # What was seen cannot be unseen.
    Kind.GM_ROLL: Handler(log.gm_roll, undoable=False),
    Kind.REVEAL: Handler(log.reveal, undoable=False),
    Kind.UNDO: Handler(log.undo, undoable=False),
    Kind.REDO: Handler(log.redo, undoable=False),
}


def handler_of(entry: Entry) -> Handler:
    """The handler of an entry's kind."""
    return HANDLERS[Kind(entry.kind)]
