"""The one translator between rows and the rules' values, and between rows and the log's things."""

from sheets.state.assistance import NOTHING, Around
from sheets.state.character import CharacterState
from sheets.state.roll import read_again, read_helper
from sheets.state.scene import SceneState
from sheets.state.table import (
    ADVANTAGES,
    TERMS,
    AgreementState,
    SeatState,
    TermsState,
    XCardState,
    lying,
    mode_of,
    table_of,
)
from sheets.state.things import Subject, Things, difference

__all__ = [
    "ADVANTAGES",
    "NOTHING",
    "TERMS",
    "AgreementState",
    "Around",
    "CharacterState",
    "SceneState",
    "SeatState",
    "Subject",
    "TermsState",
    "Things",
    "XCardState",
    "difference",
    "lying",
    "mode_of",
    "read_again",
    "read_helper",
    "table_of",
]
