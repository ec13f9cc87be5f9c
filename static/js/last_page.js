// Stores the last page in the cache of the service worker; there is none without https.

export async function remember(address, text) {
  const headers = { "Content-Type": "text/html; charset=utf-8" };
  const pages = await window.caches?.open("pages 2");
  await pages?.put(address, new Response(text, { headers }));
}
