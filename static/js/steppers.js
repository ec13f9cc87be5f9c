// Plus and minus beside a number, a row of numbers under it, and what the sum is short of.
// The words for every sum come with the page: no rule is written here.

import { hold } from "./shield.js";

export function steppers(main) {
  for (const stepper of main.querySelectorAll(".stepper")) {
    const input = stepper.querySelector("input");
    const pad = stepper.parentElement.querySelector(".pad");
    for (const button of stepper.querySelectorAll("[data-by]")) {
      button.addEventListener("click", () => set(input, Number(input.value) + Number(button.dataset.by)));
    }
    if (!pad) continue;
    input.readOnly = true;
    input.addEventListener("click", () => {
      for (const other of main.querySelectorAll(".pad")) if (other !== pad) other.hidden = true;
      pad.hidden = !pad.hidden;
      hold(); // what is below has moved under the finger
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

function set(input, number) {
  input.value = Math.min(Number(input.max), Math.max(Number(input.min), number));
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

function count(form) {
  const words = [...form.querySelector("[data-sums]").content.children];
  const left = form.querySelector("[data-left]");
  const button = form.querySelector("[data-when-right]");
  const problem = form.querySelector(".problem");
  const recount = () => {
    const numbers = [...form.querySelectorAll(".stepper input")].map((input) => Number(input.value));
    const sum = numbers.reduce((total, number) => total + number, 0);
    const word = words[Math.min(sum, words.length - 1)];
    left.replaceChildren(...word.cloneNode(true).childNodes);
    if (problem && problem.textContent.trim() === left.textContent.trim()) problem.remove();
    button.classList.toggle("button--main", !left.hasChildNodes());
  };
  form.addEventListener("input", recount);
  recount();
}
