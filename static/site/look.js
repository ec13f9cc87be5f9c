// The language and the colours that the app had when it was last seen on this device: the page around it
// begins with them. A classic script, because it runs before anything is painted.

const LOOK = `look of scorekeeper ${new URL("./", location.href).pathname}`;

function lastLook() {
  try {
    return JSON.parse(localStorage.getItem(LOOK)) ?? {};
  } catch {
    return {}; // nothing is kept here, or something else
  }
}

function keepLook({ lang, theme }) {
  try {
    localStorage.setItem(LOOK, JSON.stringify({ lang, theme }));
  } catch {
    return; // nothing is kept here
  }
}

document.documentElement.dataset.theme = lastLook().theme ?? "phone";
