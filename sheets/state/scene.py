"""What lies over a scene between rows and things: the standing danger and its answers, chaos, advantages."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from sheets.models import Announcement, Answer, Campaign
from sheets.state.things import Things

FIELDS = {"chaos": "scene_chaos", "danger": "danger", "offer": "danger_offer"}
COUNTED = {
    "advantages": "advantages",
    "twisted": "twisted_advantages",
    "scene": "scene_number",
    "session": "session_number",
    "arc": "arc_number",
}


@dataclass
class SceneState:
    """The scene of a campaign: which one it is, its chaos, advantages, standing danger and answers, D7's offer."""

    campaign: Campaign
    danger: Announcement | None = None
    answers: list[Answer] = field(default_factory=list)

    @property
    def prefix(self) -> str:
        return f"d.{self.campaign.pk.hex}."

    def snapshot(self) -> Things:
        things: Things = {
            "chaos": self.campaign.scene_chaos,
            "danger": self.danger and self.danger.pk.hex,
            "offer": self.campaign.danger_offer or None,
        }
        things |= {thing: getattr(self.campaign, name) for thing, name in COUNTED.items()}
        things |= {f"answer.{a.announcement_id.hex}.{a.character_id.hex}": a.choice or None for a in self.answers}
        return {self.prefix + name: value for name, value in things.items()}

    def restore(self, things: Mapping[str, Any]) -> None:
        mine = {k.removeprefix(self.prefix): v for k, v in things.items() if k.startswith(self.prefix)}
        if "chaos" in mine:
            self.campaign.scene_chaos = mine["chaos"]
        for thing, name in COUNTED.items():
            if thing in mine:
                setattr(self.campaign, name, mine[thing])
        if "offer" in mine:
            self.campaign.danger_offer = mine["offer"] or ""
        if "danger" in mine:
            self.danger = Announcement.objects.get(pk=mine["danger"]) if mine["danger"] else None
        for name, value in mine.items():
            if name.startswith("answer."):
                self.answer(UUID(name.split(".")[1]), UUID(name.split(".")[2])).choice = value or ""

    def answer(self, announcement: UUID, character: UUID) -> Answer:
        """The answer of a character, without a choice if none was given yet."""
        for given in self.answers:
            if (given.announcement_id, given.character_id) == (announcement, character):
                return given
        fresh = Answer(announcement_id=announcement, character_id=character, choice="")
        self.answers.append(fresh)
        return fresh

    def save(self, changed: Mapping[str, Any]) -> list[str]:
        for given in self.answers:
            if f"{self.prefix}answer.{given.announcement_id.hex}.{given.character_id.hex}" in changed:
                given.save()
        self.campaign.danger = self.danger
        return [field for thing, field in (FIELDS | COUNTED).items() if self.prefix + thing in changed]
