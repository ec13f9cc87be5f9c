// Keeps the screen on while a game is running, where the browser allows it.

let lock = null;

export const awake = () => hold();

document.addEventListener("visibilitychange", hold);

async function hold() {
  const wanted = Boolean(document.querySelector("[data-live]")) && !document.hidden;
  if (!wanted) {
    await lock?.release();
    lock = null;
  } else if (!lock || lock.released) {
    lock = await navigator.wakeLock?.request("screen").catch(() => null);
  }
}
