"""The form of a whole sheet: everything persists, nobody's text is lost (C02, C05, T08; C1, C2)."""

from typing import Any

import pytest
from django.http import HttpResponse

from sheets.models import Character, Objective, Reaction, Trait
from tests.sheets.cast import Cast, Person
from tests.sheets.views.addresses import address
from tests.sheets.views.markup import Element, errors_of, form_to, read, sent_by
from tests.sheets.views.rows import nothing_changes
from tests.sheets.views.sent import plain_sheet

Sent = dict[str, Any]
WORD = "Il dit : « Ça, c’est “fini”… » — non\u00a0! 1\u202f000 œufs, e\u0301 et é, \U0001f469\u200d\U0001f680"


def page(person: Person, cast: Cast) -> Sent:
    """What a browser would send of the sheet form as it stands."""
    answer = person.get(address("write", person.held, cast))
    assert answer.status_code == 200
    sent: Sent = sent_by(form_to(read(answer), address("keep", person.held, cast)))
    del sent["key"], sent["csrfmiddlewaretoken"]
    return sent


def keep(person: Person, cast: Cast, sent: Sent) -> HttpResponse:
    return person.post(address("keep", person.held, cast), sent)


def form_of(answer: HttpResponse, person: Person, cast: Cast) -> Element:
    return form_to(read(answer), address("keep", person.held, cast))


def test_c05_every_field_persists(cast):
    """C05, C1: a robot writes its own name into every field of the form; all are there when it is opened again."""
    sent = page(cast.owner, cast)
    texts = [name for name in sent if not name.endswith(("_FORMS", "-id", "-lost", "-term")) and name != "version"]
    assert len(texts) == 6 + 3 * 6 + 6 * 4 + 6
    written = sent | {name: f"texte de {name}" for name in texts}
    written |= {f"{kind}-{n}-lost": "on" for kind in ("imprint", "mark", "backpack") for n in range(6)}
    written |= {f"objective-{n}-term": term for n, term in enumerate(["short", "medium", "long"] * 2)}
    assert keep(cast.owner, cast, written).status_code == 303
    again = page(cast.owner, cast)
    ids = {name for name in again if name.endswith(("-id", "INITIAL_FORMS"))} | {"version"}
    flat = {name: values[0] for name, values in again.items() if name not in ids}
    assert flat == {name: v if isinstance(v, str) else v[0] for name, v in written.items() if name not in ids}
    assert again["version"] == [str(int(sent["version"][0]) + 1)]


def test_a_sheet_kept_untouched_changes_nothing_but_its_version(cast):
    """C05: opened and kept as it was, a sheet is what it was, row by row."""
    before = [list(m.objects.filter(sheet=cast.alex.pk).values()) for m in (Trait, Reaction, Objective)]
    fields = Character.objects.filter(pk=cast.alex.pk).values("name", "concept", "notes", "portrait", "owner")
    character = list(fields)
    assert keep(cast.owner, cast, page(cast.owner, cast)).status_code == 303
    assert [list(m.objects.filter(sheet=cast.alex.pk).values()) for m in (Trait, Reaction, Objective)] == before
    assert list(fields.all()) == character


def test_t08_word_punctuation_comes_back(cast):
    """T08: the code points of a word processor come back as they were, in the form and on the sheet."""
    texts = {"notes": f"{WORD}\r\n{WORD}", "concept": WORD, "drive": WORD, "imprint-0-name": WORD[:80]}
    assert keep(cast.owner, cast, page(cast.owner, cast) | texts).status_code == 303
    cast.alex.refresh_from_db()
    assert cast.alex.notes.splitlines() == [WORD, WORD]
    assert (cast.alex.concept, cast.alex.sheet.drive) == (WORD, WORD)
    again = page(cast.owner, cast)
    assert again["notes"][0].splitlines() == [WORD, WORD]
    assert again["imprint-0-name"] == [WORD[:80]]


def test_rows_added_changed_and_removed(cast):
    """C2: rows are told apart by their id: one changed, one emptied, one added; the others stay the same rows."""
    sent = page(cast.owner, cast)
    kept, gone = sent["imprint-0-id"][0], sent["imprint-1-id"][0]
    sent |= {"imprint-0-name": "Changée", "imprint-1-name": "", "imprint-2-name": "Ajoutée", "reaction-0-name": "Autre"}
    sent |= {"objective-0-text": "", "objective-1-text": "Nouveau", "objective-1-term": "long"}
    assert keep(cast.owner, cast, sent).status_code == 303
    imprints = Trait.objects.filter(sheet=cast.alex.pk, kind="imprint")
    assert [t.name for t in imprints] == ["Changée", "Ajoutée"]
    assert imprints[0].pk == int(kept)
    assert not Trait.objects.filter(pk=gone).exists()
    assert Reaction.objects.get(sheet=cast.alex.pk).name == "Autre"
    assert list(Objective.objects.filter(sheet=cast.alex.pk).values_list("text", "term")) == [("Nouveau", "long")]


@pytest.mark.parametrize("kind", ["imprint", "mark", "backpack"])
def test_c2_six_and_no_seventh(cast, kind):
    """C2: six rows of a kind are kept; a seventh sent by hand is refused with a message, and nothing is written."""
    sent = page(cast.owner, cast) | {f"{kind}-{n}-name": f"{kind} {n}" for n in range(7)}
    seventh = sent | {f"{kind}-TOTAL_FORMS": "7"}
    with nothing_changes():
        answer = keep(cast.owner, cast, seventh)
    assert answer.status_code == 422
    assert errors_of(read(answer)) != []
    assert keep(cast.owner, cast, sent).status_code == 303
    assert [t.name for t in Trait.objects.filter(sheet=cast.alex.pk, kind=kind)] == [f"{kind} {n}" for n in range(6)]


def test_c2_a_lost_trait_is_struck_out_and_kept(cast):
    """C2: a trait marked lost stays on the sheet, struck out, and is not offered to a roll; it can come back."""
    sent = page(cast.owner, cast)
    assert sent["backpack-1-lost"] == ["on"]
    assert keep(cast.owner, cast, sent | {"mark-0-lost": "on"}).status_code == 303
    tree = read(cast.owner.get(address("sheet", cast.owner.held, cast)))
    assert [s.text for s in tree.all("s")] == ["Zibeline marque", "Zibeline perdu"]
    assert not [i for i in tree.all("input") if i.get("name") == "mark"]
    back = page(cast.owner, cast)
    del back["mark-0-lost"]
    assert keep(cast.owner, cast, back).status_code == 303
    assert Trait.objects.get(sheet=cast.alex.pk, kind="mark").lost is False


def test_c02_two_people_write_at_once(cast):
    """C02: the second to keep is shown both texts at each field that differs, keeps their own, and then decides."""
    mine, theirs = page(cast.owner, cast), page(cast.gm, cast)
    theirs |= {"notes": "Notes du MJ", "imprint-1-name": "Imprint du MJ", "drive": "Élan du MJ"}
    assert keep(cast.gm, cast, theirs).status_code == 303
    mine |= {"notes": "Mes <notes>", "imprint-1-name": "Mon empreinte", "flaw": "Ma fêlure", "mark-1-name": "Ma marque"}
    with nothing_changes():
        answer = keep(cast.owner, cast, mine)
    assert answer.status_code == 409
    tree, form = read(answer), form_of(answer, cast.owner, cast)
    assert errors_of(tree) != []
    held = sent_by(form)
    typed = {name: mine[name] for name in ("notes", "imprint-1-name", "flaw", "mark-1-name")}
    assert {name: held[name][0] for name in typed} == typed
    shown = form.text
    assert [text for text in ("Notes du MJ", "Imprint du MJ", "Élan du MJ") if text not in shown] == []
    assert held["version"] == ["1"]
    del held["key"], held["csrfmiddlewaretoken"]
    assert keep(cast.owner, cast, held).status_code == 303
    cast.alex.refresh_from_db()
    assert (cast.alex.notes, cast.alex.sheet.flaw) == ("Mes <notes>", "Ma fêlure")
    assert Trait.objects.filter(sheet=cast.alex.pk, name="Ma marque").count() == 1


def test_c02_a_row_added_elsewhere_is_shown_too(cast):
    """C02: a trait that the other added stands beside the row that this person left empty, so it is not lost unseen."""
    mine = page(cast.owner, cast)
    assert keep(cast.gm, cast, page(cast.gm, cast) | {"mark-1-name": "Marque du MJ"}).status_code == 303
    answer = keep(cast.owner, cast, mine | {"name": "Alexe"})
    assert answer.status_code == 409
    assert "Marque du MJ" in form_of(answer, cast.owner, cast).text


def test_c02_a_play_act_is_no_conflict(cast):
    """C02: a slot ticked while the name is written: both survive."""
    sent = page(cast.owner, cast)
    cast.gm.post(address("tick", cast.gm.held, cast), {"slot": "critical"})
    cast.gm.post(address("sparks", cast.gm.held, cast), {"by": "1"})
    assert keep(cast.owner, cast, sent | {"name": "Alexandra"}).status_code == 303
    cast.alex.refresh_from_db()
    assert (cast.alex.name, cast.alex.sheet.sparks) == ("Alexandra", 3)
    assert cast.alex.wounds.filter(slot="critical", status="open").exists()


def test_writing_a_sheet_is_no_act_of_play(cast):
    """Architecture: texts carry a version of their own and leave no entry in the log."""
    entries = cast.campaign.last_number
    assert keep(cast.owner, cast, page(cast.owner, cast) | {"name": "Alexandra"}).status_code == 303
    assert cast.campaign.last_number == entries


def test_a_new_sheet_belongs_to_who_makes_it(cast):
    """C3: a player's new character is theirs and has the sparks that the table starts with; the GM's has no owner."""
    for person, owner in ((cast.owner, cast.owner.held.pk), (cast.gm, None)):
        sent = plain_sheet(cast) | {"name": f"Nova de {person.name}"}
        assert person.post(address("make-character", person.held, cast), sent).status_code == 303
        made = Character.objects.get(name=f"Nova de {person.name}")
        assert (made.owner_id, made.sheet.sparks, [t.name for t in made.sheet.traits.all()]) == (
            owner,
            2,
            ["Née dehors"],
        )
