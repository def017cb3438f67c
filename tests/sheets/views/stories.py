"""Long logs, laid row by row: through the services they would take minutes."""

from sheets.models import Campaign, Entry, Touch
from sheets.services.kinds import Kind
from tests.sheets.cast import Cast


def lengthen(cast: Cast, entries: int) -> None:
    """Bring the log of Alex to that many entries more, as if sparks had come one by one."""
    campaign = cast.campaign
    first = campaign.last_number + 1
    thing = f"c.{cast.alex.pk.hex}.sparks"
    rows = Entry.objects.bulk_create(
        (
            Entry(
                campaign=campaign,
                number=first + n,
                kind=Kind.SPARKS_CHANGED.value,
                seat=cast.gm.held,
                character=cast.alex,
                before={thing: 2},
                after={thing: 2},
                facts={"by": 1, "total": 2},
                contract_version=1,
            )
            for n in range(entries)
        ),
        batch_size=500,
    )
    Touch.objects.bulk_create((Touch(entry=e, thing=thing, number=e.number) for e in rows), batch_size=500)
    Campaign.objects.filter(pk=campaign.pk).update(last_number=first + entries - 1)
