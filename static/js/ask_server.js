// Requests to the server with a timeout, because bad Wi-Fi may hang without failing; and what is under way.

const PATIENCE = 4000; // milliseconds
export const LONG = 20_000; // milliseconds for a page, and for a form: given up sooner, it may still be recorded

export async function ask(address, options = {}, patience = PATIENCE) {
  const cut = new AbortController();
  const timer = setTimeout(() => cut.abort(), patience);
  try {
    const answer = await fetch(address, {
      credentials: "same-origin",
      cache: "no-store",
      ...options,
      signal: cut.signal,
    });
    // In WebKit, an answer of a service worker does not tell that it was redirected; its address does.
    const redirected = answer.redirected || answer.url !== new URL(address, location).href.split("#")[0];
    return { answer, redirected, text: await answer.text() };
  } finally {
    clearTimeout(timer);
  }
}

// The data attributes of the page's game: its id, revision and addresses. Undefined on other pages.
export const game = () => document.querySelector("[data-game]")?.dataset;

// The attribute `data-busy` of the page lists what is under way: `scripts` or `rare` ones are loaded, a `form`
// is sent or a link followed, `taps` are sent, the `page` of the server or its look `ahead` is awaited, a
// `shield` is up. It is missing when nothing is in flight and nothing waits to be drawn, for programs that
// drive the page.
const reasons = new Set();

export function busy(reason, is) {
  reasons[is ? "add" : "delete"](reason);
  const { dataset } = document.documentElement;
  if (reasons.size) dataset.busy = [...reasons].join(" ");
  else delete dataset.busy;
}
