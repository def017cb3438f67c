"""What the stream says on a character's sheet."""

from collections.abc import Collection, Sequence
from typing import Any

from django.template.loader import render_to_string

from sheets.live.contract_news import sheet_question, touches_contract
from sheets.live.log_news import log_parts
from sheets.models import Entry, Role, Seat
from sheets.regions.body import body_context
from sheets.regions.changes import Changed, Shown, changed
from sheets.regions.scars import scars_context
from sheets.regions.scene import warning_context
from sheets.services.assistance import ally_rows
from sheets.services.engaged_scars import sides_to_engage
from sheets.state import CharacterState

# The parts of a sheet's header and wounds, and what each shows; slots come one by one.
IDENTITY: Shown = {
    "vitals": frozenset({"state", "sparks"}),
    "counter": frozenset({"sparks"}),
    "states": frozenset({"state"}),
}
WOUNDS: Shown = {"head": frozenset({"slot"})}
# The way out of play: what is it itself, and what it shows of the sheet while it is there.
FALL, BESIDE_A_FALL = frozenset({"fall", "scar_due"}), frozenset({"state", "sparks", "redemptions"})
SCARRED = frozenset({"scar", "used", "scar_due"})
# The advantages that an open panel offers.
OFFERED = (".advantages", ".twisted")
WARNS = (".ruling", ".danger", ".answer.", ".state", ".help.")
# What else the risk of a help depends on, besides the contract.
RISKS = (".slot.", ".sparks", ".redemptions")


def sheet_parts(seat: Seat, play: CharacterState, news: Sequence[Entry]) -> tuple[list[str], list[str]]:
    """The regions of a sheet that show what changed, and what its panel has to hear."""
    mine = [e for e in news if e.is_about(play.character.pk)]
    prefixes = ("d.", "t.", "a.", play.prefix)
    things = {t for e in news for t in e.after if t.startswith(prefixes)}
    # The help that this character asks of others stands with them; and whoever comes or goes may help or not.
    around = any(t.endswith((f".help.{play.character.pk.hex}", ".here")) for e in news for t in e.after)
    if not (mine or things or around):
        return [], []
    context = {**body_context(seat, play), **warning_context(seat, play), "oob": True}
    parts = [log_parts(seat, mine)] if mine else []
    what = changed(play, news)
    beside = context["fall"] and what.kinds & BESIDE_A_FALL
    # A way out of play, or a death, changes more than a message may hold: the page fetches those parts of itself.
    fetched = bool(what.across_death or what.kinds & FALL or beside)
    if not fetched:
        parts += _body_parts(what, context)
    if not fetched and _warn(things, risking=bool(context["helps"])):
        parts.append(render_to_string("sheets/regions/warning.html", context))
    if context["rights"].act and context["active"] and any(t.endswith(OFFERED) for t in things):
        parts.append(render_to_string("sheets/regions/advantages.html", context))
    if around and context["rights"].act and context["active"]:
        parts.append(render_to_string("sheets/regions/panel_allies.html", context | {"ally_rows": ally_rows(play)}))
    if seat.role != Role.SPECTATOR and touches_contract(t for e in news for t in e.after):
        parts.append(sheet_question(seat, play))
    renamed = "name" in what.kinds and play.scars  # a scar says of which wound it was born
    if not fetched and (what.kinds & SCARRED or renamed or any(t.endswith(".session") for t in things)):
        parts += _scar_parts(seat, play, active=context["active"])
    events = ["state-changed"] if any(t.endswith(".state") for t in things) else ["stakes-changed"]
    events += ["fall-changed"] if fetched else []
    return parts, events if around or any(not t.startswith("a.") for t in things) else []


def _warn(things: Collection[str], *, risking: bool) -> bool:
    """Whether what hangs over the character looks otherwise. `risking`: help is asked, and its odds are shown."""
    risks = (*WARNS, *RISKS) if risking else WARNS
    return any(risk in thing or (risking and thing.startswith("t.")) for thing in things for risk in risks)


def _scar_parts(seat: Seat, play: CharacterState, *, active: bool) -> list[str]:
    """The scars, and those that an open panel offers to engage."""
    context = {**scars_context(seat, play), "oob": True}
    parts: list[str] = [render_to_string("sheets/regions/scars.html", context)]
    if context["rights"].act and active:
        rows = [(value, side, False) for value, side in sides_to_engage(play)]
        parts.append(render_to_string("sheets/regions/panel_scars.html", {"scar_rows": rows, "oob": True}))
    return parts


def _body_parts(what: Changed, context: dict[str, Any]) -> list[str]:
    """The header and the wounds, as far as they changed."""
    identity, wounds = "sheets/regions/identity.html", "sheets/regions/wounds.html"
    if not what.by_parts:
        return [render_to_string(region, context) for region in (identity, wounds)]
    return [*what.draw(identity, context, IDENTITY), *what.draw(wounds, context, WOUNDS, with_slots=True)]
