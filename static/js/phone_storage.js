// Values stored on this phone; if the browser stores nothing, they last as long as the page.

const held = new Map();

export function kept(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return held.get(name) ?? "";
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    held.set(name, value);
  }
}
