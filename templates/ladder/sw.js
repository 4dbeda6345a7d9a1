{% load static %}// Keeps the last ranking seen for when there is no network. Only public pages are kept: they are fetched without cookies.
const CACHE = "kept-1";
const LAST = "/kept-ranking";
const NOTHING = "/offline/";
const SHELL = ["{% static "ladder/classifica.css" %}", "{% static "ladder/print.css" %}", "{% static "ladder/icons.svg" %}", "{% static "ladder/favicon.svg" %}"];

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([NOTHING, ...SHELL])));
});
self.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))));
  event.waitUntil(Promise.all([old, self.clients.claim()]));
});
self.addEventListener("message", (event) => event.waitUntil(keep(event.data)));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(offline));
  else if (SHELL.includes(address.pathname)) event.respondWith(fetch(request).catch(() => caches.match(address.pathname)));
});

async function keep({ path, lang }) {
  if (typeof path !== "string" || !path.startsWith("/leagues/")) return;
  const answer = await fetch(`${path}?lang=${encodeURIComponent(lang)}`, { credentials: "omit" });
  if (!answer.ok) return;
  const headers = new Headers(answer.headers);
  headers.set("x-kept-at", new Date().toISOString());
  const cache = await caches.open(CACHE);
  await cache.put(LAST, new Response(await answer.text(), { headers }));
}

async function offline() {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(LAST);
  if (!kept) return (await cache.match(NOTHING)) || Response.error();
  const text = await kept.text();
  const at = new Date(kept.headers.get("x-kept-at"));
  const lang = (text.match(/<html lang="([a-zA-Z-]+)"/) || [])[1];
  const shown = text
    .replace('id="offline-note" hidden', 'id="offline-note"')
    .replace('<time id="offline-at"></time>', `<time id="offline-at" datetime="${at.toISOString()}">${at.toLocaleString(lang)}</time>`);
  const headers = { "content-type": "text/html; charset=utf-8" };
  const policy = kept.headers.get("content-security-policy");
  if (policy) headers["content-security-policy"] = policy;
  return new Response(shown, { headers });
}
