// The list of keyboard shortcuts, and the switch that turns them off on this phone.

import { keep, kept } from "./phone_storage.js";

export function helpSheet() {
  const sheet = document.querySelector("[data-help-sheet]");
  if (!sheet) return;
  const used = sheet.querySelector("[data-keys-used]");
  used.checked = kept("keys") !== "off";
  used.addEventListener("change", () => keep("keys", used.checked ? "" : "off"));
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-help]")) sheet.showModal();
    if (event.target.closest("[data-help-close]")) sheet.close();
  });
}
