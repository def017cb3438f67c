"""Whatever is done, in whatever order: the log replays to the sheet, and the sheet stays possible."""

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.impact.reading import SIDES, Faces
from rules.impact.terms import Channel, Danger, Intention, Mode, Severity, Slot, State, Weave, WoundRule
from sheets.models import PENDING, Choice, Entry, Fall, TrayItem, TrayStatus, Wound
from sheets.services import campaigns, falls, scene, sparks, states, tray, wounds
from sheets.services.history import is_undone, redo, undo, with_undone
from sheets.services.refusal import Refused
from sheets.services.replay import differences
from tests.sheets.factories import ask, make_character, make_table, play_of, prepare_now, roll, snapshot_of_table

HARMS = [Severity.LIGHT, Severity.GRAVE, Severity.CRITICAL, Severity.OUT_OF_PLAY]
ROLLS = st.fixed_dictionaries(
    {
        "intention": st.sampled_from(Intention),
        "danger": st.sampled_from([None, *Danger]),
        "channel": st.sampled_from(Channel),
        "mortal": st.booleans(),
        "weave": st.sampled_from([None, Weave.DRIVE]),
        "boost": st.booleans(),
        "wound_engaged": st.booleans(),
        "scene_chaos": st.sampled_from([None, 0, 1, 3]),
        "silence_chaos": st.booleans(),
        "overcome_wound": st.booleans(),
    }
)
ACTS = st.one_of(
    st.tuples(st.just("inflict"), st.sampled_from(HARMS)),
    st.tuples(st.just("tick"), st.sampled_from(Slot)),
    st.tuples(st.just("heal"), st.sampled_from(Slot)),
    st.tuples(st.just("rename"), st.sampled_from(Slot)),
    st.tuples(st.just("sparks"), st.integers(-3, 3)),
    st.tuples(st.just("state"), st.sampled_from(State)),
    st.tuples(st.just("terms"), st.sampled_from(WoundRule)),
    st.tuples(st.just("roll"), ROLLS),
    st.tuples(st.just("announce"), st.tuples(st.sampled_from(Danger), st.sampled_from(Channel), st.booleans())),
    st.tuples(st.just("withdraw"), st.none()),
    st.tuples(st.just("answer"), st.sampled_from(Choice)),
    st.tuples(st.just("chaos"), st.integers(-3, 4)),
    st.tuples(st.just("dismiss"), st.none()),
    st.tuples(st.just("rule"), st.sampled_from(Choice)),
    st.tuples(st.just("settle"), st.sampled_from([TrayStatus.PLACED, TrayStatus.DISCARDED])),
    st.tuples(st.just("fall"), st.sampled_from(["exit_roll", "buy_back", "die"])),
    st.tuples(st.just("mortal"), st.sampled_from(HARMS)),
    st.tuples(st.just("back"), st.sampled_from(Slot)),
    st.tuples(st.just("lethality"), st.sampled_from(Mode)),
    st.tuples(st.just("undo"), st.integers(0, 4)),
    st.tuples(st.just("redo"), st.integers(0, 4)),
)


class Play:
    """A table with one character, on which acts are tried; a refusal must leave everything as it was."""

    def __init__(self):
        self.gm = make_table(spark_maximum=4)
        self.alex = make_character(self.gm)
        self.who = {"seat": self.gm, "character_id": self.alex.pk}
        self.done = Counter()

    def attempt(self, kind, choice, draw):
        before = snapshot_of_table(self.gm)
        entries = Entry.objects.filter(campaign=self.gm.campaign).count()
        try:
            getattr(self, kind)(choice, draw)
        except Refused:
            assert snapshot_of_table(self.gm) == before
            assert Entry.objects.filter(campaign=self.gm.campaign).count() == entries
        else:
            self.done[kind] += 1

    def inflict(self, severity, _draw):
        wounds.inflict(severity=severity, **self.who)

    def tick(self, slot, _draw):
        wounds.tick(slot=slot, name="Cochée", **self.who)

    def heal(self, slot, _draw):
        wounds.heal(slot=slot, **self.who)

    def rename(self, slot, draw):
        if wound := play_of(self.alex).open_wounds.get(slot):
            text = draw.draw(st.sampled_from(["", "Entaille", "Bosse"]))
            wounds.rename(wound_id=wound.pk, name=text, **self.who)

    def sparks(self, by, _draw):
        sparks.change(by=by, **self.who)

    def state(self, state, _draw):
        states.change(to=state, **self.who)

    def terms(self, rule, _draw):
        campaigns.change_terms(seat=self.gm, values={"wound_rule": rule.value})

    def announce(self, axes, _draw):
        level, channel, mortal = axes
        scene.announce(seat=self.gm, said=scene.Said(level, channel, mortal, sentence="Tu tombes."))

    def withdraw(self, _choice, _draw):
        scene.withdraw(seat=self.gm)

    def answer(self, choice, _draw):
        scene.answer(choice=choice, **self.who)

    def chaos(self, by, _draw):
        scene.change_chaos(seat=self.gm, by=by)

    def dismiss(self, _choice, _draw):
        scene.dismiss_offer(seat=self.gm)

    def rule(self, choice, _draw):
        if play_of(self.alex).sheet.ruling:
            scene.answer_ruling(choice=choice, dependency="Marc", **self.who)
        else:
            scene.rule_engaged(reason="Ton épaule", **self.who)

    def settle(self, status, _draw):
        if item := TrayItem.objects.filter(character=self.alex, status="waiting").first():
            tray.settle(seat=self.gm, item_id=item.pk, status=status, note="La grille")

    def roll(self, chosen, draw):
        asked = ask(self.alex, "imprint", **chosen)
        pool = prepare_now(self.alex, asked).pool
        faces = {
            kind: tuple(draw.draw(st.lists(st.integers(1, sides), min_size=n, max_size=n)))
            for kind, sides in SIDES.items()
            for n in [getattr(pool, kind)]
        }
        roll(self.gm, self.alex, asked, Faces(**faces))

    def fall(self, step, _draw):
        if fall := Fall.objects.filter(character=self.alex, status__in=PENDING).first():
            getattr(falls, step)(fall_id=fall.pk, **self.who)

    def mortal(self, severity, _draw):
        wounds.inflict(severity=severity, mortal=True, exit_dice=2, **self.who)

    def back(self, slot, _draw):
        states.change(to=State.ACTIVE, heal=[slot], **self.who)

    def lethality(self, mode, _draw):
        values = {"lethality": mode.value, "lethal_redemption": "one_per_arc"}
        campaigns.change_terms(seat=self.gm, values=values)

    def undo(self, back, _draw):
        self._set(undo, back, undone=False)

    def redo(self, back, _draw):
        self._set(redo, back, undone=True)

    def _set(self, service, back, *, undone):
        acts = with_undone(Entry.objects.filter(campaign=self.gm.campaign, target=None)).order_by("-number")
        found = [entry for entry in acts if is_undone(entry) == undone]
        if found:
            service(seat=self.gm, entry=found[min(back, len(found) - 1)], any_act=True)


@pytest.mark.django_db
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(acts=st.lists(ACTS, min_size=5, max_size=25), draw=st.data())
def test_any_sequence_of_acts_replays_to_the_sheet(acts, draw):
    """W1, P12: replay equals the sheet, one open wound a slot, sparks from 0, numbers without a gap."""
    play = Play()
    for kind, choice in acts:
        play.attempt(kind, choice, draw)
        assert differences(play.gm.campaign_id) == []
    slots = Counter(Wound.objects.filter(character=play.alex, status="open").values_list("slot", flat=True))
    assert all(number == 1 for number in slots.values())
    assert 0 <= play_of(play.alex).sheet.sparks <= 4
    # O8: something waits exactly while the character is deciding.
    waits = Fall.objects.filter(character=play.alex, status__in=PENDING).count()
    assert waits == (play_of(play.alex).state is State.DECIDING)
    numbers = Entry.objects.filter(campaign=play.gm.campaign).order_by("number").values_list("number", flat=True)
    assert list(numbers) == list(range(1, len(numbers) + 1))
