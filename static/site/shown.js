// Draws a game from its link before Python has come: names, totals and the points of each hand, as text.
// `scorekeeper/exchange/game_link.py` describes the text of a link; the limits are those of it.

const VERSION = 1;
const SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ+-./:";
const END = "Z";
const SENTENCE = /[.,:;!?)]+$/; // behind a link that ends a sentence
const WHITE = /\s|%(20|09|0A|0D|C2%A0)/gi; // from chats that break long lines; an address has it encoded
const LONGEST_TEXT = 16 * 1024;
const LARGEST_UNPACKED = 256 * 1024;
const MOST_SIDES = 40;
const MOST_HANDS = 500;

class LinkError extends Error {}

// Draws the game of a link into an element, or a sentence about what is wrong with the link.
export async function drawn(place, text, words) {
  place.replaceChildren();
  try {
    draw(place, await pictureIn(text), words);
  } catch (error) {
    const line = document.createElement("p");
    line.setAttribute("role", "alert");
    line.textContent = words[error instanceof LinkError ? error.message : "link_cut"];
    place.replaceChildren(line);
  }
  place.hidden = false;
}

// What a link shows: when it was made, its sides with their names, points and totals.
export async function pictureIn(text) {
  const wire = await unpacked(text);
  if (typeof wire?.v !== "number") throw new LinkError("link_foreign");
  if (wire.v !== VERSION) throw new LinkError("link_newer");
  const { sides, hands, totals, decimals } = wire.shown ?? {};
  const made = new Date(wire.document?.exported);
  const rows = [totals, ...(Array.isArray(hands) ? hands.filter(Boolean) : [null])];
  const right =
    isList(sides, MOST_SIDES, (names) => isList(names, MOST_SIDES, isText)) &&
    isList(hands, MOST_HANDS, () => true) &&
    rows.every((row) => isList(row, MOST_SIDES, Number.isSafeInteger)) &&
    [0, 1, 2].includes(decimals) &&
    !isNaN(made);
  if (!right) throw new LinkError("link_foreign");
  return { made, sides, hands, totals, decimals };
}

const isText = (value) => typeof value === "string";
const isList = (value, most, holds) => Array.isArray(value) && value.length <= most && value.every(holds);

async function unpacked(given) {
  const text = given.replace(WHITE, "").replace(SENTENCE, "");
  if (!text) throw new LinkError("link_foreign");
  if (text.length > LONGEST_TEXT) throw new LinkError("link_long");
  if (!text.endsWith(END)) throw new LinkError("link_cut");
  const packed = new Blob([bytesOf(text.slice(0, -END.length))]);
  const reader = packed.stream().pipeThrough(new DecompressionStream("deflate")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let size = 0;
  let json = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > LARGEST_UNPACKED) {
      reader.cancel().catch(() => {});
      throw new LinkError("link_long");
    }
    json += decoder.decode(value, { stream: true });
  }
  try {
    return JSON.parse(json + decoder.decode());
  } catch {
    throw new LinkError("link_foreign");
  }
}

// Three signs are two bytes; two signs at the end are a single one.
function bytesOf(text) {
  const bytes = [];
  for (let at = 0; at < text.length; at += 3) {
    let number = 0;
    const signs = text.slice(at, at + 3);
    for (const sign of signs) {
      if (!SIGNS.includes(sign)) throw new LinkError("link_foreign");
      number = number * SIGNS.length + SIGNS.indexOf(sign);
    }
    if (signs.length < 2 || number >= 256 ** (signs.length - 1)) throw new LinkError("link_cut");
    if (signs.length === 3) bytes.push(number >> 8);
    bytes.push(number & 255);
  }
  return new Uint8Array(bytes);
}

function draw(place, { made, sides, hands, totals, decimals }, words) {
  const { lang } = document.documentElement;
  const when = made.toLocaleString(lang === "en" ? "en-GB" : lang, { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" });
  const digits = { useGrouping: false, minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const points = (number) => element("td", (number / 10 ** decimals).toLocaleString(lang, digits).replace("-", "−"));
  const head = element("tr", "", element("td"), ...sides.map((names) => column(names)));
  const rows = hands.flatMap((hand, at) => (hand ? [row(at + 1, words.hand, hand.map(points))] : []));
  const table = element("table", "", element("thead", "", head));
  if (totals.length) table.append(element("tbody", "", row(words.total, "", totals.map(points), "start__totals")));
  table.append(element("tbody", "", ...rows));
  const wide = element("div", "", table);
  wide.className = "start__table";
  wide.tabIndex = 0;
  place.replaceChildren(element("p", words.picture.replace("{when}", () => when)), wide);
}

function column(names) {
  const cell = element("th", "", ...names.flatMap((name, at) => [...(at ? [document.createElement("br")] : []), element("bdi", name)]));
  cell.scope = "col";
  return cell;
}

function row(label, before, cells, name = "") {
  const head = element("th", String(label));
  head.scope = "row";
  if (before) head.setAttribute("aria-label", `${before} ${label}`);
  const made = element("tr", "", head, ...cells);
  made.className = name;
  return made;
}

function element(tag, text = "", ...children) {
  const made = document.createElement(tag);
  made.textContent = text;
  made.append(...children);
  return made;
}
