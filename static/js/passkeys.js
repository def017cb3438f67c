// Passkeys: what the server asks goes to the browser's own dialogue, and its answer back in a plain form.
(() => {
  "use strict";

  const forms = document.querySelectorAll("[data-passkey]");
  if (!window.PublicKeyCredential || !navigator.credentials || !forms.length) return;

  const toBytes = (text) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  const toText = (buffer) =>
    btoa(Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join(""))
      .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const withBytes = (keys) => keys?.map((key) => ({ ...key, id: toBytes(key.id) }));

  async function create(asked) {
    const { rawId, response } = await navigator.credentials.create({
      publicKey: {
        ...asked,
        challenge: toBytes(asked.challenge),
        user: { ...asked.user, id: toBytes(asked.user.id) },
        excludeCredentials: withBytes(asked.excludeCredentials),
      },
    });
    return { credential: rawId, client_data: response.clientDataJSON, attestation: response.attestationObject };
  }

  async function get(asked) {
    const { rawId, response } = await navigator.credentials.get({
      publicKey: { ...asked, challenge: toBytes(asked.challenge) },
    });
    return {
      credential: rawId,
      client_data: response.clientDataJSON,
      authenticator_data: response.authenticatorData,
      signature: response.signature,
      user_handle: response.userHandle ?? new ArrayBuffer(0),
    };
  }

  function say(form, message) {
    const line = document.createElement("p");
    line.className = "notice bad";
    line.textContent = message;
    form.querySelector(".said").replaceChildren(line);
  }

  async function carry(form) {
    const answer = await fetch(form.dataset.ask, { method: "POST", body: new URLSearchParams(new FormData(form)) });
    if (answer.status >= 500) throw new Error(answer.statusText);
    // What the server does not agree to, it says on the page that the form leads to.
    if (answer.ok && !answer.redirected) {
      const { publicKey } = await answer.json();
      const brought = await (form.dataset.passkey === "create" ? create : get)(publicKey);
      for (const [name, buffer] of Object.entries(brought)) form.elements[name].value = toText(buffer);
    }
    form.submit();
  }

  const WORDS = { NotAllowedError: "cancelled", AbortError: "cancelled", InvalidStateError: "known" };
  for (const form of forms) {
    let busy = false;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (busy) return;
      busy = true;
      form.querySelector(".said").replaceChildren();
      try {
        await carry(form);
      } catch (error) {
        say(form, form.querySelector(".said").dataset[WORDS[error.name] ?? "failed"]);
      } finally {
        busy = false;
      }
    });
    form.hidden = false;
    form.parentElement.querySelector("[data-without-passkeys]")?.remove();
  }
})();
