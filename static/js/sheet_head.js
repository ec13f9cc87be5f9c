// Keeps the head of a score sheet that scrolls sideways in sight, by a copy above it that moves along.
// Marks the sheet while there are more columns to scroll to.

const SLACK = 4; // pixels that a browser may round away

let watched;

export function sheetHead(main) {
  watched?.disconnect();
  watched = new ResizeObserver((sheets) => sheets.forEach(({ target }) => fit(target)));
  for (const sheet of main.querySelectorAll("[data-sheet] > .sheet")) watched.observe(sheet);
}

function fit(sheet) {
  sheet.parentElement.querySelector(".sheet__strip")?.remove();
  sheet.onscroll = null;
  const hidden = () => sheet.scrollWidth - sheet.clientWidth - Math.abs(sheet.scrollLeft);
  sheet.parentElement.toggleAttribute("data-more", hidden() > SLACK);
  if (sheet.scrollWidth <= sheet.clientWidth) return;
  const table = sheet.querySelector("table");
  const copy = table.cloneNode(false);
  copy.append(table.tHead.cloneNode(true));
  const strip = document.createElement("div");
  strip.className = "sheet__strip";
  strip.setAttribute("aria-hidden", "true");
  strip.append(copy);
  sheet.before(strip);
  strip.style.marginBlockEnd = `${-strip.offsetHeight}px`;
  sheet.onscroll = () => {
    strip.scrollLeft = sheet.scrollLeft;
    sheet.parentElement.toggleAttribute("data-more", hidden() > SLACK);
  };
  sheet.onscroll();
}
