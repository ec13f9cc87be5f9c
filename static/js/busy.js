// The attribute `data-busy` of the page lists what is under way: `scripts` are loaded, a `form` is sent or a
// link followed, `taps` are sent, the `page` of the server or its look `ahead` is awaited, a `shield` is up.
// It is missing when nothing is in flight and nothing waits to be drawn, for programs that drive the page.

const page = document.documentElement;
const reasons = new Set();

export function busy(reason, is) {
  if (is) reasons.add(reason);
  else reasons.delete(reason);
  if (reasons.size) page.dataset.busy = [...reasons].join(" ");
  else delete page.dataset.busy;
}
