import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { outOfBase } from './base-path.ts';

beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

/** Sets up the page that the server writes for an application below a path. */
function below(base: string): void {
  vi.stubGlobal('document', {
    querySelector: (selector: string) => (selector === 'meta[name="base-path"]' ? { content: base } : null),
  });
}

test('below a path all addresses of files, calls and links begin with it', async () => {
  below('/y');
  const { inBase } = await import('./base-path.ts');
  const { filePath, thumbPath, downloadPath } = await import('./file-addresses.ts');
  const { callUrl } = await import('./call.ts');
  expect(inBase('/track-vehicle')).toBe('/y/track-vehicle');
  expect([filePath(7), thumbPath(7), downloadPath(7)]).toEqual([
    '/y/files/7',
    '/y/files/7?size=thumb',
    '/y/files/7?download=1',
  ]);
  expect(callUrl('https://fleet.example', 17)).toBe('https://fleet.example/y/17.html');
});

test('without one they are as in the specification', async () => {
  const { inBase } = await import('./base-path.ts');
  const { callUrl } = await import('./call.ts');
  expect(inBase('/files/7')).toBe('/files/7');
  expect(callUrl('https://fleet.example', 17)).toBe('https://fleet.example/17.html');
});

test.each([
  ['/y/history', '/history'],
  ['/y', '/'],
  ['/y/', '/'],
  ['/yard', '/yard'],
  ['/history', '/history'],
])('%s below /y is %s of the application', (pathname, known) => expect(outOfBase(pathname, '/y')).toBe(known));

test('below a path the storage is the application’s own, and clearing it leaves the keys of others at the host', async () => {
  below('/y');
  const held = new Map([['hassTokens', 'of Home Assistant']]);
  vi.stubGlobal('localStorage', {
    get length() {
      return held.size;
    },
    key: (index: number) => [...held.keys()][index] ?? null,
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
    clear: () => held.clear(),
  });
  const { saveCsrfToken, readCsrfToken, clearStorage } = await import('./storage.ts');
  saveCsrfToken('secret');
  expect(readCsrfToken()).toBe('secret');
  expect([...held.keys()]).toEqual(['hassTokens', '/y:csrfToken']);
  clearStorage();
  expect([...held.keys()]).toEqual(['hassTokens']);
});

/** Files exempt from the check: they concern the whole host, or use a name that tests set. */
const WHOLE_HOST = [
  'api/local-store.ts',
  'api/fake-browser.ts',
  'app/appearance/color-scheme-manager.ts',
  'map/e2e-hook.ts',
  'map/expose-map.ts',
];

test('no source asks the host for a file, a link or storage without the path', () => {
  const root = path.join(import.meta.dirname, '..');
  const sources = globSync('**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !file.includes('.test.') && !WHOLE_HOST.includes(file),
  );
  const faults = sources.flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, at) => (isOutside(line) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
  );
  expect(faults).toEqual([]);
});

function isOutside(line: string): boolean {
  if (/\blocalStorage\b/.test(line)) return true;
  if (/useLocalStorage\S*\(\{ key: (?!localStore\.keyOf)/.test(line)) return true;
  if (/(?:href|src)=(?:["'{`]+)\/(?!\/)/.test(line)) return true;
  if (/location\.(?:assign|replace)\((?!inBase\()/.test(line)) return true;
  if (/\blocation\.pathname\b/.test(line)) {
    // The router's own location does not contain the base path.
    return (
      /(?:window\.|^|[^.\w(])location\.pathname/.test(line) &&
      !/outOfBase\(|useLocation|parseView\(location|history\.state|BASE_PATH|address !== /.test(line)
    );
  }
  return /location\.origin/.test(line) && !/inBase\(|BASE_PATH|self\.location|callUrl\(/.test(line);
}
