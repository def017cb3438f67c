"""The odds of any roll that one may think of, for anyone: no table, no character, nothing kept (X1)."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.impact.odds import Odds, odds
from rules.impact.pool import Pool, PoolLine, Source
from rules.impact.severity import Stakes
from rules.impact.terms import Channel, Danger, Intention, LethalRedemption, Mode, Slot
from sheets.models import Campaign
from sheets.services.refusal import rules_in_words


@dataclass(frozen=True)
class Calculated:
    """What the panel's own templates show of a roll, and the terms that it is counted under."""

    pool: Pool
    stakes: Stakes
    odds: Odds
    campaign: Campaign
    sparks_left: int
    # Of a character nobody has named, none is spent.
    redemptions_this_arc: int = 0


def calculate(
    *,
    d6: int,
    critical_d6: int = 0,
    d8: int = 0,
    d10: int = 0,
    danger: Danger | None = None,
    channel: Channel = Channel.BODY,
    mortal: bool = False,
    resist: bool = False,
    ticked: Iterable[Slot] = (),
    mode: Mode = Mode.EXIT_ROLL,
    lethal_redemption: LethalRedemption = LethalRedemption.NONE,
    sparks: int = 0,
) -> Calculated:
    """The exact odds of such a roll. Raises Refused, naming the kind of dice or `pool`, for what is no pool."""
    stakes = Stakes(
        danger=danger,
        channel=channel,
        mortal=mortal and danger is not None and channel is Channel.BODY,
        intention=Intention.RESIST if resist else Intention.ACT,
    )
    with rules_in_words():
        law = odds(d6, critical_d6, d8, d10, stakes, frozenset(ticked), mode)
    pool = Pool((PoolLine(Source.ACTION, d6=d6, critical_d6=critical_d6, d8=d8, d10=d10),))
    table = Campaign(lethality=mode.value, lethal_redemption=lethal_redemption.value)
    return Calculated(pool, stakes, law, table, sparks)
