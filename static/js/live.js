// The page's stream: opened while the page is seen, opened again when it breaks, closed when told to.
// hx-sse reads it and reconnects by itself once it is open; the first opening, pauses of hidden pages and
// the word that stands in the bar are seen to here.
(() => {
  "use strict";

  const LONGEST_WAIT = 2000;
  const line = document.getElementById("live");
  if (!line) return;
  const state = document.getElementById("live-state");
  let wait = 250;
  let over = "";

  const say = (word) => {
    line.dataset.state = word;
    if (state) state.textContent = line.dataset[word];
  };

  async function open() {
    if (document.hidden || over || line._htmx?.sse) return;
    await htmx.ajax("GET", line.dataset.address + line.dataset.after, { source: line, swap: "none" });
    if (line._htmx?.sse) return;
    say("lost");
    setTimeout(open, wait);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }

  line.addEventListener("htmx:sse:after:connection", (event) => {
    if (event.detail.connection.status !== 200) return;
    wait = 250;
    say("open");
  });
  line.addEventListener("htmx:sse:error", () => say("lost"));
  line.addEventListener("htmx:sse:after:message", (event) => {
    // A stream that is opened anew starts after what this page has heard.
    if (event.detail.message.id) line.dataset.after = event.detail.message.id;
  });
  line.addEventListener("htmx:sse:before:message", (event) => {
    if (event.detail.message.event === "closed") over = event.detail.message.data;
  });
  line.addEventListener("htmx:sse:close", () => {
    if (over === "ended") say("ended");
    else say("lost");
    // Pushed out by newer pages of the same person: wait until this one is looked at again.
    if (over === "stalled" || !over) setTimeout(open, wait);
    if (over === "stalled") over = "";
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    if (over === "surplus") over = "";
    open();
  });

  // The stream may tell of one's own act before its answer is here: panel and leaf wait for the answer.
  for (const news of ["state-changed", "stakes-changed"]) {
    window.addEventListener(news, (event) => {
      const underWay = document.querySelector("#roll-form.htmx-request, .desk-leaf .htmx-request");
      if (event.target === line && underWay) event.stopImmediatePropagation();
    }, true);
  }

  // One's own act comes twice, in its answer and by the stream, in any order: of two rows one stays, the
  // answer's if there is a choice, since it has the button to undo.
  document.addEventListener("htmx:after:swap", () => {
    const kept = new Map();
    for (const row of document.querySelectorAll("#log-rows > li[id]")) {
      const twin = kept.get(row.id);
      if (!twin) kept.set(row.id, row);
      else if (row.contains(document.activeElement) || (row.querySelector("button") && !twin.querySelector("button"))) {
        twin.remove();
        kept.set(row.id, row);
      } else row.remove();
    }
  });

  open();
})();
