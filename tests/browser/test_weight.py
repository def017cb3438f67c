"""What the first load of a sheet weighs."""

import gzip
from urllib.parse import urlsplit

from tests.browser.pages import lay_pages

PAGE_BUDGET, SCRIPT_BUDGET = 150_000, 30_000
# Kept compressed by their own format: no server compresses them again.
COMPRESSED = (".woff2", ".webp", ".png", ".jpg")


def test_the_first_load_of_a_sheet_is_light(new_page):
    """At most 150 KB compressed, fonts included, and 30 KB of JavaScript.

    The tests serve files as they are written, uncompressed. What the browser fetched is therefore compressed
    here as whitenoise does when it collects them (gzip, level 9); fonts count as they are. The page itself
    counts as it went over the wire.
    """
    shown = lay_pages()["sheet of its player"]
    page = new_page(user=shown.user)
    answers = []
    page.on("response", lambda response: answers.append(response))
    page.goto(shown.address)
    page.evaluate("() => document.fonts.ready")
    page.wait_for_function("() => document.getElementById('live')?.dataset.state !== undefined")
    weights = {}
    for answer in answers:
        address = urlsplit(answer.url).path
        if answer.status != 200 or address.endswith("/stream"):
            continue
        squeezed = address.startswith("/static/") and not address.endswith(COMPRESSED)
        sent = answer.request.sizes()["responseBodySize"]
        weights[address] = len(gzip.compress(answer.body(), 9)) if squeezed else sent
    assert any(address.endswith(".woff2") for address in weights)
    scripts = sum(weight for address, weight in weights.items() if address.endswith(".js"))
    print(f"first load: {sum(weights.values())} bytes, scripts {scripts}: {weights}")
    assert 0 < scripts <= SCRIPT_BUDGET, weights
    assert sum(weights.values()) <= PAGE_BUDGET, weights
