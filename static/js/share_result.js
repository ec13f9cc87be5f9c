// Hands the result on: by the share sheet of the phone where there is one, else by copying it.
// A picture is saved as PNG, which chats show; without this module it is the SVG that it is made of.

import { copied } from "./clipboard.js";
import { say } from "./status_line.js";

const SCALE = 2; // points of the picture for a unit

export function result(main) {
  for (const button of main.querySelectorAll("[data-result]")) {
    button.addEventListener("click", () => send(button.dataset));
  }
  for (const link of main.querySelectorAll("[data-picture]")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      save(link).catch(() => (location.href = link.href));
    });
  }
}

async function send({ result: text, done, failed }) {
  if (navigator.share) {
    try {
      await navigator.share({ text });
    } catch (error) {
      if (error.name !== "AbortError") say(failed, 6);
    }
    return;
  }
  say((await copied(text)) ? done : failed, 6);
}

async function save(link) {
  const image = new Image();
  image.src = `data:image/svg+xml;base64,${base64(await (await fetch(link.href)).text())}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.width * SCALE;
  canvas.height = image.height * SCALE;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  const picture = document.createElement("a");
  picture.href = canvas.toDataURL("image/png");
  picture.download = link.dataset.picture;
  picture.click();
}

function base64(text) {
  return btoa(String.fromCodePoint(...new TextEncoder().encode(text)));
}
