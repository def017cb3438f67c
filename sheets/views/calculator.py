"""The odds of any roll, without a seat or an account; whoever has the address sees the same."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from sheets.forms.calculator import CalculatorForm
from sheets.views.guards import PersonRequest


@require_safe
def calculator(request: PersonRequest) -> HttpResponse:
    """The exact odds of what the address asks; nonsense is told at its field, the rest stays (422)."""
    form = CalculatorForm(request.GET)
    valid = form.is_valid()
    link = f"{reverse('sheets:calculator')}?{form.address()}" if valid else ""
    shown = form.calculated() if valid else None
    context = {"form": form, "shown": shown, "campaign": shown and shown.campaign, "link": link}
    template = "sheets/regions/calculated.html" if request.htmx else "calculator.html"
    response = render(request, template, context | {"beside": request.htmx}, status=200 if valid else 422)
    if request.htmx and link:
        response["HX-Replace-Url"] = link
    return response
