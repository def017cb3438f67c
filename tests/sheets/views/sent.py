"""What is sent to the addresses that change something, and what is laid on the table before."""

from typing import Any
from uuid import UUID

from rules.impact.healing import Period
from rules.impact.terms import Danger, Severity
from sheets.models import Assistance, Campaign, Fall, Passkey, Role
from sheets.regions.body import plays_of
from sheets.services import campaigns, guests, owners, periods, scars, scene, wounds, x_card
from tests.sheets.cast import MARK, Cast

PASSKEY = UUID(int=7)


def plain_table(cast: Cast) -> dict[str, Any]:
    return {
        "name": "Nouvelle table",
        "lethality": "gritty",
        "lethal_redemption": "none",
        "wound_rule": "chaos",
        "spark_start": "1",
        "spark_maximum": "",
        "arc_sessions": "6",
        "players_set_danger": "on",
    }


def terms_chosen(cast: Cast) -> dict[str, Any]:
    """Other terms, chosen against those that stand."""
    return plain_table(cast) | {"seen": campaigns.digest(cast.campaign)}


def lift(cast: Cast) -> None:
    """Put the X-card up."""
    x_card.lift(seat=cast.owner.held)


def plain_sheet(cast: Cast) -> dict[str, Any]:
    """A sheet form as a browser sends it, with a name and one imprint."""
    sent: dict[str, Any] = {"name": "Nova", "concept": "", "notes": "", "drive": "", "flaw": "", "tension": ""}
    for prefix in ("imprint", "mark", "backpack", "reaction", "objective"):
        sent |= {f"{prefix}-TOTAL_FORMS": "6", f"{prefix}-INITIAL_FORMS": "0"}
        sent |= {f"{prefix}-MIN_NUM_FORMS": "0", f"{prefix}-MAX_NUM_FORMS": "6"}
    sent |= {f"objective-{n}-term": "short" for n in range(6)}
    return sent | {"imprint-0-name": "Née dehors", "version": str(cast.alex.text_version)}


def a_roll(cast: Cast) -> dict[str, Any]:
    """Dice typed in; the fingerprint is that of the panel as it stands."""
    return {"intention": "act", "dice": "table", "face_d6": ["4"], "fingerprint": fingerprint(cast)}


def threaten(cast: Cast) -> None:
    """Announce a mortal danger to everyone."""
    said = scene.Said(level=Danger.HIGH, mortal=True, sentence="Le toit <cède>", subject="Tout le monde")
    scene.announce(seat=cast.gm.held, said=said)


def want_help(cast: Cast) -> None:
    """Zoé's player asks Alex to help with a roll under a mortal danger."""
    from tests.sheets.factories import ask_help

    threaten(cast)
    ask_help(cast.other.held, cast.zoe, cast.alex)


def a_word(cast: Cast) -> dict[str, Any]:
    """Alex helps, having seen what Alex would risk."""
    from tests.sheets.factories import help_seen

    asked = Assistance.objects.filter(helper=cast.alex).exists()
    return {"agree": help_seen(cast.zoe, cast.alex) if asked else ""}


def rule_a_wound(cast: Cast) -> None:
    """Say that Alex's grave wound is engaged."""
    scene.rule_engaged(seat=cast.gm.held, character_id=cast.alex.pk, reason="L’épaule <tient> mal")


def fall(cast: Cast) -> None:
    """Put Alex out of play with two exit dice."""
    wounds.inflict(seat=cast.gm.held, character_id=cast.alex.pk, severity=Severity.OUT_OF_PLAY, exit_dice=2)


def fall_to_death(cast: Cast) -> None:
    """Put Alex out of play by a mortal hit: a death that waits for its choice."""
    wounds.inflict(seat=cast.gm.held, character_id=cast.alex.pk, severity=Severity.OUT_OF_PLAY, mortal=True)


def of_the_fall(cast: Cast) -> dict[str, Any]:
    """What a form about the fall of Alex sends, the second tap included."""
    found = Fall.objects.filter(character=cast.alex).first()
    return {"fall": str(found.pk) if found else "", "sure": "1"}


def a_gm_roll(cast: Cast) -> dict[str, Any]:
    return {"d6": "2", "critical_d6": "0", "d8": "1", "visibility": "gm", "label": "Le gardien"}


def a_scar(cast: Cast) -> dict[str, Any]:
    sides = {"burden_effect": "twist_die", "boon_effect": "action_die"}
    return {"name": "Genou <de> verre", "burden": "Courir", "boon": "Tenir", **sides}


def propose_a_scar(cast: Cast) -> None:
    """A scar that waits for both words."""
    scars.draw(seat=cast.gm.held, character_id=cast.alex.pk, face=4)


def an_end(cast: Cast) -> dict[str, Any]:
    """The end of the session, as its review proposes it."""
    plays = plays_of(periods.characters_of(cast.gm.held.campaign_id)).values()
    reviewed = periods.review(Campaign.objects.get(pk=cast.gm.held.campaign_id), Period.SESSION, plays)
    chosen = {wound.pk.hex: care.value for fate in reviewed.fates for _slot, wound, care in fate.proposed}
    return {"seen": reviewed.seen, **chosen}


def seat_for_a_foreigner(cast: Cast) -> dict[str, Any]:
    return {"username": cast.outsider.held.name, "role": "spectator"}


def second_gm(cast: Cast) -> None:
    """Seat another GM, so that anybody may leave."""
    from tests.sheets.factories import seat_at

    seat_at(cast.gm.held, Role.GM)


def set_free(cast: Cast) -> None:
    """Let whoever wants Alex take them."""
    owners.hand_over(seat=cast.gm.held, character_id=cast.alex.pk, to=None, free=True)


def a_recovery(cast: Cast) -> dict[str, Any]:
    """The code by which somebody comes back."""
    assert cast.removed.user is not None
    return {"code": guests.renew_recovery(cast.removed.user)}


def fingerprint(cast: Cast, **asked: Any) -> str:
    """What the panel of Alex shows now for the plainest roll, or for that one."""
    from tests.sheets.factories import ask, prepare_now

    return prepare_now(cast.alex, ask(cast.alex, **asked)).fingerprint


def a_passkey(cast: Cast) -> None:
    """A passkey of the owner, under the id that addresses name."""
    assert cast.owner.user is not None
    Passkey.objects.create(id=PASSKEY, user=cast.owner.user, name=f"Clé {MARK}", credential_id="Y2zp", sign_count=0)


def new_password(cast: Cast) -> dict[str, Any]:
    return {"old_password": "demo", "new_password1": "un mot de passe long", "new_password2": "un mot de passe long"}
