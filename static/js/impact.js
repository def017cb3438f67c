// The little that the server cannot do: say that it is out of reach, count the acts, and keep the focus.
(() => {
  "use strict";

  const notices = () => document.getElementById("notices");

  function tell(message) {
    const line = document.createElement("p");
    line.className = "notice bad";
    line.textContent = message;
    notices().replaceChildren(line);
  }

  // What the stream brings, or makes the page ask, is no act of the person: it speaks in a place of its own.
  const unasked = (ctx) => ctx?.sourceElement?.id === "live" || ctx?.sourceEvent?.type.endsWith("-changed");

  // A cut connection, a timeout or a 5xx answer changes nothing on the page: the banner says so, until
  // something that the person does succeeds.
  document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
    if (!unasked(ctx)) tell(notices().dataset.unreached);
  });
  document.addEventListener("htmx:response:error", ({ detail: { ctx } }) => {
    if (!unasked(ctx) && ctx.response.status >= 500) tell(notices().dataset.unreached);
  });
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    const status = ctx?.response?.status;
    if (!unasked(ctx) && status && status < 400) notices().replaceChildren();
  });

  // One key serves all small acts of a page. Its counter moves on once an act is answered: clicks that wait
  // in the queue get the number of their turn, and a retry after a lost answer repeats the number it had.
  let turn = 0;
  // The form sends for its buttons; one that asks first sends by itself, and has no form any more if the stream
  // has meanwhile taken it off the page: so by its attribute.
  const isAct = (ctx) => ctx.sourceElement?.id === "act" || ctx.sourceElement?.getAttribute("form") === "act";
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    if (!isAct(ctx)) return;
    ctx.request.body.set("key", `${ctx.request.body.get("key")}.${turn}`);
    ctx.request.submitter?.classList.add("htmx-request"); // the region shows that it works
  });
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    if (isAct(ctx)) ctx.request.submitter?.classList.remove("htmx-request");
  });
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    if (isAct(ctx) && ctx.response.status < 400) turn += 1;
  });
  document.addEventListener("key-spent", () => { turn += 1; });

  // Signed in anew in another tab: the refusal brings the token by which this page may go on.
  document.addEventListener("csrf-renewed", ({ detail }) => {
    for (const field of document.getElementsByName("csrfmiddlewaretoken")) field.value = detail.token;
  });

  // Times are the server's; where a browser lives by another clock, it says them by its own.
  function ownClock() {
    for (const time of document.querySelectorAll("time[datetime]")) {
      const at = new Date(time.dateTime);
      const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(time.dateTime) ?? [];
      if (!sign || Number(`${sign}${hours * 60 + Number(minutes)}`) === -at.getTimezoneOffset()) continue;
      const day = at.toDateString() === new Date().toDateString() ? {} : { day: "numeric", month: "short" };
      const how = { ...day, hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
      const said = new Intl.DateTimeFormat(document.documentElement.lang, how).format(at);
      if (time.textContent !== said) time.textContent = said;
    }
  }
  ownClock();
  document.addEventListener("htmx:after:swap", ownClock);

  // A link or a code is copied by one press, where scripts run: without them it is selected and copied by hand.
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("[data-copy]");
    if (!button) return;
    const source = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(source.value ?? source.textContent);
    } catch {
      // No clipboard outside HTTPS: the old way.
      getSelection().selectAllChildren(source);
      source.select?.();
      document.execCommand("copy");
    }
    button.querySelector("span").textContent = button.dataset.done;
    document.getElementById("aloud").textContent = button.dataset.done;
  });

  // What had the focus may be swapped away with its region: the focus goes on to what took its place there, to
  // a field that is wrong or to the first die before all, and never back to the top of the page.
  let left = null;
  document.addEventListener("htmx:before:swap", () => {
    const { activeElement: here, body } = document;
    if (here && here !== body) left = { here, around: idsAround(here) };
  });
  // After all that listens: doubled rows of the log are taken away by another script.
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => queueMicrotask(() => {
    passFocusOn();
    if (!unasked(ctx)) showFocus();
  }));

  // What got the focus first may be pushed off the screen by a region above it that came with the same answer.
  function showFocus() {
    const { activeElement: here, body } = document;
    const { top, bottom } = here.getBoundingClientRect();
    if (here !== body && (bottom <= 0 || top >= innerHeight)) here.scrollIntoView({ block: "nearest" });
  }

  function passFocusOn() {
    if (!left || left.here.isConnected || document.activeElement !== document.body) return;
    const { here, around } = left;
    left = null;
    const region = around.map((id) => document.getElementById(id)).find(Boolean);
    if (!region) return;
    if (region.matches(DESKS) && !region.firstElementChild) {
      leaveDesk(region);
      return;
    }
    const dice = here.name === "dice" && here.value === "table" ? "[data-faces] input" : here.localName;
    const next = ["[aria-invalid=true]", dice, "a, button"].map((s) => region.querySelector(s)).find(Boolean);
    if (!next) region.tabIndex = -1;
    (next ?? region).focus();
  }

  // A desk emptied by the act done there: back to what had opened it, or else to the heading of what stands before.
  const DESKS = "#desk, #fall-desk";
  const openers = {};
  document.addEventListener("focusin", ({ target, relatedTarget }) => {
    const desk = target.closest(DESKS);
    if (desk && relatedTarget?.id && !desk.contains(relatedTarget)) openers[desk.id] = relatedTarget.id;
  });

  function leaveDesk(desk) {
    let next = document.getElementById(openers[desk.id]);
    for (let at = desk.previousElementSibling; at && !next; at = at.previousElementSibling) {
      next = at.querySelector("h1, h2, h3, summary");
    }
    next ??= document.querySelector("main h1");
    if (next.tabIndex < 0) next.tabIndex = -1;
    next.focus();
  }

  function idsAround(element) {
    const ids = [];
    for (let at = element.parentElement; at; at = at.parentElement) if (at.id) ids.push(at.id);
    return ids;
  }
})();
