// Measures the page of a game as it stands, and tells what does not fit, a line each. In the window and
// under nothing has to be the question, its answers, the main button, and what is to be decided.
// `scrolls` allows one scroll of the page, `enlarged` more: then nothing may be covered or cut.
({ scrolls, enlarged }) => {
  const WANTED = [
    ".question__title", ".question .question__hint", ".question button", ".question .tile",
    ".question .button", ".question summary", ".question .stepper__number", ".problem",
    ".news > .notice .button", ".calls", ".tally__progress", ".winner__title", ".winner .chart",
    ".winner .awards", ".winner__ways .button", ".result[open] .line", ".your-turn",
    ".unsent:not([hidden]) summary", ".unsent:not([hidden]) button", ".question ~ .back .button",
    ".held", ".said-so-far", ".advised", ".advised__why p", ".choose-cards__title", ".practice .tile",
    ".practice > .button", ".practice summary", ".advised + .button", ".choose-cards__ways .button",
  ].join();
  const APART = 3; // pixels between two numbers
  const misfits = [];
  const shown = (element) => element.checkVisibility({ visibilityProperty: true })
    && element.getBoundingClientRect().height > 1 && !element.closest(".unseen");
  const called = (element) => {
    const words = (element.innerText ?? "").trim().replace(/\s+/g, " ").slice(0, 30);
    return `${element.getAttribute("class")?.split(" ")[0] || element.tagName} “${words}”`;
  };
  const all = () => [...document.querySelectorAll(WANTED)].filter(shown).filter((element) =>
    !document.querySelector(".result[open]") || element.closest(".result"));
  // A point of it that something else lies over, or that is off the window.
  const hidden = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const inset = Math.min(6, (right - left) / 4, (bottom - top) / 4);
    const points = [
      [(left + right) / 2, (top + bottom) / 2], [left + inset, top + inset],
      [right - inset, top + inset], [left + inset, bottom - inset], [right - inset, bottom - inset],
    ];
    for (const [x, y] of points) {
      const hit = document.elementsFromPoint(x, y).find((it) => !it.matches(".shield"));
      if (!hit) {
        const off = Math.max(bottom - innerHeight, -top, -left, right - innerWidth);
        return `off the window by ${Math.ceil(off)} px`;
      }
      if (!element.contains(hit) && !hit.contains(element)) {
        const over = Math.ceil(bottom - hit.getBoundingClientRect().top);
        return `under ${called(hit)} by ${over} px`;
      }
    }
    return "";
  };
  const look = (but = () => false) => all().filter((element) => !but(element))
    .map((element) => [element, hidden(element)]).filter(([, why]) => why)
    .map(([element, why]) => `${called(element)} is ${why}`);
  // What is to be decided first stands at the top, and the question is scrolled to after that.
  const unseen = new Set();
  const decided = (element) =>
    element.matches(".unsent__title, .unsent--choice *") && !unseen.has(element);
  scrollTo(0, 0);
  if (enlarged) {
    for (const element of all()) {
      element.scrollIntoView({ block: "center" });
      const why = element.offsetHeight < innerHeight / 2 && hidden(element);
      if (why) misfits.push(`${called(element)} is ${why}`);
    }
    scrollTo(0, 0);
  } else {
    // After a bid of many calls, and with the names of partners, a small phone shows these after the scroll.
    const upright = innerWidth < innerHeight && !document.querySelector(".calls > :nth-child(9), .players--sides");
    const dear = (line) => !scrolls || upright || !/^button “[↶↷]/.test(line);
    let worst = look().filter(dear);
    for (const element of all())
      if (!element.matches(".unsent__title") && hidden(element)) unseen.add(element);
    if (worst.length && scrolls) {
      const first = all().find((element) => element.closest(".question, .winner, .result"));
      scrollTo(0, first.getBoundingClientRect().top + scrollY - 4);
      const rest = look(decided).filter(dear);
      if (rest.length < worst.length) worst = rest;
      scrollTo(0, 0);
    }
    misfits.push(...worst);
  }
  for (const box of document.querySelectorAll("main *, .unsent, .unsent *")) {
    if (box.closest(".sheet, .wide") || !shown(box)) continue;
    const scrollable = /auto|scroll/.test(getComputedStyle(box).overflowY);
    if (scrollable && box.scrollHeight > box.clientHeight + 1)
      misfits.push(`${called(box)} scrolls in a box`);
  }
  // What has no room above the question is not shown at all.
  const between = document.querySelector(".so-far")?.getBoundingClientRect();
  for (const part of between?.height ? document.querySelectorAll(".so-far > *, .so-far__answers > *") : []) {
    const { left, right, top, bottom, width } = part.getBoundingClientRect();
    const inside = left > between.left - 1 && right < between.right + 1 && top > between.top - 1 && bottom < between.bottom + 1;
    if (width && !inside && left < between.right - 1 && right > between.left + 1) misfits.push(`${called(part)} is cut`);
  }
  // A page opens at its question, and would be scrolled to empty room in it.
  const asked = innerWidth > innerHeight && document.querySelector(".stage > .question:not(.waiting)");
  const end = (element) => element.getBoundingClientRect().bottom;
  const parts = (box) => [...box.children].flatMap((part) =>
    getComputedStyle(part).display === "contents" ? parts(part) : part); // which has no box of its own
  if (asked && end(asked) > Math.max(...[...parts(asked), ...asked.querySelectorAll(".pad")].filter(shown).map(end)) + 8)
    misfits.push(`${called(asked)} is higher than its parts`);
  if (document.documentElement.scrollWidth > innerWidth) misfits.push("the page scrolls sideways");
  for (const way of document.querySelectorAll(".back .button")) {
    if (!shown(way) || enlarged) continue;
    if (way.offsetHeight > 50) misfits.push(`${called(way)} is more than three lines`);
    const words = document.createTreeWalker(way.lastElementChild, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (words.nextNode()) if (words.currentNode.data.trim()) texts.push(words.currentNode);
    const box = way.lastElementChild.getBoundingClientRect();
    const seen = (text, at) => {
      const letter = document.createRange();
      letter.setStart(text, at);
      letter.setEnd(text, at + 1);
      const { left, right, bottom } = letter.getBoundingClientRect();
      return left > box.left - 2 && right < box.right + 2 && bottom < box.bottom + 1;
    };
    const [first, last] = [texts[0], texts.at(-1)];
    if (!seen(first, first.data.search(/\S/))) misfits.push(`${called(way)} loses its beginning`);
    if (!seen(last, last.data.trimEnd().length - 1)) misfits.push(`${called(way)} loses its end`);
  }
  if (!enlarged) {
    const lines = (place, most) => [...document.querySelectorAll(place)].filter((element) =>
      shown(element) && element.offsetHeight > most * parseFloat(getComputedStyle(element).lineHeight) + 4);
    for (const element of [...lines(".tile__note", 2), ...lines(".left", 2)])
      misfits.push(`${called(element)} is more than two lines`);
    const apart = [[".player__total", ".player__points"], [".carried", ".player__points"], [".badge", ".mark"]];
    for (const card of document.querySelectorAll(".player")) for (const [one, other] of apart) {
      const [a, b] = [one, other].map((place) => card.querySelector(place)).map((element) => {
        if (!element || !shown(element) && !element.firstChild) return null;
        const all = document.createRange();
        all.selectNodeContents(element);
        return all.getBoundingClientRect();
      });
      const over = a && b && a.width && b.width && a.bottom > b.top + 8 && b.bottom > a.top + 8
        && Math.min(a.right, b.right) - Math.max(a.left, b.left) + APART;
      if (over > 0) misfits.push(`${one} and ${other} of ${called(card)} are ${Math.floor(APART - over)} px apart`);
    }
    // Numbers that leave their place.
    for (const number of document.querySelectorAll("main .figure")) {
      const place = shown(number) && number.closest(".player, .side, .board__side, .room__side, td, .panel");
      if (!place || number.closest(".result")) continue;
      const [{ left, right }, box] = [number, place].map((element) => element.getBoundingClientRect());
      if (left < box.left || right > box.right) misfits.push(`${called(number)} leaves ${called(place)}`);
    }
  }
  // The points of the last hand are in sight with its result; seven or more players have room for totals only.
  if (document.querySelector(".result--fold:not([open])") && !enlarged && !document.querySelector(".players > :nth-child(7)"))
    for (const points of document.querySelectorAll(".player__points"))
      if (!shown(points) && !document.querySelector(".more-bids[open] .bids__row:nth-child(6)"))
        misfits.push(`${called(points)} are hidden`);
  // Names cut so short that two of them read alike.
  for (const place of [".player__name", ".who__name", ".tricks__name", ".tally__name"]) {
    const read = [...document.querySelectorAll(place)].filter(shown).map((holder) => {
      const words = document.createTreeWalker(holder, NodeFilter.SHOW_TEXT);
      let seen = "";
      while (words.nextNode()) {
        const text = words.currentNode;
        if (text.parentElement.closest(".unseen")) continue;
        const clips = [];
        for (let box = text.parentElement; holder.contains(box); box = box.parentElement)
          if (getComputedStyle(box).overflowX !== "visible")
            clips.push(box.getBoundingClientRect());
        for (let at = 0; at < text.data.length; at++) {
          const letter = document.createRange();
          letter.setStart(text, at);
          letter.setEnd(text, at + 1);
          const { left, right, bottom } = letter.getBoundingClientRect();
          const within = (clip) =>
            left >= clip.left - 1 && right <= clip.right + 1 && bottom <= clip.bottom + 4;
          if (clips.every(within)) seen += text.data[at];
        }
      }
      return seen.trim();
    });
    if (new Set(read).size < read.length) misfits.push(`${place}: alike: ${read.join(" | ")}`);
  }
  return misfits;
}
