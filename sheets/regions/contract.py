"""The contract of a table: what stands, what changed since which version, and who agreed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Q

from rules.impact.terms import Mode
from sheets.models import Boundary, BoundaryKind, Campaign, Character, Entry, Role, Seat
from sheets.models.folding import fold
from sheets.services.kinds import Kind, handler_of
from sheets.words import contract as words

MAKING = [
    k.value
    for k in (Kind.CAMPAIGN_MADE, Kind.TERMS_CHANGED, Kind.TERMS_SET, Kind.BOUNDARY_ADDED, Kind.BOUNDARY_REMOVED)
]
VERSIONS_SHOWN = 12
# What the page of session zero is called where pages are told apart.
ZERO = "zero"


@dataclass(frozen=True)
class Change:
    """One difference between two versions; a boundary has only one side."""

    name: str
    before: str
    after: str


@dataclass(frozen=True)
class Version:
    """A version of the contract as the log tells it: who made it, and all that it said."""

    number: int
    entry: Entry
    things: Mapping[str, Any]

    @property
    def made_at(self) -> datetime:
        return self.entry.made_at

    @property
    def nameless(self) -> bool:
        """Whether it was made by an act that is nobody's."""
        return handler_of(self.entry).nameless


@dataclass(frozen=True)
class Contract:
    """All versions, the oldest first, and the words of the lines and veils that this reader may see."""

    versions: list[Version]
    texts: Mapping[str, str] = field(default_factory=dict)

    def numbered(self, number: int) -> Version | None:
        return next((v for v in self.versions if v.number == number), None)

    def rules(self, version: Version) -> list[tuple[str, str]]:
        """The terms of a version: name and value."""
        held = {thing.rsplit(".", 1)[1]: value for thing, value in version.things.items()}
        return [(str(name), words.value(term, held.get(term))) for term, name in words.TERM_NAMES.items()]

    def boundaries(self, version: Version, kind: BoundaryKind) -> list[str]:
        """The lines or the veils of a version, in an order that tells nothing of who came when."""
        held = [v for v in version.things.values() if isinstance(v, dict) and v["kind"] == kind]
        return sorted((self.texts[v["wording"]] for v in held if v["wording"] in self.texts), key=fold)

    def changes(self, old: Version, new: Version) -> list[Change]:
        """What differs between two versions, in words."""
        found = [Change(*change) for change in words.changed(old.things, new.things)]
        for kind in BoundaryKind:
            before, after = self.boundaries(old, kind), self.boundaries(new, kind)
            found += [Change(str(kind.label), text, "") for text in before if text not in after]
            found += [Change(str(kind.label), "", text) for text in after if text not in before]
        return found


def contract_of(seat: Seat) -> Contract:
    """The contract as the seat may read it: lines and veils are the players' and the GM's."""
    entries = Entry.objects.filter(campaign=seat.campaign_id)
    entries = entries.filter(Q(kind__in=MAKING) | Q(target__kind__in=MAKING)).select_related("seat")
    versions: list[Version] = []
    things: dict[str, Any] = {}
    for entry in entries.order_by("number"):
        things |= {k: v for k, v in entry.after.items() if k.startswith("t.")}
        versions.append(Version(entry.contract_version, entry, dict(things)))
    if not reads_boundaries(seat):
        return Contract(versions)
    rows = Boundary.objects.filter(campaign=seat.campaign_id).values_list("wording_id", "wording__text")
    return Contract(versions, {pk.hex: text for pk, text in rows})


def reads_boundaries(seat: Seat) -> bool:
    """Lines and veils are for those who play."""
    return seat.role != Role.SPECTATOR


def zero_context(seat: Seat) -> dict[str, Any]:
    """The page of session zero for this seat, but for the GM's form."""
    contract = contract_of(seat)
    present = contract.versions[-1]
    agreed = contract.numbered(seat.agreed_version or 0)
    base = agreed if agreed and agreed is not present else contract.versions[max(len(contract.versions) - 2, 0)]
    changes = contract.changes(base, present)
    altered = {change.name for change in changes}
    context: dict[str, Any] = {
        "seat": seat,
        "campaign": seat.campaign,
        "contract": present,
        "since": base if base is not present else None,
        "changes": changes,
        "rules": [(name, value, name in altered) for name, value in contract.rules(present)],
        "modes": modes(),
        "mode": Mode(seat.campaign.lethality),
        "reads_boundaries": reads_boundaries(seat),
    }
    return context | _boundary_rows(seat) | agreement_context(seat) | {"versions": history(contract)}


def history(contract: Contract) -> list[tuple[Version, list[Change]]]:
    """The latest versions, newest first, each with what it changed."""
    pairs = list(zip(contract.versions, contract.versions[1:], strict=False))
    told = [(new, contract.changes(old, new)) for old, new in reversed(pairs[-VERSIONS_SHOWN:])]
    return told if len(pairs) > VERSIONS_SHOWN else [*told, (contract.versions[0], [])]


def modes() -> list[tuple[Mode, str, str]]:
    """The four ways to end a fall: what each means, and what a redemption costs there."""
    return [(mode, str(words.MEANINGS[mode]), str(words.REDEMPTIONS[mode])) for mode in Mode]


def _boundary_rows(seat: Seat) -> dict[str, list[Boundary]]:
    rows: Iterable[Boundary] = []
    if reads_boundaries(seat):
        rows = Boundary.objects.filter(campaign=seat.campaign_id, removed=False).select_related("wording")
    ordered = sorted(rows, key=lambda b: fold(b.wording.text))
    return {f"{kind.value}s": [b for b in ordered if b.kind == kind] for kind in BoundaryKind}


def asks(seat: Seat, character: Character) -> bool:
    """Whether the contract waits for the word of the player whose sheet this is."""
    own = character.owner_id == seat.pk
    return own and not seat.is_gm and seat.agreed_version != seat.campaign.contract_version


def agreement_context(seat: Seat) -> dict[str, Any]:
    """Who has agreed to the version that stands, and who has not yet."""
    return agreement_of(seat.campaign, Seat.objects.filter(campaign=seat.campaign_id, removed_at=None))


def agreement_of(campaign: Campaign, seats: Iterable[Seat]) -> dict[str, Any]:
    """The same from the seats, if they are at hand."""
    asked = sorted((s for s in seats if s.role != Role.SPECTATOR), key=lambda s: (s.made_at, s.name))
    waiting = [s for s in asked if s.agreed_version != campaign.contract_version]
    return {"asked": asked, "waiting": waiting, "agreed_count": len(asked) - len(waiting)}
