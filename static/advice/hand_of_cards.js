// Counts the cards that are chosen, and bars more than a hand has. The buttons wait for the last one.

const form = document.querySelector("[data-hand-of]");
const boxes = [...form.querySelectorAll("[type=checkbox]")];
const each = Number(form.dataset.handOf);

function count() {
  const chosen = boxes.filter((box) => box.checked).length;
  form.querySelector("[data-chosen] bdi").textContent = `${chosen} / ${each}`;
  for (const box of boxes) box.disabled = chosen >= each && !box.checked;
  for (const button of form.querySelectorAll("[name=ask]")) button.disabled = chosen !== each;
}

form.addEventListener("change", count);
window.addEventListener("pageshow", count); // also after the way back, when a browser fills it in again
