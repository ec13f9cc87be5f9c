// What this phone keeps for itself; where the browser keeps nothing, it holds until the page goes.

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
