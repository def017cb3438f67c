// The roll's panel while others act: its odds are drawn anew at any moment, and what the person does there stays.
(() => {
  "use strict";

  // Whose dice: pressed, and not shown yet. Odds that others' acts ask for meanwhile take the place of that
  // request, so they ask for the same dice.
  let pressed = null;
  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    const { sourceElement: asker, request } = ctx;
    const odds = document.getElementById("odds");
    if (asker.name === "dice" && asker.hasAttribute("hx-post")) pressed = { odds, dice: asker.value };
    else if (asker.id === "asked" && pressed?.odds === odds) request.body.set("dice", pressed.dice);
  });

  const faces = () => [...document.querySelectorAll("#odds [data-faces] input")];

  // Real dice: once a face can grow no further, the next field has the focus.
  document.addEventListener("input", (event) => {
    const field = event.target;
    if (!field.matches("[data-faces] input")) return;
    const sides = Number(field.dataset.sides);
    const full = field.value.length === 2 || (field.value !== "" && Number(field.value) * 10 > sides);
    if (!full) return;
    const fields = [...field.closest("[data-faces]").querySelectorAll("input")];
    const next = fields[fields.indexOf(field) + 1] ?? field.form.querySelector(".launch .btn.main, .btn.main");
    next.focus();
    if (next.select) next.select();
  });

  // Faces typed since the new odds were asked for are not in the answer: they are carried over, each to the die
  // of its kind and number, with the focus and the caret.
  let typed = [];
  document.addEventListener("htmx:before:swap", () => {
    typed = faces().map((field) => ({ field, focused: field === document.activeElement, caret: field.selectionStart }));
  });
  document.addEventListener("htmx:after:swap", () => {
    if (typed.every(({ field }) => field.isConnected)) return;
    const places = faces();
    for (const { field, focused, caret } of typed) {
      const at = places.findIndex((place) => place.name === field.name);
      if (at < 0) continue;
      const [place] = places.splice(at, 1);
      place.value = field.value;
      if (focused) {
        place.focus();
        place.setSelectionRange(caret, caret);
      }
    }
    typed = [];
  });

  // A chaos that was left as the page showed it follows the scene's; one that was typed is the person's own.
  document.addEventListener("htmx:after:swap", () => {
    const form = document.getElementById("roll-form");
    const [field, shown] = [form?.elements.scene_chaos, form?.elements.scene_chaos_shown];
    const now = document.getElementById("odds")?.dataset.chaos;
    if (!shown || !now || field === document.activeElement || (field.value || "0") !== shown.value) return;
    shown.value = now;
    field.value = now === "0" ? "" : now;
  });
})();
