// Counts the cards that are chosen, and bars more than a hand has. The buttons wait for enough.

const form = document.querySelector("[data-hand-of]");
const boxes = [...form.querySelectorAll("[type=checkbox]")];
const most = Number(form.dataset.handOf);
const least = Number(form.dataset.least);

function count() {
  const chosen = boxes.filter((box) => box.checked).length;
  form.querySelector("[data-chosen] bdi").textContent = `${chosen} / ${most}`;
  for (const box of boxes) box.disabled = chosen >= most && !box.checked;
  for (const button of form.querySelectorAll("[name=ask]")) button.disabled = chosen < least;
}

form.addEventListener("change", count);
window.addEventListener("pageshow", count); // also after the way back, when a browser fills it in again
