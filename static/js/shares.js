// The points of cards, shared among the sides: a tap on a number gives it to the framed side, and frames
// the next side without a number; a focus in the fields goes along. The last side gets the rest; if nothing is left, all others get 0. Another
// button gives the rest to one side. Nothing is recorded before the button for that is tapped.

import { game } from "./ask_server.js";
import { say } from "./status_line.js";

let kept = {}; // the present question, and the names of the fields whose numbers are a rest of it

export function shares(main) {
  for (const form of main.querySelectorAll("form[data-shares]")) share(form);
}

function share(form) {
  const inputs = [...form.querySelectorAll("[name^=shares-]")];
  const pad = form.querySelector("[data-shares-pad]");
  let framed; // the field that gets the next number
  const { hand, question: asked } = form.elements;
  const question = [game()?.game, form.action, hand?.value, asked?.value].join(" ");
  if (kept.question !== question) kept = { question, rests: new Set() };
  const { rests } = kept; // another tap changes them, also after a page of the server has come
  const open = () => inputs.filter((input) => input.value === "" || rests.has(input.name));
  const set = (input, number) => {
    input.value = number;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const restFor = (input) => {
    const given = inputs.reduce((sum, other) => sum + (other === input ? 0 : Number(other.value)), 0);
    return Math.max(Number(form.dataset.shares) - given, 0);
  };
  const focused = () => inputs.find((input) => input === document.activeElement);
  const emptyAfter = (input) => {
    const at = inputs.indexOf(input) + 1;
    return [...inputs.slice(at), ...inputs.slice(0, at)].find(({ value }) => value === "");
  };
  const frame = (input) => {
    framed = input;
    for (const other of inputs) other.closest("li").classList.toggle("shares--next", other === input);
  };

  for (const input of inputs) {
    input.readOnly = Boolean(pad);
    input.addEventListener("focus", () => frame(input));
    input.closest("li").querySelector("[data-rest]").addEventListener("click", () => {
      for (const other of open()) {
        rests.add(other.name);
        set(other, 0);
      }
      rests.add(input.name);
      set(input, restFor(input));
    });
  }
  pad?.addEventListener("click", (event) => {
    const input = framed;
    const tile = event.target.closest("[data-to]");
    if (!tile) return;
    if (!input) return say(pad.dataset.full, 6);
    rests.delete(input.name);
    set(input, tile.dataset.to);
    const others = open();
    for (const other of others) set(other, "");
    if (others.length === 1 || !restFor())
      for (const other of others) {
        rests.add(other.name);
        set(other, restFor(other));
      }
    const next = emptyAfter(input);
    if (focused()) next?.focus({ preventScroll: true });
    frame(next ?? focused());
  });
  const begin = () => frame(focused() ?? emptyAfter());
  form.addEventListener("input", begin); // also when a draft is filled in
  begin();
}
