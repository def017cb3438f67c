"""Campaigns and the seats through which people come in."""

import uuid

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.impact.terms import LethalRedemption, Mode, WoundRule
from sheets.models.person import User
from sheets.words.terms import choices_of

SPARKS_LIMIT = 99
SEAT_NAME_LENGTH = 80
ARC_LIMIT = 99


class Ruleset(models.TextChoices):
    IMPACT = "impact", "IMPACT"


class Campaign(models.Model):
    """One table: its terms of play and the counter of its log."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(_("name of the table"), max_length=80)
    ruleset = models.CharField(_("ruleset"), max_length=20, choices=Ruleset, default=Ruleset.IMPACT)
    lethality = models.CharField(_("lethality"), max_length=20, choices=choices_of(Mode), default=Mode.EXIT_ROLL.value)
    lethal_redemption = models.CharField(
        _("redemption in lethal mode"),
        max_length=20,
        choices=choices_of(LethalRedemption),
        default=LethalRedemption.NONE.value,
    )
    wound_rule = models.CharField(
        _("wound rule"), max_length=20, choices=choices_of(WoundRule), default=WoundRule.CHAOS.value
    )
    facettes = models.BooleanField(_("Facettes: several imprints on one roll"), default=False)
    spark_start = models.PositiveSmallIntegerField(
        _("sparks at the start"), default=1, validators=[MaxValueValidator(SPARKS_LIMIT)]
    )
    spark_maximum = models.PositiveSmallIntegerField(
        _("most sparks one may hold"), null=True, blank=True, validators=[MaxValueValidator(SPARKS_LIMIT)]
    )
    arc_sessions = models.PositiveSmallIntegerField(
        _("length of an arc, in sessions"), default=6, validators=[MinValueValidator(1), MaxValueValidator(ARC_LIMIT)]
    )
    players_set_danger = models.BooleanField(_("players may set the danger of their own rolls"), default=True)
    scene_chaos = models.PositiveSmallIntegerField(default=0, editable=False)
    danger = models.ForeignKey("sheets.Announcement", models.SET_NULL, null=True, editable=False, related_name="+")
    # Advantages that lie ready for anyone at the table, until the scene ends (M1).
    advantages = models.PositiveSmallIntegerField(default=0, editable=False)
    twisted_advantages = models.PositiveSmallIntegerField(default=0, editable=False)
    # Which scene of its session, which session of the table, which arc is being played.
    scene_number = models.PositiveIntegerField(default=1, editable=False)
    session_number = models.PositiveIntegerField(default=1, editable=False)
    arc_number = models.PositiveIntegerField(default=1, editable=False)
    # The level that the next announcement is offered at after a disaster (D7); empty when none is.
    danger_offer = models.CharField(max_length=9, blank=True, editable=False)
    # The GM's alone: in no page, fragment, stream or export that reaches anyone else.
    gm_notes = models.TextField(max_length=20_000, blank=True, editable=False)
    gm_notes_version = models.PositiveIntegerField(default=0, editable=False)
    # 0 until the act that opens the table has logged its first terms.
    contract_version = models.PositiveIntegerField(default=0, editable=False)
    # Up from the moment that anyone raises the X-card until the GM takes play up again. Nobody's name is kept.
    x_card = models.BooleanField(default=False, editable=False)
    x_card_answer = models.ForeignKey("sheets.Wording", models.RESTRICT, null=True, editable=False, related_name="+")
    last_number = models.PositiveIntegerField(default=0, editable=False)
    # The key of the tap that made it, of a visitor's demo: it is swept away after a day. A second tap finds it.
    demo_key = models.CharField(max_length=80, unique=True, null=True, editable=False)  # noqa: DJ001 -- null is unique
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(spark_maximum=None) | models.Q(spark_start__lte=models.F("spark_maximum")),
                name="spark_start_within_maximum",
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def demo(self) -> bool:
        """Whether this is a visitor's own demo, whose every seat is theirs."""
        return self.demo_key is not None


class Role(models.TextChoices):
    GM = "gm", _("GM")
    PLAYER = "player", _("Player")
    SPECTATOR = "spectator", _("Spectator")


class SeatQuerySet(models.QuerySet["Seat"]):
    def held(self) -> "SeatQuerySet":
        """The seats that someone sits in now."""
        return self.filter(removed_at=None, user__isnull=False)

    def held_by(self, user: User) -> "SeatQuerySet":
        """The seats that this person may sit in now."""
        return self.filter(user=user, removed_at=None)


class Seat(models.Model):
    """A person's place at a table, and the only source of rights there."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    # Empty once the person has deleted their account: the seat stays, for its characters and its past.
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="seats")
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="seats")
    role = models.CharField(_("role"), max_length=12, choices=Role)
    name = models.CharField(_("name at the table"), max_length=SEAT_NAME_LENGTH)
    # A visitor holds a seat for each player of their demo, counted from 1; everywhere else it is 0.
    demo_place = models.PositiveSmallIntegerField(default=0, editable=False)
    # The version of the contract that this seat last agreed to.
    agreed_version = models.PositiveIntegerField(null=True, editable=False)
    removed_at = models.DateTimeField(null=True, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)

    objects = SeatQuerySet.as_manager()

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints = [
            models.UniqueConstraint(
                fields=["user", "campaign", "role", "demo_place"],
                condition=models.Q(removed_at=None),
                name="one_seat_a_role",
            )
        ]

    def __str__(self) -> str:
        return self.called

    @property
    def called(self) -> str:
        """The name that pages show; of whoever deleted their account, only that they were here."""
        return self.name if self.user_id else gettext("former player")

    @property
    def gone(self) -> bool:
        """Whether nobody sits here any more: the seat was taken away, or its person deleted their account."""
        return self.removed_at is not None or self.user_id is None

    @property
    def is_gm(self) -> bool:
        return self.role == Role.GM
