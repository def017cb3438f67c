"""What the stream says of session zero and of the X-card: to every page, to each its own, and without a name."""

import pytest

from sheets.live import news
from sheets.live.watch import Watch
from sheets.models import BoundaryKind, Character, Role, Seat
from sheets.services import campaigns, contract, x_card
from tests.sheets.factories import last_entry, make_character, make_table, seat_at

pytestmark = pytest.mark.django_db


def watch_of(seat: Seat, *, zero: bool = False, character: Character | None = None) -> Watch:
    """An open page of the seat that knows everything up to now."""
    return Watch(
        user_id=seat.user_id or 0,
        session_key="",
        seat_id=seat.pk,
        campaign_id=seat.campaign_id,
        is_gm=seat.is_gm,
        language="fr",
        character_id=character.pk if character else None,
        zero=zero,
        number=last_entry(seat).number,
    )


def told(gm: Seat, watches: list[Watch]) -> list[str]:
    messages = news.gather(gm.campaign_id, watches).messages
    return [messages.get(watch, b"").decode() for watch in watches]


def test_the_x_card_reaches_every_page_at_once_and_names_nobody():
    """Product, safety tools: sheets, table and session zero, of everyone; the GM's alone has the way to answer."""
    gm = make_table()
    player, guest = seat_at(gm), seat_at(gm, Role.SPECTATOR)
    hero = make_character(gm, owner=player)
    seats = (gm, player, guest)
    watches = [watch_of(seat, zero=zero) for seat in seats for zero in (False, True)]
    watches += [watch_of(seat, character=hero) for seat in seats]
    x_card.lift(seat=player)
    messages = told(gm, watches)
    for watch, message in zip(watches, messages, strict=True):
        assert "on s’arrête" in message
        assert ("x-card-down" in message) is watch.is_gm
        assert player.name not in message
        assert str(player.pk) not in message or watch.seat_id == player.pk


def test_session_zero_is_drawn_for_each_seat():
    """Product: a change asks everyone again; who agreed keeps the other button; a spectator gets no line."""
    gm = make_table()
    player, other, guest = seat_at(gm), seat_at(gm), seat_at(gm, Role.SPECTATOR)
    watches = [watch_of(seat, zero=True) for seat in (gm, player, other, guest)]
    contract.add_boundary(seat=other, kind=BoundaryKind.LINE, text="Les rats")
    contract.agree(seat=player, version=2)
    messages = told(gm, watches)
    assert ["Les rats" in m for m in messages] == [True, True, True, False]
    assert ['id="agree"' in m for m in messages] == [True, False, True, False]
    assert ['id="take-back"' in m for m in messages] == [False, True, False, False]
    # The GM's form is being filled in, and is left alone.
    assert ['id="zero-modes"' in m for m in messages] == [False, True, True, True]
    assert not any('id="terms"' in m or "csrf" in m for m in messages)


def test_the_other_pages_hear_of_a_new_version():
    """Product: the table's page tells who has not agreed, the player is asked on the sheet, its odds are drawn anew."""
    gm = make_table()
    player, guest = seat_at(gm), seat_at(gm, Role.SPECTATOR)
    hero = make_character(gm, owner=player)
    contract.agree(seat=player, version=1)
    watches = [
        watch_of(gm),
        watch_of(player, character=hero),
        watch_of(gm, character=hero),
        watch_of(guest, character=hero),
    ]
    campaigns.change_terms(seat=gm, values={"lethality": "gritty"})
    table, own, gms, other = told(gm, watches)
    assert "Pas encore" in table
    assert player.name in table
    assert "event: party-changed" in table
    assert "version 2" in own
    assert "attend ta parole" not in gms
    assert "attend ta parole" not in other
    for message in (own, gms):
        assert "event: stakes-changed" in message


def test_an_agreement_redraws_no_odds():
    """Architecture, live: a word given changes nothing that is rolled."""
    gm = make_table()
    player = seat_at(gm)
    hero = make_character(gm, owner=player)
    watches = [watch_of(player, character=hero), watch_of(gm)]
    contract.agree(seat=player, version=1)
    own, table = told(gm, watches)
    assert 'id="contract"' in own
    assert "attend ta parole" not in own
    assert "event:" not in own
    assert "1 sur 2" in table


def test_session_zero_hears_nothing_of_the_rest():
    """Architecture, live: a wound or a roll is no news of the contract."""
    gm = make_table()
    watch = watch_of(gm, zero=True)
    make_character(gm)
    assert told(gm, [watch]) == [""]
