"""The French catalogue: complete, compiled, well set, in the tu form; and no page that mixes two languages.

There is no English catalogue: msgids are English, and Django never falls back to French for English.
"""

import ast
import gettext as gettext_module
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext, ngettext, override, pgettext

from rules.impact.terms import Danger, Slot, State, Weave
from sheets.models import Character, Role, Seat, Wound
from sheets.services import campaigns, history, invites, scene, sparks, states, wounds
from sheets.services.codes import spell_code
from sheets.services.guests import make_guest
from sheets.services.keys import make_key
from sheets.services.scene import Said
from tests.sheets.factories import dice, last_entry, make_character, make_person, roll_with
from tests.sheets.views.markup import Element, read

ROOT = Path(settings.BASE_DIR)
CATALOGUE = ROOT / "locale" / "fr" / "LC_MESSAGES" / "django.po"
IN_TU = ROOT / "locale" / "fr" / "django_in_tu.po"
SOURCES = ["sheets", "impact_site", "templates", "locale"]
NO_BREAK, NARROW_NO_BREAK = "\u00a0", "\u202f"


def run(program: str, *arguments: object, **more) -> str:
    path = shutil.which(program)
    assert path, f"{program} is missing: make system"
    done = subprocess.run(
        [path, *map(str, arguments)], capture_output=True, text=True, encoding="utf-8", check=False, **more
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def messages(catalogue: Path, *selection: str) -> list[str]:
    """The messages of a .po file that msgattrib selects, each as its context and msgid stand there."""
    text = run("msgattrib", "--no-wrap", "--no-location", *selection, catalogue)
    return [m for m in re.findall(r'^(?:msgctxt ".*"\n)?msgid ".*"(?:\n".*")*', text, re.M) if 'msgid ""' not in m]


def compiled(mo: Path) -> dict[str, str]:
    """What a .mo file says: msgid (context first, parted by EOT; plurals with their form) to French."""
    with mo.open("rb") as file:
        known = gettext_module.GNUTranslations(file)._catalog  # type: ignore[attr-defined]  # no public way to list
    return {" #".join(map(str, key)) if isinstance(key, tuple) else key: french for key, french in known.items() if key}


@pytest.fixture(scope="module")
def french() -> dict[str, str]:
    return compiled(CATALOGUE.with_suffix(".mo"))


# --- complete, and compiled ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def gathered(tmp_path_factory) -> Path:
    """The catalogue after gathering all messages afresh, in a copy of the sources."""
    copy = tmp_path_factory.mktemp("sources")
    for name in SOURCES:
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    run(sys.executable, "-m", "django", "makemessages", "--locale", "fr", cwd=copy, env=environment)
    return copy / CATALOGUE.relative_to(ROOT)


def test_every_message_has_its_french(gathered):
    """T01: `make messages`, then translate what is new, until this passes."""
    assert messages(gathered, "--untranslated") == []
    assert messages(gathered, "--only-fuzzy", "--no-obsolete") == []


def test_no_message_is_kept_that_nothing_says(gathered):
    """T01: what is in the catalogue is still said, by us or by Django."""
    gone = set(messages(gathered, "--only-obsolete", "--clear-obsolete"))
    assert gone - set(messages(IN_TU)) == set()


def test_what_the_code_says_is_in_the_catalogue(french):
    """T01: xgettext sees neither into f-strings nor through another name than `_`; the syntax tree does."""
    said = {
        key: f"{path.relative_to(ROOT)}:{line}"
        for package in ("sheets", "impact_site")
        for path in sorted((ROOT / package).rglob("*.py"))
        for line, key in messages_in_code(ast.parse(path.read_text()))
    }
    assert {key: where for key, where in said.items() if key not in french and f"{key} #0" not in french} == {}


def messages_in_code(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and catalogue key of every message given to one of gettext's functions, by whatever name it goes."""
    names = {
        alias.asname or alias.name: alias.name.removesuffix("_lazy").removesuffix("_noop")
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
        for alias in node.names
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        kind = names.get(name, name)
        if kind in ("gettext", "ngettext", "pgettext", "npgettext"):
            texts = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
            yield node.lineno, "\x04".join(map(str, texts[: 2 if "pg" in kind else 1]))


def test_the_compiled_catalogue_is_the_written_one(french, tmp_path):
    """T01: .mo files are committed, since a bare machine has no gettext; they say what the .po says."""
    run("msgfmt", "--check", "--output-file", tmp_path / "django.mo", CATALOGUE)
    assert compiled(tmp_path / "django.mo") == french


def test_what_django_says_with_vous_is_said_again_as_it_stands_in_django(french, tmp_path):
    """T01: each of those messages is one that Django still has, and the catalogue says it our way."""
    run("msgfmt", "--check", "--output-file", tmp_path / "ours.mo", IN_TU)
    ours = compiled(tmp_path / "ours.mo")
    assert {key: french.get(key) for key in ours} == ours
    django = Path(sys.modules["django"].__path__[0])
    theirs = [
        compiled(django / part / "locale" / "fr" / "LC_MESSAGES" / "django.mo") for part in ("conf", "contrib/auth")
    ]
    assert [key for key in ours if not any(key in known for known in theirs)] == []


# --- well set --------------------------------------------------------------------------------------

PLACEHOLDER = re.compile(r"%\(\w+\)\w|%[sd]|\{\w*\}")


def badly_set(text: str) -> list[str]:
    """What a French typesetter would mark."""
    rules = {
        "straight apostrophe": r"\w'\w",
        "straight quotes": r'"',
        "three dots": r"\.\.\.",
        "plain space": r" [:;?!]| %(?!\()",
        "no narrow space": rf"[^{NARROW_NO_BREAK}?!][;?!](?!\w)",
        "no space before a colon": rf"[^{NO_BREAK}]:(?!\w)",
        "guillemets": rf"«[^{NARROW_NO_BREAK}]|[^{NARROW_NO_BREAK}]»",
    }
    # The game's own arrow, as in Succès » Complication, is no quotation.
    text = text if "«" in text else text.replace(" » ", " ")
    return [name for name, pattern in rules.items() if re.search(pattern, text)]


def test_the_typesetter_sees_what_is_wrong():
    for wrong in ("l'état", "« mot »", "mot: oui", "mot : oui", "quoi ?", "quoi?", "5 %", "etc...", 'un "mot"'):
        assert badly_set(wrong), wrong
    for right in ("l’état", "«\u202fmot\u202f»", "mot\u00a0: oui", "quoi\u202f?", "Échec » Opportunité", "à %(n)s"):
        assert not badly_set(right), right


def test_french_is_well_set(french):
    """T02: typographic apostrophes and quotes, no-break spaces where French wants them."""
    assert {text: marked for text in french.values() if (marked := badly_set(text))} == {}


def test_the_placeholders_are_those_of_the_message(french):
    """T01: what is filled in stands in both languages."""
    wrong = {
        key: text
        for key, text in french.items()
        if Counter(PLACEHOLDER.findall(key)) != Counter(PLACEHOLDER.findall(text))
    }
    assert wrong == {}


VOUS = re.compile(r"\b(?:vous|votre|vos|vôtres?)\b|\b(?!assez\b|chez\b|nez\b)\w+ez\b", re.I)


def test_people_are_called_tu(french):
    """Product: second person tu; no vous, no imperative of vous."""
    assert [text for text in french.values() if VOUS.search(text)] == []


# --- one language a page ---------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "en-gb"])
def test_english_needs_no_catalogue(french, language):
    """T01: in English every message is its own msgid, though French is the default language."""
    with override(language):
        for key in french:
            context, _eot, msgid = key.rpartition("\x04")
            if " #" not in key:
                assert (pgettext(context, msgid) if context else gettext(msgid)) == msgid
        assert [ngettext("%(count)s Spark", "%(count)s Sparks", n) for n in (0, 1, 2)] == [
            "%(count)s Sparks",
            "%(count)s Spark",
            "%(count)s Sparks",
        ]


def test_french_counts_zero_as_one():
    """T03: 0 Étincelle, 1 Étincelle, 2 Étincelles."""
    with override("fr"):
        told = [ngettext("%(count)s Spark", "%(count)s Sparks", n) % {"count": n} for n in (0, 1, 2)]
    assert told == ["0 Étincelle", "1 Étincelle", "2 Étincelles"]


# Words of no language, so that only the interface's own words can betray one.
TEXTS: dict[str, Any] = {
    "character": {"name": "Qorv", "concept": "Zyxal", "notes": "Wubb"},
    "sheet": {"drive": "Xylq", "flaw": "Vrpt", "tension": "Kwzo"},
    "traits": (
        {"kind": "imprint", "name": "Jubx"},
        {"kind": "mark", "name": "Fyqq"},
        {"kind": "backpack", "name": "Gwim"},
        {"kind": "backpack", "name": "Hrux", "lost": True},
    ),
    "reactions": ({"name": "Bzet", "trigger": "Cqup", "response": "Dvok", "ending": "Pxil"},),
    "objectives": ({"text": "Trozz", "term": "short"},),
}
SAID_IN = (
    "aria-label",
    "alt",
    "title",
    "placeholder",
    "hx-confirm",
    "data-unreached",
    "data-open",
    "data-lost",
    "data-ended",
)
# Said in the pages by Django, or by us without a message.
FRENCH_WORDS = (
    "Mot de passe, Ce champ est obligatoire, dé, dés, jet, Jet, Étincelle, Étincelles, Empreinte, Marque, Élan,"
    " Fêlure, Réaction, Trame, Blessure, Blessures, Légère, Hors-Jeu, Indemne, Échec, Succès, Désastre, ÉLEVÉ,"
    " Intrigueur, Lancer, Annuler, Journal, Personnages, Objectifs, Zone rouge, Cicatrice"
)
ENGLISH_WORDS = "Password, This field is required, die, dice, roll, Roll, spark, sparks, wound, Wounds, the, of, and"
# Words of both languages, by different msgids.
HOMOGRAPHS = {"%(n)d twist", "case", "place", "sorte", "terme", "action", "danger", "notes", "table"}


def pattern_of(message: str) -> re.Pattern[str] | None:
    """What finds a message on a page whatever is filled in; None if it has no word of its own."""
    parts = [re.sub(r"\s+", " ", part) for part in PLACEHOLDER.split(message)]
    if not any(re.search(r"\w{3}", part) for part in parts) or message in HOMOGRAPHS:
        return None
    return re.compile(r"(?<![\w-])" + ".+?".join(map(re.escape, parts)) + r"(?![\w-])")


def foreign_patterns(french: dict[str, str], language: str) -> list[re.Pattern[str]]:
    """What must not stand on a page in that language: the other one's messages that differ in it."""
    english = {re.sub(r" #\d$", "", key.rpartition("\x04")[2]) for key in french}
    said = set(french.values())
    foreign = english - said if language == "fr" else said - english
    words = (ENGLISH_WORDS if language == "fr" else FRENCH_WORDS).split(", ")
    return [p for p in map(pattern_of, sorted(foreign)) if p] + [
        re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])") for word in words
    ]


def told_by(element: Element) -> Iterator[str]:
    """Everything that a page says, seen or heard, but what is marked as being in another language."""
    if element.tag in ("script", "style") or (element.tag != "html" and element.get("lang")):
        return
    yield from (element.get(name) for name in SAID_IN if element.get(name))
    for child in element.children:
        if isinstance(child, Element):
            yield from told_by(child)
        elif child.strip():
            yield re.sub(r"\s+", " ", child).strip()


@pytest.fixture
def played(db) -> tuple[Seat, Character, Wound, str]:
    """A table with a past: its GM, a wounded character, an open wound, a roll; nothing in French or English."""
    gm = campaigns.make(user=make_person("Uvwix"), values={"name": "Oplux", "spark_start": 3})
    campaigns.give_seat(seat=gm, username=make_person("Sybrax").username, role=Role.PLAYER)
    hero = make_character(gm, **TEXTS)
    wounds.tick(seat=gm, character_id=hero.pk, slot=Slot.CRITICAL, name="Mnoq")
    made = roll_with(
        gm,
        hero,
        dice(4, 1, 2, star=(3,), twist=(7, 2)),
        "imprint",
        weave=Weave.FLAW,
        wound_engaged=True,
        danger=Danger.HIGH,
    )
    sparks.change(seat=gm, character_id=hero.pk, by=-1)
    history.undo(seat=gm, entry=last_entry(gm), any_act=True)
    wounds.tick(seat=gm, character_id=hero.pk, slot=Slot.GRAVE, name="Mnoq")
    wounds.heal(seat=gm, character_id=hero.pk, slot=Slot.GRAVE)
    roll_with(gm, hero, dice(5, 1, 2, star=(3,), twist=(7,)), "imprint", weave=Weave.FLAW)
    scene.draft(seat=gm, said=Said(Danger.VERY_HIGH, mortal=True, sentence="Nwok"))
    scene.announce(seat=gm, said=Said(Danger.HIGH, mortal=True, sentence="Rolb", subject="Jirn", scope=(hero.pk,)))
    scene.rule_engaged(seat=gm, character_id=hero.pk, reason="Tuvv")
    other = make_character(gm, **(TEXTS | {"character": {"name": "Yarz"}}))
    states.change(seat=gm, character_id=other.pk, to=State.NEUTRALISED)
    return gm, hero, Wound.objects.get(character=hero, slot=Slot.CRITICAL.value), str(made.entry.roll_id)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_page_is_in_one_language(client, played, french, language):
    """T01: whole pages in French, whole pages in English; what Django says there in the tu form too."""
    gm, hero, wound, roll = played
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language

    def page(name: str, *args: object) -> str:
        return reverse(f"sheets:{name}", args=args)

    answers = {name: client.get(page(name)) for name in ("home", "help", "login", "signup", "calculator")}
    answers["signup refused"] = client.post(page("signup"), {"username": "?", "password1": "1", "password2": "2"})
    answers["login refused"] = client.post(page("login"), {"username": "Uvwix", "password": "no"})
    code = spell_code(invites.open_link(seat=gm, role=Role.PLAYER).code)
    answers |= {name: client.get(page(name)) for name in ("by-code", "recover")}
    answers["invitation"] = client.get(page("invitation", code))
    answers["link closed"] = client.get(page("invitation", "x"))
    client.force_login(make_guest("Wozz"))
    answers["invitation with an account"] = client.get(page("invitation", code))
    answers["guest"] = client.get(page("guest"))
    client.force_login(Seat.objects.get(user__username="Sybrax").user)
    answers["choose"] = client.get(page("choose", Seat.objects.get(user__username="Sybrax").pk))
    client.logout()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    answers["nothing here"] = client.get("/nowhere/")
    answers["demo"] = Client(headers={"cookie": f"{settings.LANGUAGE_COOKIE_NAME}={language}"}).post(
        page("demo"), {"key": make_key(None, page("demo"))}, follow=True
    )
    client.force_login(gm.user)
    answers["my tables"] = client.get(page("home"))
    answers["new-table"] = client.get(page("new-table"))
    answers |= {name: client.get(page(name, gm.pk)) for name in ("table", "people", "zero", "new-character")}
    answers["version"] = client.get(page("contract-version", gm.pk, 1))
    answers |= {name: client.get(page(name, gm.pk, hero.pk)) for name in ("sheet", "write")}
    answers["neutralised"] = client.get(page("sheet", gm.pk, Character.objects.get(name="Yarz").pk))
    answers["ruling"] = client.get(page("ruling", gm.pk, hero.pk))
    answers["wound"] = client.get(page("wound", gm.pk, hero.pk, wound.pk))
    answers["result"] = client.get(page("result", gm.pk, hero.pk, roll))
    answers["odds"] = client.post(
        page("odds", gm.pk, hero.pk), {"intention": "resist", "danger": "high", "channel": "body", "dice": "table"}
    )
    answers["odds refused"] = client.post(page("odds", gm.pk, hero.pk), {"intention": "?", "scene_chaos": "999"})

    foreign = foreign_patterns(french, language)
    mixed = []
    for name, answer in answers.items():
        assert answer.status_code in (200, 404, 422), name
        told = list(told_by(read(answer)))
        assert told, name
        mixed += [f"{name}: {text!r} ({p.pattern})" for text in told for p in foreign if p.search(text)]
        mixed += [f"{name}: {text!r} (vous)" for text in told if VOUS.search(text)]
    assert mixed == []
