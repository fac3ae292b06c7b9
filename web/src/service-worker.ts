// Lets the application open without a connection, and shows notifications while no page is open. With `?push` after its
// name it does only the latter. Built separately, because it needs a fixed name at the root. Calls and the live socket
// are never cached: old data of a fleet must not look current.

interface Worker {
  skipWaiting(): Promise<void>;
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<Page[]>;
    openWindow(url: string): Promise<unknown>;
  };
  registration: { showNotification(title: string, options: NotificationOptions): Promise<void> };
  location: Location;
  addEventListener(type: 'install' | 'activate', listener: (event: Waiting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
  addEventListener(type: 'message', listener: (event: Waiting & MessageEvent<unknown>) => void): void;
  addEventListener(type: 'push', listener: (event: Waiting & Pushed) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: Waiting & Clicked) => void): void;
}
interface Page {
  url: string;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}
interface Pushed {
  data: { json(): unknown } | null;
}
interface Clicked {
  notification: Notification;
}
interface Waiting {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

declare const self: Worker;
/** The base path of the application, without a slash at the end: this script is directly below it. */
const BASE = self.location.pathname.replace(/\/[^/]*$/, '');
const CACHE = BASE === '' ? 'milepost-1' : `milepost-1:${BASE}`;
/** The maximum wait for a page if a cached one exists. */
const PATIENCE_MS = 5000;
/** The maximum number of cached files: the basemap of a large area would fill the disk. */
const MAX_FILES = 3000;

/** The address under which the page is cached. */
const PAGE = `${BASE}/`;
/** False if only notifications were requested. */
const IS_CACHING = self.location.search !== '?push';

self.addEventListener('install', (event) =>
  event.waitUntil((IS_CACHING ? cacheAll([PAGE]) : Promise.resolve()).then(() => self.skipWaiting())),
);
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('message', (event) => {
  const { data } = event;
  if (typeof data !== 'object' || data === null || !('keep' in data) || !Array.isArray(data.keep)) return;
  event.waitUntil(cacheAll(data.keep.filter((url): url is string => typeof url === 'string' && isCacheable(url))));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (!IS_CACHING || request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (isCacheable(request.url)) event.respondWith(file(request));
});

/** The build's files never change under their name; an old basemap suffices until the switch is used again. */
function isCacheable(url: string): boolean {
  const { origin, pathname } = new URL(url, self.location.origin);
  return (
    origin === self.location.origin && ['assets', 'basemap'].some((name) => pathname.startsWith(`${BASE}/${name}/`))
  );
}

async function cacheAll(urls: string[]): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.allSettled(urls.map((url) => cache.add(url)));
}

/** The newest page if there is a connection, otherwise the cached one; the router handles every path. */
async function page(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const found = await cache.match(PAGE);
  const newest = newestPage(request, cache);
  if (!found) return newest;
  // In a tunnel a connection often exists but transfers nothing.
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(found), PATIENCE_MS));
  return Promise.race([newest.catch(() => found), late]);
}

async function newestPage(request: Request, cache: Cache): Promise<Response> {
  const answer = await fetch(request);
  const isPage = answer.headers.get('content-type')?.startsWith('text/html') === true;
  if (answer.ok && isPage) await cache.put(PAGE, answer.clone());
  return answer;
}

async function file(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const found = await cache.match(request.url);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.status === 200 && (await cache.keys()).length < MAX_FILES) await cache.put(request.url, answer.clone());
  return answer;
}

self.addEventListener('push', (event) => {
  const { title, text, path, tag } = messageOf(event);
  event.waitUntil(self.registration.showNotification(title, { body: text, tag, data: path }));
});

self.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  const data: unknown = notification.data;
  event.waitUntil(openPage(typeof data === 'string' ? data : ''));
});

/** Reads the server's message; something has to be shown in any case. */
function messageOf({ data }: Pushed): { title: string; text: string; path: string; tag: string } {
  const message = { title: 'Milepost', text: '', path: '', tag: 'alarms' };
  try {
    const sent: unknown = data?.json();
    if (typeof sent !== 'object' || sent === null) return message;
    for (const [key, value] of Object.entries(sent)) {
      if (typeof value === 'string' && key in message) Object.assign(message, { [key]: value });
    }
  } catch {
    // Not JSON: the application's name is shown.
  }
  return message;
}

/** Opens the path in an open window, or otherwise in a new one. */
async function openPage(path: string): Promise<void> {
  const url = new URL(path.replace(/^[/\\]+/, ''), self.location.origin + PAGE);
  if (url.origin !== self.location.origin) return;
  const [open] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!open) return void (await self.clients.openWindow(url.href));
  await open.focus();
  await open.navigate(url.href);
}
