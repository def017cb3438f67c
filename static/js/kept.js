// A session that ended sends the page to sign in. What was typed waits in this tab, and is put back where it
// was once the same page is there again; anywhere else it is forgotten. Whole sheets are seen to by drafts.js.
(() => {
  "use strict";

  const STORE = "typed";
  const here = location.pathname + location.search;
  const atTheDoor = document.body.dataset.door === "true";
  const TYPED = "input:not([type=hidden], [type=password], [type=file], [type=submit]), textarea, select";

  const ours = (field) => field.name && field.form && !field.form.matches("[data-draft]");
  const changed = (field) => {
    if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
    if (field.localName === "select") return [...field.options].some((o) => o.selected !== o.defaultSelected);
    return field.value !== field.defaultValue;
  };
  const fieldsLike = (form, name) =>
    [...document.querySelectorAll(TYPED)].filter((f) => f.name === name && f.form?.getAttribute("action") === form);

  function keep() {
    const fields = [...document.querySelectorAll(TYPED)].filter((f) => ours(f) && changed(f)).map((f) => {
      if (f.localName === "textarea") f.defaultValue = f.value;  // kept, so leaving asks nothing
      const form = f.form.getAttribute("action");
      return { form, name: f.name, place: fieldsLike(form, f.name).indexOf(f), value: f.value, checked: f.checked };
    });
    if (fields.length) sessionStorage.setItem(STORE, JSON.stringify({ here, fields }));
    else sessionStorage.removeItem(STORE);
  }

  function putBack({ form, name, place, value, checked }) {
    const field = fieldsLike(form, name)[place];
    if (!field) return false;
    for (let at = field.closest("details"); at; at = at.parentElement?.closest("details")) at.open = true;
    if (field.type === "checkbox" || field.type === "radio") field.checked = checked;
    else field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
    return true;
  }

  document.addEventListener("htmx:before:response", ({ detail: { ctx } }) => {
    if (ctx.hx?.redirect) keep();
  });

  const kept = JSON.parse(sessionStorage.getItem(STORE) ?? "null");
  if (!kept) return;
  if (atTheDoor) {
    sessionStorage.setItem(STORE, JSON.stringify({ ...kept, led: true }));
    return;
  }
  sessionStorage.removeItem(STORE);
  if (!kept.led || kept.here !== here || !kept.fields.map(putBack).some(Boolean)) return;
  const notices = document.getElementById("notices");
  const line = document.createElement("p");
  line.className = "notice";
  line.textContent = notices.dataset.returned;
  notices.append(line);
})();
