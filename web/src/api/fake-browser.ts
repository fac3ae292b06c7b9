import { vi } from 'vitest';

/** What a test sees of one call that was made. */
export interface MadeCall {
  url: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

function memoryStorage(): Storage {
  const held = new Map<string, string>();
  return {
    get length() {
      return held.size;
    },
    key: (index) => [...held.keys()][index] ?? null,
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
    clear: () => held.clear(),
  };
}

/** Answers the calls: `answer` gives the body for each, or throws for no answer. Undo with vi.unstubAllGlobals(). */
export function fakeServer(answer: (call: MadeCall) => unknown): MadeCall[] {
  const calls: MadeCall[] = [];
  vi.stubGlobal('fetch', async (url: string, init: { headers: Record<string, string>; body: string }) => {
    const made: MadeCall = { url, headers: init.headers, body: JSON.parse(init.body) };
    calls.push(made);
    const body = answer(made);
    return new Response(typeof body === 'string' ? body : JSON.stringify(body));
  });
  return calls;
}

/** Puts in place what the calls need of a browser, with a server as `fakeServer`. Undo with vi.unstubAllGlobals(). */
export function fakeBrowser(answer: (call: MadeCall) => unknown) {
  const location = {
    origin: 'https://fleet.example',
    pathname: '/vehicle-info',
    search: '?page=2',
    assign: vi.fn<(url: string) => void>(),
    reload: vi.fn<() => void>(),
  };
  const document = { cookie: 'theme=x; XSRF-TOKEN=abc%2F1; other=y' };
  vi.stubGlobal('localStorage', memoryStorage());
  vi.stubGlobal('sessionStorage', memoryStorage());
  vi.stubGlobal('location', location);
  vi.stubGlobal('document', document);
  return { calls: fakeServer(answer), location, document };
}
