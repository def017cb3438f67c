"""Links to a table: opened and closed by a GM, followed by whoever has them."""

from django.utils import timezone
from django.utils.translation import gettext as _

from sheets.models import Campaign, Invite, Role, Seat, User
from sheets.services.act import act, lock_campaign, turn
from sheets.services.campaigns import name_at_table, refuse_in_demo
from sheets.services.codes import fold_code, make_code
from sheets.services.guests import guest_of_form
from sheets.services.kinds import Kind
from sheets.services.refusal import Refused
from sheets.state import SeatState

# 60 bits: short enough to be typed, long enough that nobody finds one by trying.
CODE_LENGTH = 12
RANKS = (Role.GM, Role.PLAYER, Role.SPECTATOR)


def open_link(*, seat: Seat, role: Role) -> Invite:
    """A new link for that role; the one before lets nobody in from now on. Links are no acts of play."""
    with turn():
        close_link(seat=seat, role=role)
        refuse_in_demo(lock_campaign(seat))
        return Invite.objects.create(campaign_id=seat.campaign_id, role=role, code=make_code(CODE_LENGTH))


def close_link(*, seat: Seat, role: Role) -> None:
    """Let nobody in by the link of that role any more."""
    with turn():
        lock_campaign(seat)
        Invite.objects.live().filter(campaign=seat.campaign_id, role=role).update(closed_at=timezone.now())


def live_invite(code: str) -> Invite | None:
    """The link of that code, however it was typed, if it lets people in."""
    return Invite.objects.live().select_related("campaign").filter(code=fold_code(code)).first()


def join(*, user: User, code: str) -> Seat:
    """Seat a person by a link. Whoever sits there already keeps their seat; a spectator may become a player.

    A seat that was taken away stays so: the link gives a new one.
    """
    with turn():
        invite = _lock_invite(code)
        seat = seat_held(user, invite)
        if seat is None:
            return _seat(user, invite)
        return seat if serves(seat, invite) else _promote(seat, invite)


def seat_held(user: User, invite: Invite) -> Seat | None:
    """The seat that the person holds already where the link leads, the one with the most rights of several."""
    held = Seat.objects.held_by(user).filter(campaign=invite.campaign_id)
    return min(held, key=lambda seat: RANKS.index(Role(seat.role)), default=None)


def serves(seat: Seat, invite: Invite) -> bool:
    """Whether the link has nothing to add to this seat."""
    return RANKS.index(Role(seat.role)) <= RANKS.index(Role(invite.role))


def join_as_guest(*, code: str, name: str, key: str) -> tuple[User, Seat]:
    """Make a guest of that name and seat them; the form of that key, sent again, makes nobody else."""
    with turn():
        _lock_invite(code)
        guest = guest_of_form(key, name)
        return guest, join(user=guest, code=code)


def _lock_invite(code: str) -> Invite:
    """The live link of that code, with its campaign locked; Refused if it was closed, be it in this moment."""
    asked = live_invite(code)
    if asked:
        Campaign.objects.select_for_update().values_list("pk").get(pk=asked.campaign_id)
    invite = live_invite(code) if asked else None
    if invite is None:
        raise Refused(_("This link is closed. Ask your GM for the new one."), code="closed")
    return invite


def _seat(user: User, invite: Invite) -> Seat:
    seat = Seat.objects.create(user=user, campaign=invite.campaign, role=invite.role, name=name_at_table(user))
    with act(seat=seat, kind=Kind.SEAT_TAKEN) as current:
        current.subjects.append(SeatState(seat))  # not `add`: before this act the seat was not there
        current.about, current.facts = seat, {"role": invite.role}
    return seat


def _promote(seat: Seat, invite: Invite) -> Seat:
    with act(seat=seat, kind=Kind.ROLE_CHANGED) as current:
        current.add(SeatState(seat))
        seat.role = invite.role
        current.about, current.facts = seat, {"role": invite.role}
    return seat
