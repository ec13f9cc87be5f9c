// Saves files. Where the pages stand in a frame, a browser cancels a download that a link begins: there the
// file is fetched and given to the share sheet of the phone; if there is none, it becomes a download. Elsewhere
// only pictures are saved by script, as downloads.

import { say } from "./status_line.js";

const KEPT = 60_000; // milliseconds for which a file can be read: a phone may ask where to put it
let isSaving = false;

export function downloads(main) {
  for (const link of main.querySelectorAll("a[download]:not([data-picture])")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      save(link, () => fetched(link));
    });
  }
}

// Saves the file that `make` returns, then sends the form that the link names. A second tap changes nothing.
export async function save(link, make) {
  if (isSaving) return;
  isSaving = true;
  const { making, unmade } = document.querySelector("[data-swap-target]").dataset;
  if (making) say(making, 0);
  try {
    const isSaved = await give(await make(), making);
    if (making) say("");
    if (isSaved) document.getElementById(link.dataset.then)?.requestSubmit();
  } catch {
    if (unmade) say(unmade, 8);
    else location.href = link.href;
  } finally {
    isSaving = false;
  }
}

// Whether the file was saved: a share sheet can be closed.
async function give(file, mayShare) {
  const files = [file];
  if (mayShare && navigator.canShare?.({ files })) {
    try {
      await navigator.share({ files });
      return true;
    } catch (error) {
      if (error.name === "AbortError") return false;
    } // it takes no such file, or the tap was too long ago
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT);
  return true;
}

async function fetched(link) {
  const answer = await fetch(link.href);
  const [, name] = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "") ?? [];
  if (!answer.ok || !name) throw new Error(answer.status);
  return new File([await answer.blob()], name, { type: answer.headers.get("Content-Type") });
}
