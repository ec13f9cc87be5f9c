// Puts the last seen page where the service worker looks for it; plain http has no such place.

export async function remember(address, text) {
  const headers = { "Content-Type": "text/html; charset=utf-8" };
  const pages = await window.caches?.open("pages 2");
  await pages?.put(address, new Response(text, { headers }));
}
