"""The way in to an act: who may do it, by POST alone, and once for each key. The order is the promise:
an address that is not theirs is missing, one that they may not use is forbidden, and only then is the form read."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_POST

from sheets.views.guards import View, gm_only, players_only, seated, with_character
from sheets.views.keys import keyed

Act = Callable[..., HttpResponse]


def seat_act(view: Act) -> View:
    """An act of whoever holds the seat; the view says what else it takes."""
    return seated(_keyed_post(view))


def gm_act(view: Act) -> View:
    """An act of the GM alone."""
    return seated(gm_only(_keyed_post(view)))


def player_act(view: Act) -> View:
    """An act of anyone who plays, the GM too."""
    return seated(players_only(_keyed_post(view)))


def character_act(right: str) -> Callable[[Act], View]:
    """An act on the character of the address, for a seat that has that right over it."""

    def decorate(view: Act) -> View:
        return seated(with_character(right)(_keyed_post(view)))

    return decorate


def _keyed_post(view: Act) -> Any:
    return require_POST(keyed(view))
