"""The danger that stands, the answers to it, and what else the GM has laid over the scene."""

from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string

from rules.impact.terms import Danger
from sheets.models import Announcement, Answer, Campaign, Character, Ruling, Seat
from sheets.permissions import rights_over
from sheets.regions.assistance import asked_of
from sheets.regions.changes import Shown
from sheets.state import ADVANTAGES, CharacterState

# What the GM alone has over a scene: its parts, and what each shows. Any other thing there brings it whole.
GM_SCENE: Shown = {
    "chaos": frozenset({"chaos"}),
    "standing": frozenset({"danger"}),
    "waits": frozenset({"danger", "offer"}),
    "period": frozenset({"scene", "session", "arc"}),
}


@dataclass(frozen=True)
class Standing:
    """The announced danger as a page shows it: in whose scope, who answered what."""

    danger: Announcement
    level: Danger
    scope: list[str]
    answers: list[tuple[str, str]]


def drafts_of(campaign: Campaign) -> list[Announcement]:
    """The dangers that the GM keeps for later, the oldest first."""
    kept = Announcement.objects.filter(campaign=campaign, drafted=True)
    return list(kept.select_related("sentence").order_by("made_at"))


def scene_context(seat: Seat, characters: list[Character]) -> dict[str, Any]:
    """The scene for the table's page. `characters` are those of the campaign."""
    campaign = seat.campaign
    standing = campaign.danger
    context: dict[str, Any] = {"seat": seat, "campaign": campaign, "standing": None, "characters": characters}
    counts = [(kind, getattr(campaign, field), field) for kind, field in ADVANTAGES.items()]
    context["advantages"] = counts
    if standing:
        names = {c.pk: c.name for c in characters}
        given = Answer.objects.filter(announcement=standing).exclude(choice="") if standing.mortal else []
        context["standing"] = Standing(
            danger=standing,
            level=standing.danger,
            scope=[c.name for c in characters if standing.scope and standing.concerns(c)],
            answers=[(names[a.character_id], a.get_choice_display()) for a in given if a.character_id in names],
        )
    return context


def scene_parts(seat: Seat, kinds: set[str], context: dict[str, Any]) -> list[str]:
    """The scene, and for the GM what stands beside it, as far as things of these kinds show there."""
    if not kinds:
        return []
    context |= scene_context(seat, list(Character.objects.filter(campaign=seat.campaign, removed_at=None)))
    parts: list[str] = [] if kinds <= {"chaos", "offer"} else [render_to_string("sheets/regions/scene.html", context)]
    if not seat.is_gm or kinds == {"answer"}:
        return parts
    context["drafts"] = drafts_of(seat.campaign)
    template = "sheets/regions/gm_scene.html"
    if not kinds <= {"answer"}.union(*GM_SCENE.values()):
        return [*parts, render_to_string(template, context)]
    alone = context | {"alone": True}
    return parts + [render_to_string(f"{template}#{p}", alone) for p, shows in GM_SCENE.items() if shows & kinds]


def warning_context(seat: Seat, play: CharacterState) -> dict[str, Any]:
    """What hangs over one character: the danger with the answer it waits for, help that is asked, a ruling."""
    standing = seat.campaign.danger
    concerned = standing if standing and standing.concerns(play.character) else None
    answer = None
    if concerned and concerned.mortal:
        answer = Answer.objects.filter(announcement=concerned, character=play.character).exclude(choice="").first()
    rights = rights_over(seat, play.character)
    return {
        "seat": seat,
        "campaign": seat.campaign,
        "character": play.character,
        "rights": rights,
        "helps": asked_of(seat, play) if rights.act else [],
        "danger": concerned,
        "answer": answer,
        "ruling": play.sheet.ruling,
        "ruling_reason": play.sheet.ruling_reason,
        "dependency": play.sheet.ruling_dependency,
        "ruling_waits": play.sheet.ruling == Ruling.ASKED,
    }
