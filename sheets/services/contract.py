"""The contract of a table: its lines and veils, and who agreed to which version of it."""

from uuid import UUID

from django.utils.translation import gettext as _

from sheets.models import Boundary, BoundaryKind, Entry, Seat
from sheets.models.folding import fold
from sheets.services.act import act
from sheets.services.kinds import Kind
from sheets.services.refusal import Refused
from sheets.state import AgreementState, TermsState


def add_boundary(*, seat: Seat, kind: BoundaryKind, text: str) -> Entry | None:
    """Add a line or a veil, without a name; it makes a new version of the contract.

    What stands already is not added again, so a form that is sent twice needs no key: a key would keep a name.
    """
    with act(seat=seat, kind=Kind.BOUNDARY_ADDED, nameless=True) as current:
        standing = list(Boundary.objects.filter(campaign=current.campaign, removed=False).select_related("wording"))
        if not any(b.kind == kind and fold(b.wording.text) == fold(text) for b in standing):
            if len(standing) >= Boundary.MOST:
                raise Refused(_("There is room for %(n)d lines and veils.") % {"n": Boundary.MOST}, field="text")
            wording = current.words(text)
            added = Boundary(campaign=current.campaign, kind=kind.value, wording=wording)
            current.add(TermsState(current.campaign, [added]))
            added.save(force_insert=True)
            current.facts = {"kind": kind.value}
    return current.entry


def remove_boundary(*, seat: Seat, boundary_id: UUID) -> Entry | None:
    """Take a line or a veil out of the contract; its words stay readable in the versions that had it."""
    with act(seat=seat, kind=Kind.BOUNDARY_REMOVED) as current:
        boundary = Boundary.objects.filter(campaign=current.campaign, pk=boundary_id, removed=False).first()
        if boundary is None:
            raise Refused(_("This was taken out already."))
        current.add(TermsState(current.campaign, [boundary]))
        boundary.removed = True
        current.facts = {"kind": boundary.kind}
    return current.entry


def agree(*, seat: Seat, version: int) -> Entry | None:
    """Agree to a version of the contract. Refused, changing nothing, if it is not the one that stands."""
    with act(seat=seat, kind=Kind.TERMS_AGREED) as current:
        present = current.campaign.contract_version
        if version != present:
            raise Refused(_("The contract is at version %(n)d by now. Read it, then say it again.") % {"n": present})
        own = Seat.objects.get(pk=seat.pk)
        current.add(AgreementState(own))
        own.agreed_version = version
        current.facts = {"version": version}
    return current.entry


def take_back(*, seat: Seat) -> Entry | None:
    """Take one's own agreement back."""
    with act(seat=seat, kind=Kind.AGREEMENT_TAKEN_BACK) as current:
        own = Seat.objects.get(pk=seat.pk)
        current.add(AgreementState(own))
        current.facts = {"version": own.agreed_version}
        own.agreed_version = None
    return current.entry
