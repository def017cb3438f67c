"""The faces of dice thrown on the table, typed in beside the roll panel."""

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from rules.dice import MAX_DICE
from rules.errors import BadInput
from rules.impact.reading import SIDES, Faces, check_faces


class FacesForm:
    """The faces typed in, one field a die, kept as typed when they are refused."""

    def __init__(self, data: QueryDict) -> None:
        self.typed = {kind: data.getlist(f"face_{kind}")[: MAX_DICE + 1] for kind in SIDES}
        self.errors: dict[str, str] = {}

    def faces(self) -> Faces | None:
        """The faces as numbers, or None with a message at each kind of die that cannot be read."""
        read: dict[str, tuple[int, ...]] = {}
        for kind, typed in self.typed.items():
            read[kind] = tuple(int(t) for t in typed if _is_plain_number(t))
            if len(read[kind]) != len(typed):
                self.errors[kind] = str(_("Type the number that each die shows."))
        if not self.errors:
            try:
                check_faces(Faces(**read))
            except BadInput as error:
                message = _("A die of this kind shows 1 to %(sides)d.") % {"sides": SIDES[error.field]}
                self.errors[error.field] = str(message)
        return None if self.errors else Faces(**read)

    def refuse(self, message: str, field: str | None) -> bool:
        """Put a refusal at the kind of die it is about; False if it is about something else."""
        if field in SIDES:
            self.errors[field] = message
        return field in SIDES


def _is_plain_number(text: str) -> bool:
    """One or two plain digits: no sign, space, separator or digit of another script."""
    return text.isascii() and text.isdigit() and len(text) <= 2
