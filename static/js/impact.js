// The little that the server cannot do: say that it is out of reach, and move from die to die.
(() => {
  "use strict";

  const notices = () => document.getElementById("notices");

  function tell(message) {
    const line = document.createElement("p");
    line.className = "notice bad";
    line.textContent = message;
    notices().replaceChildren(line);
  }

  // A cut connection, a timeout or a 5xx answer changes nothing on the page: the banner says so.
  // The stream says how it stands in a place of its own.
  document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
    if (ctx?.sourceElement?.id !== "live") tell(notices().dataset.unreached);
  });
  document.addEventListener("htmx:response:error", (event) => {
    if (event.detail.ctx.response.status >= 500) tell(notices().dataset.unreached);
  });
  // What the person did next, and not what the stream made the page ask, puts the banner away.
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    const status = ctx?.response?.status;
    if (status && status < 400 && ctx.sourceEvent?.type !== "stakes-changed") notices().replaceChildren();
  });

  // One key serves all small acts of a page. Its counter moves on once an act is answered: clicks that wait
  // in the queue get the number of their turn, and a retry after a lost answer repeats the number it had.
  let turn = 0;
  // By its attribute: a button that the stream has meanwhile taken off the page has no form any more.
  const isAct = (ctx) => ctx.sourceElement?.getAttribute("form") === "act";
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    if (isAct(ctx)) ctx.request.body.set("key", `${ctx.request.body.get("key")}.${turn}`);
  });
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    if (isAct(ctx) && ctx.response.status < 400) turn += 1;
  });
  document.addEventListener("key-spent", () => { turn += 1; });

  // Real dice: once a face can grow no further, the next field has the focus.
  document.addEventListener("input", (event) => {
    const field = event.target;
    if (!field.matches("[data-faces] input")) return;
    const sides = Number(field.dataset.sides);
    const full = field.value.length === 2 || (field.value !== "" && Number(field.value) * 10 > sides);
    if (!full) return;
    const fields = [...field.closest("[data-faces]").querySelectorAll("input")];
    const next = fields[fields.indexOf(field) + 1] ?? document.querySelector("#odds .launch .btn.main");
    next.focus();
    if (next.select) next.select();
  });
})();
