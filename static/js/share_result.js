// Shares the result as a picture and a text by the share sheet of the phone; if there is none, copies the
// text. The picture is PNG, which chats show; without this module it is the SVG that it is made from.

import { copied } from "./clipboard.js";
import { save } from "./downloads.js";
import { say } from "./status_line.js";

const SCALE = 2; // pixels of the picture for a unit

export function result(main) {
  for (const button of main.querySelectorAll("[data-result]")) {
    // A share sheet opens only soon after a tap: the picture is drawn as the finger comes down.
    let files;
    const draw = () => (files ??= picturesOf(button.dataset.image));
    button.addEventListener("pointerdown", draw);
    button.addEventListener("click", () => send(button.dataset, draw()));
  }
  for (const link of main.querySelectorAll("[data-picture]")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      save(link, () => pictureOf(link.href, link.dataset.picture));
    });
  }
}

async function send({ result: text, done, failed }, drawn) {
  if (navigator.share) {
    const files = await drawn;
    try {
      await navigator.share(files.length ? { text, files } : { text });
    } catch (error) {
      if (error.name !== "AbortError") say(failed, 6);
    }
    return;
  }
  say((await copied(text)) ? done : failed, 6);
}

// The picture as a file; none if it cannot be drawn or shared.
async function picturesOf(address) {
  if (!navigator.canShare) return [];
  try {
    const files = [await pictureOf(address, "result.png")];
    return navigator.canShare({ files }) ? files : [];
  } catch {
    return [];
  }
}

async function pictureOf(address, name) {
  const canvas = await painted(address);
  const blob = await new Promise((give) => canvas.toBlob(give, "image/png"));
  return new File([blob], name, { type: "image/png" });
}

async function painted(address) {
  const image = new Image();
  image.src = `data:image/svg+xml;base64,${base64(await (await fetch(address)).text())}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.width * SCALE;
  canvas.height = image.height * SCALE;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function base64(text) {
  return btoa(String.fromCodePoint(...new TextEncoder().encode(text)));
}
