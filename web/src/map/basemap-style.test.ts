import { afterEach, expect, test, vi } from 'vitest';
import { loadStyle } from './basemap-style.ts';

const BASE = 'https://fleet.example';
const CONTEXT = { base: BASE, language: 'hi' };
const style = (name: string) => JSON.stringify({ version: 8, name, sources: {}, layers: [] });

function answer(answers: Record<string, () => Response>) {
  const fetched: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    fetched.push(url);
    const make = answers[url];
    if (!make) throw new TypeError('no network');
    return make();
  });
  return fetched;
}

afterEach(() => vi.unstubAllGlobals());

test('the offline style gets the address of its server and the language of the page', async () => {
  answer({
    [`${BASE}/basemap/style-dark.json`]: () =>
      new Response(
        '{"version":8,"name":"name:{language}","sources":{"c":{"type":"vector","tiles":["{base}/basemap/t"]}},"layers":[]}',
      ),
  });
  const { style: got, shown } = await loadStyle('dark', 'offline', '', CONTEXT);
  expect(shown).toBe('offline');
  expect(got.name).toBe('name:hi');
  expect(got.sources).toEqual({ c: { type: 'vector', tiles: [`${BASE}/basemap/t`] } });
});

test('an online style is taken where it answers', async () => {
  const fetched = answer({ 'https://maps.example/s.json': () => new Response(style('world')) });
  const got = await loadStyle('light', 'online', 'https://maps.example/s.json', CONTEXT);
  expect(got.shown).toBe('online');
  expect(got.style.name).toBe('world');
  expect(fetched).toHaveLength(1);
});

test('an online style that fails, or is invalid, is replaced by the offline one', async () => {
  const offline = { [`${BASE}/basemap/style-light.json`]: () => new Response(style('city')) };
  answer(offline);
  expect((await loadStyle('light', 'online', 'https://maps.example/s.json', CONTEXT)).style.name).toBe('city');
  answer({ ...offline, 'https://maps.example/s.json': () => new Response('gone', { status: 500 }) });
  expect((await loadStyle('light', 'online', 'https://maps.example/s.json', CONTEXT)).shown).toBe('offline');
});

test('without any basemap there is still a ground', async () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  answer({});
  const got = await loadStyle('light', 'offline', '', CONTEXT);
  expect(got.style.layers).toHaveLength(1);
  consoleError.mockRestore();
});
