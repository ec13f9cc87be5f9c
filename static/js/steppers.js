// Numbers of tricks: plus and minus, a pad of numbers, by how much each row misses its contract, and the
// tricks that are left. The page has the words for every sum: this module contains no rules.

import { hold } from "./tap_guard.js";

export function steppers(main) {
  for (const stepper of main.querySelectorAll(".stepper")) {
    const input = stepper.querySelector("input");
    const pad = stepper.parentElement.querySelector(".pad");
    const buttons = stepper.querySelectorAll("[data-by]");
    for (const button of buttons) {
      button.addEventListener("click", () => set(input, Number(input.value) + Number(button.dataset.by)));
    }
    const off = stepper.parentElement.querySelector("[data-off]");
    const show = () => {
      for (const button of buttons) button.ariaDisabled = input.value === (button.dataset.by > 0 ? input.dataset.max : input.dataset.min);
      if (off) off.textContent = miss(Number(input.value) - Number(off.dataset.off));
      for (const number of pad?.querySelectorAll("[data-to]") ?? []) {
        if (number.dataset.to === input.value) number.setAttribute("aria-current", "true");
        else number.removeAttribute("aria-current");
      }
    };
    input.addEventListener("input", show);
    show();
    if (!pad) continue;
    input.readOnly = true;
    input.addEventListener("click", () => {
      for (const other of main.querySelectorAll(".pad")) if (other !== pad) other.hidden = true;
      pad.hidden = !pad.hidden;
      pad.scrollIntoView({ block: "nearest" });
      hold(); // the controls below have moved under the finger
    });
    pad.addEventListener("click", (event) => {
      const number = event.target.closest("[data-to]");
      if (!number) return;
      set(input, Number(number.dataset.to));
      pad.hidden = true;
      hold();
    });
  }
  for (const form of main.querySelectorAll("form[data-tricks]")) count(form);
}

// The difference from the contract, as in +1; empty if the contract was made.
const miss = (number) => (number ? `${number > 0 ? "+" : "\u2212"}${Math.abs(number)}` : "");

function set(input, number) {
  input.value = Math.min(Number(input.dataset.max), Math.max(Number(input.dataset.min), number));
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

function count(form) {
  const words = [...form.querySelector("[data-sums]").content.children];
  const left = form.querySelector("[data-left]");
  const button = form.querySelector("[data-when-right]");
  const recount = (event) => {
    const values = [...form.querySelectorAll(".stepper input")].map((input) => input.value);
    const sum = values.reduce((total, value) => total + Number(value), 0);
    const word = words[Math.min(sum, words.length - 1)]; // undefined if one of them is no number
    left.replaceChildren(...(word?.cloneNode(true).childNodes ?? []));
    left.classList.remove("problem");
    left.classList.toggle("left--open", !event || values.includes(""));
    if (event) form.querySelector("p.problem:not(.left)")?.remove(); // it is about the numbers before
    button.classList.toggle("button--main", !left.hasChildNodes());
  };
  form.addEventListener("input", recount);
  recount();
}
