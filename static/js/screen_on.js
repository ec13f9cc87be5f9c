// Keeps the screen on while a game is running: by a wake lock, or by a silent video if the browser has
// no wake lock (without https) and the user chose that in the settings. Browsers keep the screen on only
// for a video with a sound track that is neither muted nor looped.

const TURN = 3; // seconds before its end, the video goes back to its beginning

let lock = null;
let video = null;

export function awake(main) {
  for (const line of main.querySelectorAll("[data-wake-lock]")) {
    if ((line.dataset.wakeLock === "there") === Boolean(navigator.wakeLock)) {
      line.dataset.holds = "";
    }
  }
  hold();
}

document.addEventListener("visibilitychange", hold);
document.addEventListener("click", play, true); // browsers let only a tap start a video

async function hold() {
  const held = wanted();
  if (!held) video?.pause();
  else if (video) play();
  if (!held) {
    await lock?.release();
    lock = null;
  } else if (!lock || lock.released) {
    lock = await navigator.wakeLock?.request("screen").catch(() => null);
  }
}

const wanted = () => Boolean(document.querySelector("[data-live]")) && !document.hidden;

function play() {
  const files = document.querySelector("[data-silent-video]")?.dataset.silentVideo.split(" ");
  if (!files || !wanted() || navigator.wakeLock) return;
  video ??= made(files);
  if (video.paused) video.play().catch(() => {}); // the next tap tries again
}

function made(files) {
  const made = document.createElement("video");
  made.className = "unseen";
  made.playsInline = true;
  made.disableRemotePlayback = true;
  made.ariaHidden = "true";
  made.tabIndex = -1;
  for (const src of files) made.append(Object.assign(document.createElement("source"), { src }));
  made.addEventListener("timeupdate", () => {
    if (made.currentTime > made.duration - TURN) made.currentTime = 0;
  });
  document.body.append(made);
  return made;
}
