// Requests to the server with a timeout, because bad Wi-Fi may hang without failing.

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
    return { answer, text: await answer.text() };
  } finally {
    clearTimeout(timer);
  }
}

// The data attributes of the page's game: its id, revision and addresses. Undefined on other pages.
export const game = () => document.querySelector("[data-game]")?.dataset;
