// The list of keyboard shortcuts, and the switch that turns them off on this phone. Loaded when it is asked for.

import { keep, kept } from "./phone_storage.js";

const sheet = document.querySelector("[data-help-sheet]");
const used = sheet.querySelector("[data-keys-used]");

used.addEventListener("change", () => keep("keys", used.checked ? "" : "off"));
sheet.querySelector("[data-help-close]").addEventListener("click", () => sheet.close());

export function showKeys() {
  used.checked = kept("keys") !== "off";
  sheet.showModal();
}
