import type { RasterMap } from '@milepost/contract/raster-map';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpFixture, type HttpFixture } from '../testing/http-fixture.ts';
import { createHttpApp } from './app.ts';

let fixture: HttpFixture;
beforeAll(async () => {
  fixture = await httpFixture();
});
afterAll(() => fixture.close());

const get = (url: string) => fixture.app.inject({ url });

const policy = async (app = fixture.app) => {
  const reply = await app.inject({ url: '/', headers: { host: 'fleet.example:8080' } });
  const text = String(reply.headers['content-security-policy']);
  return new Map(text.split(';').map((one) => [one.split(' ')[0], one.split(' ').slice(1)]));
};

test('scripts come only from this server, no page embeds it, the live socket may connect', async () => {
  const csp = await policy();
  expect(csp.get('script-src')).toEqual(["'self'"]);
  for (const none of ['frame-ancestors', 'object-src', 'base-uri']) expect(csp.get(none), none).toEqual(["'none'"]);
  expect(csp.get('connect-src')).toEqual(["'self'", 'ws://fleet.example:8080', 'wss://fleet.example:8080']);
  expect(csp.has('upgrade-insecure-requests')).toBe(false);
});

test('every answer has a content type that is not sniffed, and sends no referrer to other sites', async () => {
  for (const url of ['/', '/healthz', '/gone.png']) {
    const { headers } = await get(url);
    expect(headers, url).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' });
    expect(headers['content-type'], url).toBeTruthy();
    expect(headers['access-control-allow-origin'], url).toBeUndefined();
  }
});

test('an answer that is no page may do nothing when opened as one', async () => {
  const call = await fixture.app.inject({ method: 'POST', url: '/1.html', payload: '{"route":"session-check"}' });
  const { headers } = call;
  expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' });
  expect(headers['x-frame-options']).toBeUndefined();
});

test('behind https a browser stays with https for a year, also for subdomains', async () => {
  const config = { ...fixture.services.config, secureCookies: true };
  const app = await createHttpApp({ ...fixture.services, config });
  const { headers } = await app.inject('/');
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  await app.close();
});

test('unused methods are not found', async () => {
  for (const method of ['TRACE', 'PUT', 'DELETE', 'PATCH'] as const) {
    const reply = await fixture.app.inject({ method, url: '/', headers: { 'x-secret': 'echo' } });
    expect([404, 405, 501], method).toContain(reply.statusCode);
    expect(reply.body).not.toContain('echo');
  }
});

test('other hosts are allowed only when an online map style is configured', async () => {
  const config = { ...fixture.services.config, mapStyleLight: 'https://tiles.example/style.json' };
  const app = await createHttpApp({ ...fixture.services, config });
  const csp = await policy(app);
  expect(csp.get('connect-src')).toEqual(expect.arrayContaining(['https:', 'https://tiles.example']));
  expect(csp.get('script-src')).toEqual(["'self'"]);
  await app.close();
});

test('pictures may come only from the hosts of configured maps, and each map has its style', async () => {
  const raster: RasterMap = {
    name: 'Air',
    url: 'https://t.example/{z}/{x}/{y}',
    attribution: '© <b>A</b>',
    maxZoom: 17,
    tileSize: 256,
  };
  const config = { ...fixture.services.config, mapRasters: [raster] };
  const app = await createHttpApp({ ...fixture.services, config });
  const csp = await policy(app);
  expect(csp.get('img-src')).toEqual(["'self'", 'data:', 'blob:', 'https://t.example']);
  expect(csp.get('connect-src')).toContain('https://t.example');
  const { sources } = (await app.inject('/basemap/raster-0.json')).json<{ sources: unknown }>();
  expect(sources).toEqual({
    pictures: {
      type: 'raster',
      tiles: [raster.url],
      tileSize: 256,
      maxzoom: 17,
      attribution: '© &lt;b>A&lt;/b>',
    },
  });
  await app.close();
});
