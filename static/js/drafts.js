// What is being written stays in this browser until the server has it: a tab closed at once loses nothing.
(() => {
  "use strict";

  const PREFIX = "draft:";
  const OWN_TO_A_PAGE = ["csrfmiddlewaretoken", "key"];
  const form = document.querySelector("form[data-draft]");
  const name = form && PREFIX + new URL(form.action).pathname;
  let leaving = false;
  let stored = true;

  // A browser may refuse to keep anything: then it asks before the page is left.
  function keep(draft) {
    try {
      if (draft) localStorage.setItem(name, JSON.stringify(draft));
      else localStorage.removeItem(name);
      stored = true;
    } catch {
      stored = false;
    }
  }

  function kept(at) {
    try {
      return JSON.parse(localStorage.getItem(at));
    } catch {
      return null;
    }
  }

  function drop(unwanted) {
    try {
      for (const at of Object.keys(localStorage)) if (at.startsWith(PREFIX) && unwanted(at)) localStorage.removeItem(at);
    } catch { /* nothing is kept here at all */ }
  }

  const written = () => [...new FormData(form)].filter(([field, value]) => (
    typeof value === "string" && !OWN_TO_A_PAGE.includes(field)
  ));
  const same = (some, others) => JSON.stringify(some) === JSON.stringify(others);

  // The version and the rows' ids come back too: if the sheet was written elsewhere meanwhile, both texts are shown.
  function restore(fields) {
    for (const element of form.elements) {
      if (!element.name || OWN_TO_A_PAGE.includes(element.name) || ["file", "submit", "button"].includes(element.type)) continue;
      const values = fields.filter(([field]) => field === element.name).map(([, value]) => value);
      if (["checkbox", "radio"].includes(element.type)) element.checked = values.includes(element.value);
      else if (values.length) element.value = values[0];
      if (values[0]) element.closest("details")?.setAttribute("open", "");
    }
  }

  // Kept on the server: sent from the page before this one, which led on to the sheet. An error stays at the
  // address that was sent to, and a session that ran out leads to the sign-in page.
  const from = document.referrer && new URL(document.referrer).pathname;
  drop((at) => {
    const address = at.slice(PREFIX.length);
    const onward = location.pathname !== address && location.pathname.startsWith(address.replace(/[^/]+\/$/, ""));
    return at !== name && onward && from && kept(at)?.sentFrom === from;
  });

  if (form) {
    const shown = written();
    const draft = kept(name);
    const refused = form.dataset.draft === "refused";
    if (refused) keep({ fields: shown });
    else if (draft && !same(draft.fields, shown)) {
      restore(draft.fields);
      keep({ fields: draft.fields });
      const back = document.getElementById("draft-back");
      back.hidden = false;
      back.querySelector("button").addEventListener("click", () => {
        keep(null);
        leaving = true;
        location.reload();
      });
    } else keep(null);
    for (const change of ["input", "change"]) {
      form.addEventListener(change, () => {
        const fields = written();
        keep(refused || !same(fields, shown) ? { fields } : null);
      });
    }
    form.addEventListener("submit", () => {
      keep({ fields: written(), sentFrom: location.pathname });
    });
  }

  document.addEventListener("click", ({ target }) => {
    const link = form && target.closest("a[href]");
    if (!link) return;
    const wanted = kept(name);
    if (link.matches("[data-draft-drop]")) {
      keep(null);
      leaving = true;
    } else if (wanted?.sentFrom) keep({ fields: wanted.fields });  // the answer was not waited for
  });
  // Whoever signs out leaves nothing behind on this machine.
  document.addEventListener("submit", (event) => {
    if (event.target.matches("[data-drafts-drop]")) drop(() => true);
    if (!event.defaultPrevented) leaving = true;
  });

  // What cannot be kept is asked about: a picture that was chosen, notes in a form of another kind.
  window.addEventListener("pageshow", () => { leaving = false; });
  window.addEventListener("beforeunload", (event) => {
    const picture = form && [...form.elements].some((element) => element.type === "file" && element.files.length);
    const notes = [...document.querySelectorAll("textarea")].some((text) => text.form !== form && text.value !== text.defaultValue);
    if (!leaving && (!stored || picture || notes)) event.preventDefault();
  });
})();
