// Copies text to the clipboard. Without https there is no clipboard API, but selected text can be copied.

export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedByHand(text);
  }
}

function copiedByHand(text) {
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}
