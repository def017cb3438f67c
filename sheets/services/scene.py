"""What the GM lays over a scene, and what players answer: danger, chaos, rulings (D4, D7, P13, W7)."""

from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _

from rules.impact.pool import MAX_SCENE_CHAOS
from rules.impact.terms import Channel, Danger, Severity, State
from rules.impact.wounds import wound_level
from sheets.models import Announcement, Answer, Character, Choice, Entry, Ruling, Seat, Wording
from sheets.services.act import Act, act, lock_campaign, lock_character, turn
from sheets.services.kinds import Kind
from sheets.services.refusal import Refused
from sheets.state import SceneState


@dataclass(frozen=True)
class Said:
    """A danger as the GM words it, on its four axes (D4). No id in `scope` means everyone."""

    level: Danger = Danger.NORMAL
    channel: Channel = Channel.BODY
    mortal: bool = False
    sentence: str = ""
    subject: str = ""
    scope: tuple[UUID, ...] = ()


def announce(*, seat: Seat, said: Said, draft_id: UUID | None = None) -> Entry | None:
    """Lay a danger over the scene in place of the one that stood; from a draft, that very announcement."""
    with act(seat=seat, kind=Kind.DANGER_ANNOUNCED) as current:
        scene = scene_of(current)
        if draft_id:
            drafts = Announcement.objects.filter(campaign=current.campaign, pk=draft_id, drafted=True)
            scene.danger = drafts.select_for_update().first()
            if scene.danger is None:
                raise Refused(_("This draft was used or thrown away."))
            scene.danger.drafted = False
            scene.danger.save(update_fields=["drafted"])
        else:
            scene.danger = _word(current, said)
        current.campaign.danger_offer = ""
        current.facts = {"danger": scene.danger.pk.hex, "level": scene.danger.level, "mortal": scene.danger.mortal}
        current.facts |= {"channel": scene.danger.channel, "wording": _hex(scene.danger.sentence)}
    return current.entry


def _word(current: Act, said: Said, *, drafted: bool = False) -> Announcement:
    own = Character.objects.filter(campaign=current.campaign, removed_at=None, pk__in=said.scope)
    if own.count() != len(set(said.scope)):
        raise Refused(_("One of these characters is not at this table."), field="scope")
    return Announcement.objects.create(
        campaign=current.campaign,
        level=said.level.value,
        channel=said.channel.value,
        mortal=said.mortal and said.channel is Channel.BODY,
        sentence=current.words(said.sentence),
        subject=current.words(said.subject),
        scope=sorted(pk.hex for pk in said.scope),
        drafted=drafted,
    )


def draft(*, seat: Seat, said: Said) -> None:
    """Keep a danger for later. It is the GM's alone, so it leaves no entry."""
    with act(seat=seat, kind=Kind.DANGER_ANNOUNCED) as current:
        _word(current, said, drafted=True)


def discard_draft(*, seat: Seat, draft_id: UUID) -> None:
    """Throw a draft away."""
    with turn():
        lock_campaign(seat)
        Announcement.objects.filter(campaign=seat.campaign_id, pk=draft_id, drafted=True).delete()


def withdraw(*, seat: Seat) -> Entry | None:
    """Take the standing danger off the scene. Refused if none stands."""
    with act(seat=seat, kind=Kind.DANGER_WITHDRAWN) as current:
        scene = scene_of(current)
        if scene.danger is None:
            raise Refused(_("No danger is announced."))
        current.facts = {"danger": scene.danger.pk.hex, "level": scene.danger.level}
        scene.danger = None
    return current.entry


def answer(*, seat: Seat, character_id: UUID, choice: Choice) -> Entry | None:
    """Answer a mortal danger for a character, or answer it anew before rolling."""
    with act(seat=seat, kind=Kind.DANGER_ANSWERED) as current:
        scene = scene_of(current, character_id)
        character = Character.objects.get(pk=character_id, campaign=current.campaign)
        if scene.danger is None or not scene.danger.mortal or not scene.danger.concerns(character):
            raise Refused(_("No mortal danger waits for an answer."))
        scene.answer(scene.danger.pk, character.pk).choice = choice
        current.character = character
        current.facts = {"choice": choice.value}
    return current.entry


def change_chaos(*, seat: Seat, by: int) -> Entry | None:
    """Add to the twist dice that the scene lends to every roll, or take some off (P13)."""
    with act(seat=seat, kind=Kind.CHAOS_SET) as current:
        scene_of(current)
        dice = current.campaign.scene_chaos + by
        if not 0 <= dice <= MAX_SCENE_CHAOS:
            raise Refused(_("The chaos of a scene goes from 0 to 6 dice."), field="by")
        current.campaign.scene_chaos = dice
        current.facts = {"dice": dice}
    return current.entry


def dismiss_offer(*, seat: Seat) -> Entry | None:
    """Leave the danger where it is after a disaster (D7)."""
    with act(seat=seat, kind=Kind.OFFER_DISMISSED) as current:
        scene_of(current)
        current.campaign.danger_offer = ""
    return current.entry


def rule_engaged(*, seat: Seat, character_id: UUID, reason: str) -> Entry | None:
    """Say that a character's wound is engaged in what they are about to do, with a reason (W7)."""
    with act(seat=seat, kind=Kind.WOUND_RULED) as current:
        play = lock_character(current, character_id)
        if play.state is not State.ACTIVE:
            raise Refused(_("This character is out of play for now, and does not roll."))
        if wound_level(play.ticked) < Severity.GRAVE:
            raise Refused(_("Only a grave or critical wound can be engaged."), field="reason")
        wording = current.words(reason)
        play.sheet.ruling, play.sheet.ruling_reason = Ruling.ASKED, wording
        play.sheet.ruling_dependency = None
        current.facts = {"wording": _hex(wording)}
    return current.entry


def answer_ruling(*, seat: Seat, character_id: UUID, choice: Choice, dependency: str = "") -> Entry | None:
    """Accept the twist die, adapt by leaning on something else, which is noted, or give the action up (W7)."""
    with act(seat=seat, kind=Kind.RULING_ANSWERED) as current:
        play = lock_character(current, character_id)
        if not play.sheet.ruling:
            raise Refused(_("No ruling waits for an answer."))
        if choice is Choice.ADAPT and not dependency:
            raise Refused(_("Say what you lean on: that is what spares you the die."), field="dependency")
        wording = current.words(dependency) if choice is Choice.ADAPT else None
        play.sheet.ruling = "" if choice is Choice.GIVE_UP else choice.value
        play.sheet.ruling_dependency = wording
        if choice is Choice.GIVE_UP:
            play.sheet.ruling_reason = None
        current.facts = {"choice": choice.value, "wording": _hex(wording)}
    return current.entry


def scene_of(current: Act, *characters: UUID) -> SceneState:
    """The act's scene, with the answers of these characters, ready to be changed."""
    scene = SceneState(current.campaign, current.campaign.danger)
    if scene.danger and characters:
        scene.answers = list(Answer.objects.filter(announcement=scene.danger, character__in=characters))
    current.add(scene)
    return scene


def _hex(wording: Wording | None) -> str | None:
    return wording.pk.hex if wording else None
