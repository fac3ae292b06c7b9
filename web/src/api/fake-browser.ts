import { vi } from 'vitest';

/** A call that was made, as a test sees it. */
export interface MadeCall {
  url: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

interface FakeInit {
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
}

/** Rejects with the reason of the signal, as `fetch` does. */
function onAbort(signal: AbortSignal, reject: (reason: unknown) => void): void {
  if (signal.aborted) reject(signal.reason);
  else signal.addEventListener('abort', () => reject(signal.reason));
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

/** Returned by `answer` if the server receives a call and stays silent. */
export const SILENCE = Symbol('silence');

/**
 * Replies to the calls: `answer` returns the body of each, throws if the server cannot be reached, or returns SILENCE.
 * Undo with vi.unstubAllGlobals().
 */
export function fakeServer(answer: (call: MadeCall) => unknown): MadeCall[] {
  const calls: MadeCall[] = [];
  vi.stubGlobal('fetch', async (url: string, init: FakeInit) => {
    const made: MadeCall = { url, headers: init.headers, body: JSON.parse(init.body ?? '{}') };
    calls.push(made);
    const body = answer(made);
    if (body === SILENCE) return new Promise((_, reject) => onAbort(init.signal, reject));
    return new Response(typeof body === 'string' ? body : JSON.stringify(body));
  });
  return calls;
}

/** Stubs the parts of a browser that calls need, with a server as in `fakeServer`. Undo with vi.unstubAllGlobals(). */
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
