"""Links by which people come to a table."""

import uuid

from django.db import models

from sheets.models.campaign import Campaign, Role


class InviteQuerySet(models.QuerySet["Invite"]):
    def live(self) -> "InviteQuerySet":
        """The links that let people in now."""
        return self.filter(closed_at=None)


class Invite(models.Model):
    """A link that seats whoever follows it, in its role, until it is closed. One is live a role and table."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="invites")
    role = models.CharField(max_length=12, choices=[(r.value, r.label) for r in (Role.PLAYER, Role.SPECTATOR)])
    # As `services.codes` folds it: upper case, without the hyphens that are shown.
    code = models.CharField(max_length=16, unique=True)
    closed_at = models.DateTimeField(null=True)
    made_at = models.DateTimeField(auto_now_add=True)

    objects = InviteQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "role"], condition=models.Q(closed_at=None), name="one_live_invite_a_role"
            )
        ]
