"""The twelve scars that ship (K3): complete, paired as the rules want it, in both languages."""

from django.utils.translation import override

from rules.impact.scars import Scar
from sheets.words.scar_table import SCAR_TABLE


def texts(language: str) -> list[str]:
    with override(language):
        return [str(t) for idea in SCAR_TABLE.values() for t in (idea.name, idea.weighs_when, idea.forges_when)]


def test_k3_every_face_of_the_d12_has_its_scar():
    """K3: twelve entries, one a face, none left out and none twice."""
    assert list(SCAR_TABLE) == list(range(1, 13))
    assert len({str(idea.name) for idea in SCAR_TABLE.values()}) == 12


def test_k1_k2_each_effect_stands_on_its_side():
    """K1, K2: a burden that weighs and a boon that forges; the rules refuse any other pair."""
    for idea in SCAR_TABLE.values():
        Scar(burden=idea.burden, boon=idea.boon)


def test_k3_both_languages_say_all_of_it():
    """K3, T01: name and both situations in French and in English, no two alike, short enough for a sheet."""
    french, english = texts("fr"), texts("en")
    assert len(set(french)) == len(set(english)) == 36
    assert not set(french) & set(english)
    assert max(map(len, french + english)) <= 120
