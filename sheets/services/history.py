"""Undo and redo: the things of an entry are set back or forth, if nothing later touched them."""

from django.db.models import Exists, OuterRef, Q, Subquery
from django.utils.translation import gettext as _

from sheets.models import Answer, Boundary, Campaign, Entry, Seat, Touch, Visibility
from sheets.models.entry import EntryQuerySet
from sheets.services.act import Act, act, lock_character
from sheets.services.campaigns import refuse_unfit
from sheets.services.kinds import Kind, handler_of
from sheets.services.refusal import Refused
from sheets.state import SceneState, SeatState, TermsState, Things


class InTheWay(Refused):
    """Another entry must be undone first, or done again first; `entry` is that one."""

    def __init__(self, entry: Entry, message: str = "") -> None:
        super().__init__(message or _("Something later was built on this. Undo that first."), code="in_the_way")
        self.entry = entry


def with_undone(entries: EntryQuerySet) -> EntryQuerySet:
    """The entries with `undone`: whether the last word on each is an undo."""
    sequels = Entry.objects.filter(target=OuterRef("pk"), kind__in=[Kind.UNDO.value, Kind.REDO.value])
    sequels = sequels.order_by("-number")
    return entries.annotate(last_word=Subquery(sequels.values("kind")[:1]))


def is_undone(entry: Entry) -> bool:
    """Whether an entry that came through `with_undone` stands struck out."""
    return bool(getattr(entry, "last_word", None) == Kind.UNDO.value)


def undo(*, seat: Seat, entry: Entry, any_act: bool) -> Entry | None:
    """Take a whole act back. Without `any_act`, only the seat's own last act on that character."""
    return _set(seat, entry, Kind.UNDO, any_act=any_act)


def redo(*, seat: Seat, entry: Entry, any_act: bool) -> Entry | None:
    """Do again an act that was undone, with the same dice and the same wound."""
    return _set(seat, entry, Kind.REDO, any_act=any_act)


def _set(seat: Seat, entry: Entry, kind: Kind, *, any_act: bool) -> Entry | None:
    with act(seat=seat, kind=kind) as current:
        target = with_undone(Entry.objects.filter(campaign=current.campaign)).get(pk=entry.pk)
        if not handler_of(target).undoable:
            raise Refused(_("This entry cannot be undone."))
        if is_undone(target) == (kind is Kind.UNDO):
            raise Refused(_("This is undone already.") if kind is Kind.UNDO else _("This stands already."))
        if not any_act:
            _refuse_unless_last(seat, target)
        if later := in_the_way(target):
            raise InTheWay(later)
        current.target, current.visibility = target, Visibility(target.visibility)
        left, reached = _things(target.before), _things(target.after)
        if kind is Kind.UNDO:
            left, reached = reached, left
        _lock_subjects(current, target)
        _refuse_unless_at(current.before, left, target)
        for subject in current.subjects:
            subject.restore(reached)
            refuse_unfit(subject)
    return current.entry


def _things(things: Things) -> Things:
    """The things that undo and redo set. A wound that an act makes or takes back keeps the name it has by now."""
    return {k: v for k, v in things.items() if not (".name." in k and k.replace(".name.", ".wound.") in things)}


def _lock_subjects(current: Act, target: Entry) -> None:
    """Lock what the entry changed: a character, the terms, or seats."""
    for character_id in sorted(target.characters):
        lock_character(current, character_id, things=target.of_character(character_id))
    current.character = target.character
    if any(thing.startswith("t.") for thing in target.after):
        named = [thing.rsplit(".", 1)[1] for thing in target.after if ".boundary." in thing]
        boundaries = Boundary.objects.filter(campaign=current.campaign, pk__in=named)
        current.add(TermsState(current.campaign, list(boundaries)))
    if any(thing.startswith("d.") for thing in target.after):
        answered = [thing.split(".")[-1] for thing in target.after if ".answer." in thing]
        answers = Answer.objects.filter(announcement__campaign=current.campaign, character__in=answered)
        current.add(SceneState(current.campaign, current.campaign.danger, list(answers)))
    for thing in target.after:
        if thing.startswith("s."):
            current.add(SeatState(Seat.objects.select_for_update().get(pk=thing.removeprefix("s."))))


def _refuse_unless_at(present: Things, left: Things, target: Entry) -> None:
    """Refuse to step from values that do not stand: something else brought others, or took these away."""
    ground = dict(left)
    if target.character_id and target.kind != Kind.CHARACTER_MADE.value:
        ground[f"c.{target.character_id.hex}.here"] = True
    off = [thing for thing, value in ground.items() if present.get(thing) != value]
    if not off:
        return
    acts = with_undone(Entry.objects.filter(campaign=target.campaign_id, touches__thing__in=off))
    others = list(acts.exclude(pk=target.pk).order_by("-number").distinct()[:50])
    for other in others:
        if not is_undone(other) and any(present.get(k) and present.get(k) == other.after.get(k) for k in off):
            raise InTheWay(other, _("Something else stands in its place. Undo that first."))
    for other in others:
        # A name goes with its wound, whatever the name.
        if is_undone(other) and any(ground[k] and (ground[k] == other.after.get(k) or ".name." in k) for k in off):
            raise InTheWay(other, _("It was built on something that is undone. Do that again first."))
    raise Refused(_("What it was built on has changed since."))


def _refuse_unless_last(seat: Seat, target: Entry) -> None:
    """A player takes back their own last act until someone builds on it, and does again what they took back."""
    sequel = target.sequels.order_by("-number").first()
    if target.character_id is None or {target.seat_id, (sequel or target).seat_id} != {seat.pk}:
        raise Refused(_("Only the GM can undo what another did."))
    later = _standing(target.campaign).about(target.character_id).filter(number__gt=target.number)
    later = later.exclude(kind=Kind.WOUND_NAMED.value)  # naming what the roll did builds nothing on it
    if found := later.order_by("-number").first():
        raise InTheWay(found)


def in_the_way(target: Entry) -> Entry | None:
    """The last later entry that stands and touched one of the same things, if any.

    A character's making is the ground of all that was done to it, whatever the things.
    """
    things = set(_things(target.after))
    same = Q(Exists(Touch.objects.filter(entry=OuterRef("pk"), thing__in=things, number__gt=target.number)))
    if any(thing.endswith(".here") for thing in things):
        same |= Q(character=target.character_id)
    later = _standing(target.campaign).filter(same, number__gt=target.number)
    return later.order_by("-number").first()


def _standing(campaign: Campaign) -> EntryQuerySet:
    """The acts of a campaign that are not undone now."""
    acts = Entry.objects.filter(campaign=campaign).exclude(kind__in=[Kind.UNDO.value, Kind.REDO.value])
    return with_undone(acts).filter(Q(last_word=None) | Q(last_word=Kind.REDO.value))
