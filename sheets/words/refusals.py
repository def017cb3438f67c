"""What the rules refuse, said to people. One sentence a code; the numbers come from the error."""

from django.utils.translation import gettext_lazy as _

from rules.errors import BadInput, Refusal, RuleError

MESSAGES = {
    Refusal.TWO_IMPRINTS: _("One imprint a roll. The option Facettes would allow more."),
}
UNREADABLE = _("This value cannot be used here.")


def in_words(error: RuleError | BadInput) -> str:
    """The sentence for an error of the rules, in the language now active."""
    if isinstance(error, BadInput):
        return str(UNREADABLE)
    return str(MESSAGES[error.code]) % error.params
