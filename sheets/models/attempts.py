"""How often something was tried lately."""

from django.db import models


class Attempts(models.Model):
    """The tries of one kind by one source in the running period. Who it was cannot be read from it."""

    bucket = models.CharField(max_length=64, primary_key=True)
    # In seconds since 1970, as whole numbers, so that one statement can compare and set them on either database.
    began = models.BigIntegerField(db_index=True)
    tries = models.PositiveIntegerField()
