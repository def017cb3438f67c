"""Hands that know the keyboard alone: where the focus is, whether it is seen, how to get from it to something else."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.play import redrawn

# The focus and whether it can be seen: an outline on the element, or on the label that stands for it.
FOCUS = """() => {
  const here = document.activeElement;
  const look = e => getComputedStyle(e);
  const outlined = e => look(e).outlineStyle !== 'none' && parseFloat(look(e).outlineWidth) > 0;
  const shown = [here, here.closest('label')].filter(e => e && e !== document.body).some(outlined);
  const box = (here.closest('label') ?? here).getBoundingClientRect();
  const over = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  const label = here.closest('label') ?? here;
  return {
    what: `${here.tagName} ${here.id} ${here.name ?? ''} ${here.value ?? ''}`,
    shown,
    inside: box.bottom > 0 && box.top < innerHeight && box.height > 0,
    covered: over !== null && !label.contains(over) && !over.contains(label),
  };
}"""
# Where the target lies from the focus: on it, before it or after it in the order of the page.
WAY = """target => {
  const here = document.activeElement;
  if (here === target) return 'here';
  if (here === document.body) return 'Tab';
  return here.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_PRECEDING ? 'Shift+Tab' : 'Tab';
}"""
FOCUS_HELD = "() => document.activeElement !== document.body"
MANY = 120


def check_focus(page: Page) -> None:
    """Assert that the focus is on the screen, outlined, and under nothing (WCAG 2.4.7, 2.4.11)."""
    found = page.evaluate(FOCUS)
    assert found["shown"], f"no focus to be seen: {found}"
    assert found["inside"], f"the focus is off the screen: {found}"
    assert not found["covered"], f"something lies over the focus: {found}"


def keep_focus(page: Page) -> None:
    """After a swap: wait until something of the page has the focus again, and see it."""
    page.wait_for_function(FOCUS_HELD)
    check_focus(page)


def tab_to(page: Page, target: Locator) -> None:
    """Press Tab, backwards if it is nearer so, until the target has the focus; at each stop the focus is seen."""
    expect(target).to_be_visible()
    for _press in range(MANY):
        way = target.evaluate(WAY)
        if way == "here":
            return
        page.keyboard.press(way)
        check_focus(page)
    pytest.fail(f"Tab does not reach {target}")


def arrow_to(page: Page, target: Locator, region: str = "#odds") -> None:
    """Press Down until a radio button of the group is chosen; each press draws the region anew, if one is named."""
    for _press in range(10):
        if target.is_checked():
            break
        if region:
            with redrawn(page, region):
                page.keyboard.press("ArrowDown")
        else:
            page.keyboard.press("ArrowDown")
    check_focus(page)
    expect(target).to_be_checked()
    expect(target).to_be_focused()


def press(page: Page, target: Locator, key: str = "Enter") -> None:
    """Go to a control and press it."""
    tab_to(page, target)
    page.keyboard.press(key)


def type_into(page: Page, target: Locator, text: str) -> None:
    """Go to a field and type."""
    tab_to(page, target)
    page.keyboard.type(text)


def roll_real_dice(page: Page, faces: str) -> None:
    """From the panel as it stands: take real dice, type their faces, one key each, and have them read."""
    with redrawn(page):
        press(page, page.locator('#odds .launch button[name="dice"][value="table"]'))
    expect(page.locator("#faces input[name^=face_]").first).to_be_focused()
    page.keyboard.type(faces)
    check_focus(page)
    page.keyboard.press("Enter")
    page.locator("#outcome").wait_for()
    keep_focus(page)
