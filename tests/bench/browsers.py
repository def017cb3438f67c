"""How soon an act is seen in a real browser: in the page that it was pressed on, and in another."""

from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import Page, sync_playwright

from tests.bench.server import HOST, Server, serve
from tests.browser.conftest import ARGUMENTS, CHROMIUM

ACTS = 40
# Notes the moment at which the first card's count of sparks has changed, in milliseconds of the machine's clock.
WATCH = """() => {
  const shown = () => document.querySelector("#party .counter .val").textContent;
  const before = shown();
  window.seen = new Promise(done => {
    const watcher = new MutationObserver(() => {
      if (shown() !== before) { watcher.disconnect(); done(performance.timeOrigin + performance.now()); }
    });
    watcher.observe(document.body, {subtree: true, childList: true, characterData: true});
  });
}"""
PRESS = """which => {
  const now = performance.timeOrigin + performance.now();
  document.querySelectorAll("#party .counter")[0].querySelectorAll("button")[which].click();
  return now;
}"""


def _open(page: Page, server: Server) -> Page:
    page.goto(f"http://{HOST}:{server.port}/sign-in/")
    page.fill("input[name=username]", "intrigueur")
    page.fill("input[name=password]", "demo")
    page.locator("main form button").first.click()
    page.locator("main a.h3").first.click()
    page.wait_for_selector('#live[data-state="open"]', state="attached")
    return page


def browser_lines(database_url: str, folder: Path, *, acts: int = ACTS) -> list[str]:
    """Serve the application, and press in one browser what another watches."""
    own: list[float] = []
    other: list[float] = []
    with serve(database_url, folder, "tests.bench.asgi") as server, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        pages = [_open(chromium.new_context().new_page(), server) for _window in range(2)]
        for act in range(acts):
            for page in pages:
                page.evaluate(WATCH)
            pressed = pages[0].evaluate(PRESS, 1 - act % 2)
            for page, times in zip(pages, (own, other), strict=True):
                times.append(page.evaluate("window.seen") - pressed)
        chromium.close()
    return [
        f"{name:24}{median(found):10.1f}{quantiles(found, n=20)[-1]:9.1f}"
        for name, found in (("act, own DOM", own), ("act, another browser", other))
    ]
