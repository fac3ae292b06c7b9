import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FIXED_CSRF_VALUE } from '@milepost/contract/constants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HttpFixture, httpFixture } from '../testing/http-fixture.ts';
import { baseFault } from './base-path.ts';

const PAGE = `<!doctype html>
<html>
  <head>
    <link rel="icon" href="/mark.svg" />
    <script type="module" crossorigin src="/assets/index-1a.js"></script>
    <link rel="stylesheet" crossorigin href="/assets/index-1b.css">
  </head>
  <body><a href="https://example.org/x"></a><a href="//example.org"></a></body>
</html>
`;
const TRUSTED = '172.30.32.2';
/** A reverse proxy that passes headers on as browsers send them. */
const PROXY = '172.18.0.2';
let webRoot: string;
let below: HttpFixture;
let root: HttpFixture;
/** With public metrics. */
let open: HttpFixture;

beforeAll(async () => {
  webRoot = await mkdtemp(path.join(tmpdir(), 'milepost-base-'));
  await mkdir(path.join(webRoot, 'assets'));
  await writeFile(path.join(webRoot, 'index.html'), PAGE);
  await writeFile(path.join(webRoot, 'assets/index-1a.js'), 'started()');
  [below, root, open] = await Promise.all([
    httpFixture({ webRoot }, { publicUrl: 'https://fleet.example.org/y', metricsPublic: true }),
    httpFixture({ webRoot }, { trustedProxies: [TRUSTED, PROXY], ingressProxies: [TRUSTED] }),
    httpFixture({ webRoot }, { trustedProxies: [TRUSTED, PROXY], ingressProxies: [TRUSTED], metricsPublic: true }),
  ]);
});
afterAll(async () => {
  await Promise.all([below.close(), root.close(), open.close()]);
  await rm(webRoot, { recursive: true });
});

const signInCall = {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-csrftoken': FIXED_CSRF_VALUE },
  payload: JSON.stringify({ route: 'get-csrf-token-preLogin' }),
} as const;

test.each(['/y/vehicle-info/7', '/vehicle-info/7', '/y/', '/y', '/'])(
  'at %s the page loads its files below the path, and contains it',
  async (url) => {
    const { statusCode, body, headers } = await below.app.inject(url);
    expect(statusCode).toBe(200);
    expect(headers['cache-control']).toBe('no-cache');
    expect(body).toContain('<meta name="base-path" content="/y" />');
    expect(body).toContain('src="/y/assets/index-1a.js"');
    expect(body).toContain('href="/y/assets/index-1b.css"');
    expect(body).toContain('href="/y/mark.svg"');
    expect(body).toContain('href="https://example.org/x"');
    expect(body).toContain('href="//example.org"');
  },
);

test.each(['/y', ''])('files, calls, health and old share links are served below %j', async (base) => {
  expect((await below.app.inject(`${base}/assets/index-1a.js`)).body).toBe('started()');
  expect((await below.app.inject(`${base}/healthz`)).json()).toMatchObject({ status: 'ok' });
  const shared = await below.app.inject(`${base}/track-vehicle/shared/abc`);
  expect(shared.headers.location).toBe('/y/track-vehicle/shared#abc');
  const call = await below.app.inject({ ...signInCall, url: `${base}/1700000000000.html` });
  expect(call.json()).toMatchObject({ status: 200 });
  expect(call.cookies.length).toBeGreaterThan(1);
  for (const cookie of call.cookies) expect(cookie).toMatchObject({ path: '/y' });
});

test('no address of the server is accepted as the path of PUBLIC_URL', () => {
  const tree = root.app.printRoutes({ commonPrefix: false });
  // Entries below the root, which is the first line.
  const segments = new Set([...tree.matchAll(/^ {4}[├└]── ([a-z][a-z-]*)/gm)].map(([, segment]) => String(segment)));
  expect([...segments]).toEqual(expect.arrayContaining(['healthz', 'logos', 'files', 'live']));
  for (const segment of segments) expect(baseFault(`https://x.example/${segment}`), segment).not.toBeNull();
});

test('a missing file below the path is not answered with the page', async () => {
  expect((await below.app.inject('/y/assets/gone.js')).statusCode).toBe(404);
});

test("a proxy's rules about /metrics cannot be bypassed by an address below a path", async () => {
  const metrics = 'up 1\n';
  expect((await below.app.inject('/metrics')).body).toBe(metrics);
  for (const url of ['/y/metrics', '/y/metrics/', '/y/metrics?x=1', '/y//metrics']) {
    const { statusCode, body } = await below.app.inject(url);
    expect([url, statusCode, body === metrics]).toEqual([url, 404, false]);
  }
  // Once from a trusted proxy that is not an ingress, and once from an ingress.
  for (const remoteAddress of [PROXY, TRUSTED]) {
    const headers = { 'x-ingress-path': '/a' };
    const { body } = await open.app.inject({ url: '/a/metrics', headers, remoteAddress });
    expect(body).not.toBe(metrics);
  }
  const page = await open.app.inject({ url: '/history', headers: { 'x-ingress-path': '/a' }, remoteAddress: PROXY });
  expect(page.body).toBe(PAGE);
});

test('without a path the page is the unchanged file of the build, and cookies apply to the whole host', async () => {
  expect((await root.app.inject('/vehicle-info/7')).body).toBe(PAGE);
  const call = await root.app.inject({ ...signInCall, url: '/1700000000000.html' });
  for (const cookie of call.cookies) expect(cookie).toMatchObject({ path: '/' });
});

test('pages of Home Assistant may embed the application; others may not', async () => {
  const ingress = { 'x-ingress-path': '/api/hassio_ingress/abc' };
  const through = await root.app.inject({ url: '/history', headers: ingress, remoteAddress: TRUSTED });
  expect(through.body).toContain('<meta name="base-path" content="/api/hassio_ingress/abc" />');
  expect(through.headers['content-security-policy']).toContain("frame-ancestors 'self'");
  expect(through.headers['x-frame-options']).toBe('SAMEORIGIN');
  const call = await root.app.inject({
    ...signInCall,
    headers: { ...signInCall.headers, ...ingress },
    url: '/1.html',
    remoteAddress: TRUSTED,
  });
  for (const cookie of call.cookies) expect(cookie).toMatchObject({ path: '/api/hassio_ingress/abc' });
  const other = await root.app.inject({ url: '/history', headers: ingress, remoteAddress: '10.0.0.9' });
  expect(other.body).toBe(PAGE);
  expect(other.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(other.headers['x-frame-options']).toBe('DENY');
});

test('a proxy that changes Host is reported at sign-in; PUBLIC_URL corrects it', async () => {
  const changed = { ...signInCall.headers, origin: 'https://fleet.example.org', host: '127.0.0.1:8080' };
  const call = { ...signInCall, headers: changed, url: '/1.html' };
  expect((await root.app.inject(call)).json()).toMatchObject({ status: 403, code: 'proxy-host' });
  expect((await below.app.inject(call)).json()).toMatchObject({ status: 200 });
  // Anybody could have sent it.
  expect((await root.app.inject('/healthz')).json()).not.toHaveProperty('proxy');
});

test('a call from a page of another site is refused as before', async () => {
  for (const app of [below.app, root.app]) {
    const headers = { ...signInCall.headers, origin: 'https://evil.example', host: 'fleet.example.org' };
    const elsewhere = { ...headers, 'sec-fetch-site': 'cross-site' };
    expect((await app.inject({ ...signInCall, headers, url: '/1.html' })).json()).toMatchObject({ status: 403 });
    const answer = (await app.inject({ ...signInCall, headers: elsewhere, url: '/1.html' })).json();
    expect(answer).toMatchObject({ status: 403, code: 'other-site' });
  }
});
