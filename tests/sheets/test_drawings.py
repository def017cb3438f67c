"""Drawings of rules values: SVG that holds in every language, and words beside every sign."""

import re
from fractions import Fraction
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Template
from django.template.loader import render_to_string
from django.utils.translation import override

from rules.impact.odds import odds
from rules.impact.severity import Stakes, judge
from rules.impact.terms import Danger, Intention, Landing, Mode, Outcome, Severity, Slot, State, Weave

# The roll of the drawn sheet: 4 D6 and a critical one, 3 twist dice, danger high, light 1 and critical taken.
ODDS = odds(4, 1, 3, 0, Stakes(Danger.HIGH), frozenset({Slot.LIGHT_1, Slot.CRITICAL}), Mode.EXIT_ROLL)
CERTAIN_SUCCESS = {outcome: Fraction(int(outcome is Outcome.SUCCESS)) for outcome in Outcome}
THIRDS = dict.fromkeys(Outcome, Fraction(0)) | {
    Outcome.SUCCESS: Fraction(1, 3),
    Outcome.FAILURE: Fraction(1, 3),
    Outcome.DISASTER: Fraction(1, 3),
}

EVERY_TAG = """
{% icon "check" %}{% die "d6" 4 "top" "l" "D6: 4" %}{% die "d8" None "open" %}
{% outcome_bar odds.outcome %}{% outcome_bar odds.outcome "thin" %}{% outcome_key odds.outcome %}
{% landing_bar odds.landing %}{% landing_bar odds.landing "thin" %}{% landing_key odds.landing %}
{% ladder judgement %}{% notches severity %}{% sparks 2 %}{% weave_mark weave %}{% gauge danger %}{% state_mark state %}
"""


def drawn(markup, **context):
    return Template("{% load drawings %}" + markup).render(Context(context))


def drawn_with_every_tag():
    return drawn(
        EVERY_TAG,
        odds=ODDS,
        judgement=judge(Outcome.OPPORTUNITY, Stakes(Danger.HIGH)),
        severity=Severity.GRAVE,
        weave=Weave.FLAW,
        danger=Danger.HIGH,
        state=State.ACTIVE,
    )


def rects(bar):
    return re.findall(r'<rect [^>]*x="([\d.]+)%" width="([\d.]+)%"', bar)


def rungs(ladder):
    return re.findall(r'<li class="rung ([^"]*)">\s*<span class="cell">(.*?)</span>\s*<span>', ladder, re.DOTALL)


# --- bars ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("law", [ODDS.outcome, THIRDS, CERTAIN_SUCCESS])
def test_the_parts_of_a_bar_follow_each_other_and_fill_it(law):
    place = Fraction(0)
    for x, width in rects(drawn("{% outcome_bar law %}", law=law)):
        assert Fraction(x) == place
        place += Fraction(width)
    assert place == 100


@pytest.mark.parametrize("language", ["fr", "en"])
def test_t06_positions_have_a_dot_in_every_language(language):
    with override(language):
        bar = drawn("{% outcome_bar law %}{% landing_bar odds.landing %}", law=THIRDS, odds=ODDS)
    assert 'x="33.33%" width="33.34%"' in bar
    assert not re.search(r'(?:x|y|width|height)="[^"]*,', bar)


def test_what_cannot_happen_is_not_drawn():
    assert len(rects(drawn("{% outcome_bar law %}", law=CERTAIN_SUCCESS))) == 1


def test_a_bar_is_heard_as_its_title_and_all_its_chances():
    with override("en"):
        bar = drawn("{% landing_bar odds.landing %}", odds=ODDS)
    label = re.search(r'role="img" aria-label="([^"]*)"', bar).group(1)
    assert label == (
        "Where the wound would land: Unhurt 52.6%, Light 1 impossible, Light 2 30.5%, "
        "Grave 5.6%, Critical impossible, Out of play 11.3%"
    )


def test_the_thin_bar_is_silent_and_unmarked():
    bar = drawn('{% outcome_bar odds.outcome "thin" %}', odds=ODDS)
    assert 'aria-hidden="true"' in bar
    assert "aria-label" not in bar
    assert "<use" not in bar


# --- keys ----------------------------------------------------------------------------------------


def key_rows(key):
    return re.findall(r"<span>([^<]*)</span></dt><dd[^>]*>([^<]*)</dd>", key)


def test_a_key_says_the_impossible_and_the_certain_in_words():
    with override("en"):
        rows = dict(key_rows(drawn("{% outcome_key law %}", law=CERTAIN_SUCCESS)))
    assert rows["Success"] == "certain"
    assert {said for word, said in rows.items() if word != "Success"} == {"impossible"}


def test_x1_the_light_slot_that_is_taken_has_no_row():
    with override("en"):
        rows = key_rows(drawn("{% landing_key odds.landing %}", odds=ODDS))
    assert [word for word, _ in rows] == ["Unhurt", "Light 2", "Grave", "Critical", "Out of play"]


def test_x1_light_slots_out_of_reach_both_stay():
    law = {landing: Fraction(int(landing is Landing.UNHURT)) for landing in Landing}
    with override("en"):
        rows = key_rows(drawn("{% landing_key law %}", law=law))
    assert [word for word, _ in rows] == ["Unhurt", "Light 1", "Light 2", "Grave", "Critical", "Out of play"]


# --- percentages ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chance", "french", "english"),
    [
        (Fraction(0), "0\u202f%", "0%"),
        (Fraction(1), "100\u202f%", "100%"),
        (Fraction(1, 10**6), "0,1\u202f%", "0.1%"),
        (1 - Fraction(1, 10**6), "99,9\u202f%", "99.9%"),
        (Fraction(277, 1000), "27,7\u202f%", "27.7%"),
        (Fraction(1, 4), "25,0\u202f%", "25.0%"),
        (Fraction(2005, 10_000), "20,1\u202f%", "20.1%"),
    ],
)
def test_a_percentage_in_both_languages(chance, french, english):
    with override("fr"):
        assert drawn("{{ chance|percent }}", chance=chance) == french
    with override("en"):
        assert drawn("{{ chance|percent }}", chance=chance) == english


# --- dice ----------------------------------------------------------------------------------------


def test_a_die_with_a_label_is_an_image_and_without_one_is_silent():
    assert drawn('{% die "c6" 6 "dull" "s" "Critical D6: 6" %}') == (
        '<svg class="die s dull" role="img" aria-label="Critical D6: 6"><use href="#c6-6"/></svg>'
    )
    assert drawn('{% die "d8" None "open" %}') == ('<svg class="die open" aria-hidden="true"><use href="#d8"/></svg>')


def test_a_label_is_escaped():
    die = drawn('{% die "d6" 1 "" "" label %}', label='"><script>')
    assert "<script>" not in die
    assert "&quot;&gt;&lt;script&gt;" in die


@pytest.mark.parametrize("wrong", ['"d20" 1', '"d6" 7', '"d8" 0', '"d6" 1 "gold"', '"d6" 1 "" "xl"'])
def test_a_die_that_is_not_in_the_box_is_refused(wrong):
    with pytest.raises(ValueError, match="no "):
        drawn("{% die " + wrong + " %}")


# --- ladder --------------------------------------------------------------------------------------


def test_d3_the_ladder_shows_start_arrival_and_the_sum():
    ladder = drawn("{% ladder j %}", j=judge(Outcome.OPPORTUNITY, Stakes(Danger.HIGH)))
    classes = [css_class for css_class, _ in rungs(ladder)]
    assert classes == ["s-none", "s-light at", "s-grave from", "s-crit", "s-out"]
    assert '<span class="num">−1</span>' in ladder
    assert ladder.count("#i-check") == 1


def test_d3_steps_that_cancel_arrive_where_they_started_and_show_no_sum():
    ladder = drawn("{% ladder j %}", j=judge(Outcome.DISASTER, Stakes(Danger.NORMAL, intention=Intention.RESIST)))
    assert "s-light from at" in ladder
    assert 'class="num"' not in ladder


def test_d5_without_a_danger_to_the_body_there_is_no_ladder():
    assert drawn("{% ladder j %}", j=judge(Outcome.DISASTER, Stakes(None))).strip() == ""


# --- small signs ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("severity", "bars"), [(Severity.LIGHT, 1), (Severity.GRAVE, 2), (Severity.CRITICAL, 3)])
def test_w1_notches_count_the_severity(severity, bars):
    symbol = re.search(r'#(\w+)"', drawn("{% notches s %}", s=severity)).group(1)
    sprite = render_to_string("look/sprite.html")
    assert sprite.partition(f'id="{symbol}"')[2].partition("</symbol>")[0].count("<rect") == bars


def said(count):
    return re.search(r"(\d+ \w+)</span></span>$", drawn("{% sparks n %}", n=count)).group(1)


def test_t03_sparks_are_counted_in_english():
    with override("en"):
        assert [said(n) for n in (0, 1, 2, 7)] == ["0 Sparks", "1 Spark", "2 Sparks", "7 Sparks"]


@pytest.mark.skipif(
    not any(Path(place, "fr", "LC_MESSAGES", "django.mo").exists() for place in settings.LOCALE_PATHS),
    reason="the French catalogue is not compiled",
)
def test_t03_sparks_are_counted_in_french():
    with override("fr"):
        assert [said(n) for n in (0, 1, 2)] == ["0 Étincelle", "1 Étincelle", "2 Étincelles"]


@pytest.mark.parametrize(("count", "full", "hollow"), [(0, 0, 1), (1, 1, 0), (6, 6, 0), (7, 1, 0), (20, 1, 0)])
def test_sparks_are_drawn_up_to_six(count, full, hollow):
    signs = drawn("{% sparks n %}", n=count)
    assert signs.count('href="#spark"') == full
    assert signs.count('href="#spark-off"') == hollow
    assert ("×" in signs) == (count > 6)


def test_a_sign_of_a_rules_value_takes_the_member_or_its_stored_value():
    assert drawn("{% gauge d %}", d=Danger.VERY_HIGH) == drawn('{% gauge "very_high" %}')
    assert drawn("{% weave_mark w %}", w=Weave.DRIVE) == drawn('{% weave_mark "drive" %}')
    assert drawn("{% state_mark s %}", s=State.DEAD) == drawn('{% state_mark "dead" %}')
    assert "#gauge4" in drawn('{% gauge "very_high" %}')


# --- everywhere ----------------------------------------------------------------------------------


def test_no_drawing_carries_a_style():
    assert not re.search(r"\sstyle=|<style", drawn_with_every_tag() + render_to_string("look/sprite.html"))


def test_every_drawing_points_to_a_symbol_of_the_sprite():
    sprite = render_to_string("look/sprite.html")
    ids = re.findall(r'\sid="([^"]*)"', sprite)
    assert len(ids) == len(set(ids))
    faces = [("d6", 6), ("c6", 6), ("d8", 8), ("d10", 10)]
    dice = "".join('{% die "' + kind + '" ' + str(face) + " %}" for kind, last in faces for face in range(1, last + 1))
    blanks = "".join('{% die "' + kind + '" %}' for kind, _ in faces)
    signs = "".join(f'{{% weave_mark "{w.value}" %}}' for w in Weave) + "".join(
        f'{{% state_mark "{s.value}" %}}' for s in State
    )
    gauges = "".join(f'{{% gauge "{d.value}" %}}' for d in Danger)
    everything = sprite + drawn(dice + blanks + signs + gauges) + drawn_with_every_tag()
    named = set(re.findall(r'href="#([^"]*)"|url\(#([^)]*)\)', everything))
    assert {first or second for first, second in named} <= set(ids)
