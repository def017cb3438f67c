"""The demo's people, characters and past, laid through the services like any other play."""

from typing import Any

from rules.impact.reading import Faces
from rules.impact.terms import Advantage, Danger, Intention, Severity, Slot, Weave
from sheets.models import Character, Reaction, Role, Seat, Trait, TraitKind, User, Wound
from sheets.services import campaigns, characters, rolls, wounds
from sheets.services.characters import SheetTexts
from sheets.services.preparation import RollAsked, prepare
from sheets.state import CharacterState

NAME = "Les eaux basses"
PASSWORD = "demo"  # noqa: S105 -- the demo's accounts are open to whoever runs it on their own machine

ODILE: dict[str, Any] = {
    "who": ("Odile Tran", "Plongeuse rayée des cadres. Elle compte encore les secondes quand elle traverse une rue."),
    "weave": (
        "Remonter quelqu’un à la surface, une fois, une seule.",
        "Elle reste en bas plus longtemps qu’il ne faut, pour savoir si elle en est capable.",
        "Sauver les autres ou cesser de se noyer avec eux.",
    ),
    "traits": {
        TraitKind.IMPRINT: ["Brigade fluviale", "Enfant des écluses"],
        TraitKind.MARK: ["Sang-froid en apnée", "Lire un courant à l’oreille"],
        TraitKind.BACKPACK: ["Lampe étanche, presque vide", "Pied-de-biche de la brigade", "Radio à deux canaux"],
    },
    "reaction": (
        "Le silence des radios",
        "Une voix se coupe au milieu d’un mot.",
        "Elle avance sans répondre à personne.",
        "Quelqu’un lui pose la main sur l’épaule.",
    ),
    "objectives": [
        ("Ouvrir la station de pompage avant la marée", "short"),
        ("Retrouver le carnet de Ruben", "medium"),
    ],
}
BASILE: dict[str, Any] = {
    "who": ("Basile Oumarou", "Éclusier de nuit. Il connaît toutes les portes, et qui a perdu la clé de chacune."),
    "weave": (
        "Garder la ville au sec sans que personne le sache.",
        "Il croit que demander de l’aide, c’est déjà céder.",
        "Tenir seul ou faire confiance.",
    ),
    "traits": {
        TraitKind.IMPRINT: ["Maître des vannes"],
        TraitKind.MARK: ["Dos large", "Mémoire des plans"],
        TraitKind.BACKPACK: ["Trousseau de cent clés", "Thermos cabossé"],
    },
    "reaction": ("La porte de 1987", "On parle de la crue.", "Il vérifie chaque verrou.", "On lui rend une clé."),
    "objectives": [("Faire fermer le chenal pour de bon", "long")],
}
HANNE: dict[str, Any] = {
    "who": ("Hanne Verdier", "Journaliste de la rive haute, deux fois renvoyée, trois fois publiée."),
    "weave": (
        "Que le nom des noyés soit imprimé en entier.",
        "Elle préfère une histoire vraie à un ami vivant.",
        "La vérité ou les gens.",
    ),
    "traits": {
        TraitKind.IMPRINT: ["Plume sans filet"],
        TraitKind.MARK: ["Personne ne la remarque"],
        TraitKind.BACKPACK: ["Enregistreur à bande"],
    },
    "reaction": ("Le communiqué", "On lui ment en face.", "Elle rit, puis elle mord.", "Elle écrit la phrase exacte."),
    "objectives": [("Faire parler la gardienne de l’écluse", "short")],
}


def lay_table() -> Seat:
    """Make the demo's people and their table; the GM's seat."""
    people = {name: _person(name) for name in ("intrigueur", "odile", "basile")}
    gm = campaigns.make(user=people["intrigueur"], values={"name": NAME, "spark_start": 2})
    seats = {}
    for name in ("odile", "basile"):
        campaigns.give_seat(seat=gm, username=name, role=Role.PLAYER)
        seats[name] = Seat.objects.get(user=people[name], campaign=gm.campaign)
    odile = _character(seats["odile"], ODILE)
    basile = _character(seats["basile"], BASILE)
    _character(gm, HANNE)
    _play(gm, seats["odile"], odile, basile)
    return gm


def _person(name: str) -> User:
    return User.objects.filter(username=name).first() or User.objects.create_user(name, password=PASSWORD)


def _character(seat: Seat, told: dict[str, Any]) -> Character:
    name, concept = told["who"]
    drive, flaw, tension = told["weave"]
    entry = characters.make(
        seat=seat,
        owner=seat if seat.role == Role.PLAYER else None,
        texts=SheetTexts(
            character={"name": name, "concept": concept},
            sheet={"drive": drive, "flaw": flaw, "tension": tension},
            traits=[{"kind": kind.value, "name": n} for kind, names in told["traits"].items() for n in names],
            reactions=[dict(zip(("name", "trigger", "response", "ending"), told["reaction"], strict=True))],
            objectives=[{"text": text, "term": term} for text, term in told["objectives"]],
        ),
    )
    return Character.objects.select_related("sheet").get(entries=entry)


def _play(gm: Seat, seat: Seat, odile: Character, basile: Character) -> None:
    """A little past: a plain roll, a wound out of a lock that gave way, another by the GM's word."""
    _roll(seat, odile, Faces(d6=(5, 2, 3)), imprint=True)
    _roll(seat, odile, Faces(d6=(4, 1, 2), critical_d6=(3,), d8=(2,)), imprint=True, weave=True, danger=Danger.NORMAL)
    wound = Wound.objects.get(character=odile)
    wounds.rename(seat=seat, character_id=odile.pk, wound_id=wound.pk, name="Paume ouverte sur le verre")
    wounds.tick(seat=gm, character_id=odile.pk, slot=Slot.CRITICAL, name="Poumon noyé, il siffle")
    wounds.inflict(seat=gm, character_id=basile.pk, severity=Severity.GRAVE, name="Épaule démise par la vanne")


def _roll(
    seat: Seat, character: Character, faces: Faces, *, imprint: bool, weave: bool = False, danger: Danger | None = None
) -> None:
    """A roll with dice of the past, announced and read like any other."""
    traits = list(Trait.objects.filter(sheet=character.pk))
    reactions = list(Reaction.objects.filter(sheet=character.pk))
    asked = RollAsked(
        intention=Intention.ACT,
        traits=frozenset([traits[0].pk] if imprint else []),
        weave=Weave.FLAW if weave else None,
        danger=danger,
        advantage=Advantage.NONE,
    )
    play = CharacterState(character, character.sheet, list(Wound.objects.filter(character=character)))
    seat.campaign.refresh_from_db()
    shown = prepare(campaign=seat.campaign, play=play, traits=traits, reactions=reactions, asked=asked)
    rolls.make(
        seat=seat,
        character_id=character.pk,
        asked=asked,
        fingerprint=shown.fingerprint,
        traits=traits,
        reactions=reactions,
        faces=faces,
    )
