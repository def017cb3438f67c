"""What every page must bear: rules of accessibility, narrow screens, doubled text."""

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page

# Elements whose right edge lies outside, to name the culprit; what an ancestor scrolls or cuts is none.
OUTSIDE = """() => {
  const room = document.documentElement.clientWidth;
  const held = e => { for (let p = e.parentElement; p && p !== document.body; p = p.parentElement)
    if (getComputedStyle(p).overflowX !== 'visible') return true; return false; };
  return [...document.body.querySelectorAll('*')]
    .filter(e => e.getBoundingClientRect().right > room + 1 && !held(e)).slice(0, 5)
    .map(e => `${e.tagName.toLowerCase()}#${e.id}.${e.className}`);
}"""


def axe(page: Page) -> None:
    """Assert that axe finds no violation on the page as it stands."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    results = AxeResults(page.evaluate("options => axe.run(document, options)", {"resultTypes": ["violations"]}))
    assert results.violations_count == 0, results.generate_report()


def no_sideways(page: Page) -> None:
    """Assert that the page does not scroll sideways (WCAG 1.4.10)."""
    excess = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert excess <= 0, f"{excess} px too wide: {page.evaluate(OUTSIDE)}"


def double_text(page: Page) -> None:
    """Set the text at 200 % (WCAG 1.4.4), until the page is left."""
    page.evaluate("() => { document.documentElement.style.fontSize = '200%' }")
