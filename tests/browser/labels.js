// Labels that read badly, a line each: shortened by an ellipsis, or broken between a number and its word. And
// pads of tiles whose keyboard order is not the order that the eye sees. A name may be shortened, and so may
// the text of an undo, and the title on a small phone. Four players are shown clockwise, and reached clockwise.
() => {
  const LABELS = "button, .button, .tile, h1, th, .mark, .badge, .player, .side";
  const PADS = ".numbers, .bids, .choices, .who:not(.clockwise), .words__tiles, .practice__numbers";
  const LONGEST = 30; // letters of a label; a longer text is a sentence, which may be broken anywhere
  const faults = [];
  const shown = (element) => element.checkVisibility({ visibilityProperty: true });
  const ancestors = (element) => (element ? [element, ...ancestors(element.parentElement)] : []);
  const shortened = (box) => {
    const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(box);
    return overflowX !== "visible" && (textOverflow === "ellipsis" || webkitLineClamp !== "none")
      && (box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 4);
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const holder = text.parentElement;
    if (!text.data.trim() || !shown(holder)) continue;
    if (holder.closest(".unseen, .skip, .name, .given, .player__called, .back, .sheet, .paper, option, template")) continue;
    if (holder.matches(".top__title") && innerWidth < 350) continue;
    if (ancestors(holder).some(shortened)) faults.push(`shortened: ${text.data.trim()}`);
    if (!holder.closest(LABELS) || holder.closest("p, .notice") || text.data.trim().length > LONGEST) continue;
    for (const { 0: pair, index } of text.data.matchAll(/\d\s+(?=\p{L})/gu)) {
      const [number, word] = [index, index + pair.length].map((at) => {
        const sign = document.createRange();
        sign.setStart(text, at);
        sign.setEnd(text, at + 1);
        return sign.getBoundingClientRect();
      });
      if (word.top > number.bottom - 4) faults.push(`broken: ${text.data.trim()}`);
    }
  }
  for (const pad of [...document.querySelectorAll(PADS)].filter(shown)) {
    const turn = getComputedStyle(pad).direction === "rtl" ? -1 : 1;
    const places = [...pad.querySelectorAll("button, input")].filter(shown)
      .map((control) => (control.closest(".tile") ?? control).getBoundingClientRect());
    const wrong = places.some(({ top, left }, at) => {
      const before = places[at - 1];
      return before && (top < before.top - 4 || top < before.bottom - 4 && (left - before.left) * turn < 0);
    });
    if (wrong) faults.push(`${pad.className}: the keys go another way than the eye`);
  }
  return faults;
}
