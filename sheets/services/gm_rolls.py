"""The GM's own rolls: a plain pool with a label, seen by all, by some, or by the GM alone; revealed later if wanted."""

from collections.abc import Iterable
from uuid import UUID

from django.utils.translation import gettext as _

from rules.dice import MAX_DICE
from rules.impact.pool import Pool, PoolLine, Source
from rules.impact.reading import SIDES, read
from rules.impact.terms import Intention
from sheets.models import Entry, Roll, Seat, Visibility
from sheets.services.act import act
from sheets.services.kinds import Kind
from sheets.services.refusal import Refused
from sheets.services.rolls import throw_pool


def make(
    *, seat: Seat, d6: int, critical_d6: int, d8: int, label: str, visibility: Visibility, readers: Iterable[UUID] = ()
) -> Entry | None:
    """Roll for what the GM plays. `readers` are the seats that see it when visibility is `seats`."""
    with act(seat=seat, kind=Kind.GM_ROLL) as current:
        pool = Pool((PoolLine(Source.ACTION, d6=d6, critical_d6=critical_d6, d8=d8),))
        if pool.total > MAX_DICE:
            raise Refused(_("A roll has at most %(n)d dice.") % {"n": MAX_DICE}, field="d6")
        seats = list(Seat.objects.filter(campaign=current.campaign, removed_at=None, pk__in=readers))
        if visibility == Visibility.SEATS and not seats:
            raise Refused(_("Say who sees it."), field="readers")
        faces = throw_pool(pool)
        current.roll = Roll.objects.create(
            intention=Intention.ACT.value,
            pool=[{"source": Source.ACTION.value, "d6": pool.d6, "critical_d6": critical_d6, "d8": d8}],
            faces={kind: list(faces.of(kind)) for kind in SIDES},
            ticked=[],
            odds={},
            outcome=read(faces).outcome.value,
        )
        wording = current.words(label)
        current.facts = {"wording": wording.pk.hex if wording else None}
        current.visibility = visibility
        current.readers = seats if visibility == Visibility.SEATS else []
    return current.entry


def reveal(*, seat: Seat, entry: Entry) -> Entry | None:
    """Show a hidden roll to everyone; the log says that it was revealed, and when."""
    with act(seat=seat, kind=Kind.REVEAL) as current:
        hidden = Entry.objects.filter(campaign=current.campaign, pk=entry.pk).exclude(visibility=Visibility.ALL).first()
        if (
            hidden is None
            or hidden.kind != Kind.GM_ROLL.value
            or hidden.sequels.filter(kind=Kind.REVEAL.value).exists()
        ):
            raise Refused(_("There is nothing hidden left in this entry."))
        current.target = hidden
    return current.entry
