// Puts text where it can be pasted from; plain http has no clipboard of its own, but what is selected
// can be copied.

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
