import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gunzipSync } from 'node:zlib';
import type { DeviceContact } from '@milepost/contract/device-operations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '../log.ts';
import { ADMIN_PASSWORD, httpFixture, type HttpFixture } from '../testing/http-fixture.ts';
import { createHttpApp } from './app.ts';

const CONTACT: DeviceContact = {
  key: 'gt06:1',
  protocol: 'gt06',
  transport: 'tcp',
  identity: null,
  address: '192.0.2.1:40000',
  connected: true,
  firstSeenAt: '2026-01-01T00:00:00.000Z',
  lastSeenAt: '2026-01-01T00:00:01.000Z',
  frames: 1,
  faults: 0,
  lastFrame: null,
  decoded: null,
  looksLike: [],
  unknownMessages: [],
  deviceId: null,
  vehicleId: null,
  registration: null,
};

let folder: string;
let fixture: HttpFixture;
let ready = true;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'milepost-http-'));
  const files: Record<string, string | Buffer> = {
    'web/index.html': '<title>the page</title>',
    'web/assets/app-1a2b.js': 'console.log(1)',
    'web/assets/app-1a2b.js.br': brotliCompressSync('console.log(1)'),
    'web/favicon.svg': '<svg/>',
    'secret.txt': 'secret',
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  }
  fixture = await httpFixture({
    webRoot: path.join(folder, 'web'),
    readiness: async () => ({ ready, parts: { database: ready ? 'ok' : 'away' } }),
  });
});
afterAll(async () => {
  await fixture.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => fixture.app.inject({ url, headers });

describe('the web application', () => {
  test.each(['/', '/track-vehicle', '/track-vehicle/17?status=idle', '/settings/devices/'])(
    'its page is served at %s and revalidated each time',
    async (url) => {
      const reply = await get(url);
      expect(reply.statusCode).toBe(200);
      expect(reply.body).toBe('<title>the page</title>');
      expect(reply.headers['cache-control']).toBe('no-cache');
      expect(reply.headers['content-type']).toContain('text/html');
    },
  );

  test('files of the build are cached for ever and sent compressed if possible', async () => {
    const plain = await get('/assets/app-1a2b.js');
    expect(plain.body).toBe('console.log(1)');
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const small = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, br' });
    expect(small.headers['content-encoding']).toBe('br');
    expect(small.headers['content-type']).toContain('javascript');
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache');
  });

  test.each(['/assets/app-gone.js', '/gone.png', '/secret.txt', '/..%2fsecret.txt', '/assets/..%2f..%2fsecret.txt'])(
    'a missing file is 404, not the page: %s',
    async (url) => {
      const reply = await get(url);
      expect([403, 404]).toContain(reply.statusCode);
      expect(reply.body).not.toBe('secret');
      expect(reply.body).not.toContain('the page');
    },
  );

  test('reports that it is not built', async () => {
    const app = await createHttpApp({ ...fixture.services, webRoot: null });
    const reply = await app.inject('/track-vehicle');
    expect(reply.statusCode).toBe(503);
    expect(reply.body).toContain('not built');
    await app.close();
  });

  test('an invalid address is not a server error', async () => {
    for (const url of ['//', '//evil.example/a', '/%', '/a%00b']) {
      expect([url, (await get(url)).statusCode]).toEqual([url, expect.toBeOneOf([200, 400, 403, 404])]);
    }
  });
});

test.each(['/%ff', '/%2e%2e/%2e%2e/package.json', '/assets/%00', '/track-vehicle/shared/%ff'])(
  'answers the unknown address %s in the words of the product',
  async (url) => {
    const reply = await get(url);
    const notFound = { status: 404, code: 'nothing-here', message: 'There is nothing here.' };
    expect([reply.statusCode, reply.json()]).toEqual([404, notFound]);
  },
);

describe('for the operator', () => {
  test('is alive, and ready only when its parts are', async () => {
    expect((await get('/healthz')).statusCode).toBe(200);
    expect((await get('/readyz')).json()).toEqual({ status: 'ready', parts: { database: 'ok' } });
    ready = false;
    const reply = await get('/readyz');
    ready = true;
    expect(reply.statusCode).toBe(503);
    expect(reply.json()).toEqual({ status: 'not ready', parts: { database: 'away' } });
  });

  test('serves metrics to this machine only', async () => {
    expect((await get('/metrics')).body).toBe('up 1\n');
    const far = await fixture.app.inject({ url: '/metrics', remoteAddress: '192.0.2.1' });
    expect(far.statusCode).toBe(404);
    expect((await get('/metrics', { 'x-forwarded-for': '192.0.2.1' })).statusCode).toBe(404);
    // A proxy that adds no header, or a page whose host name was made to resolve to this machine.
    expect((await get('/metrics', { host: 'fleet.example' })).statusCode).toBe(404);
    expect((await get('/metrics', { host: '127.0.0.1:8080' })).statusCode).toBe(200);
  });

  test('serves metrics to anybody with the token', async () => {
    const { config } = fixture.services;
    config.metricsToken = 'a-token-of-metrics-7';
    const from = (authorization?: string) =>
      fixture.app.inject({
        url: '/metrics',
        remoteAddress: '192.0.2.1',
        headers: { host: 'fleet.example', 'x-forwarded-for': '192.0.2.9', ...(authorization && { authorization }) },
      });
    const codes = [];
    for (const given of [
      undefined,
      'Bearer a-token-of-metrics-8',
      'Basic a-token-of-metrics-7',
      'Bearer a-token-of-metrics-7',
    ])
      codes.push((await from(given)).statusCode);
    expect(codes).toEqual([404, 404, 404, 200]);
    config.metricsToken = null;
    expect((await from('Bearer null')).statusCode).toBe(404);
  });

  test('ends an upload after 15 minutes, and a silent connection after 90 s', () => {
    // Longer than a test should last; the 30 s limit of other requests is tested with the files.
    expect(fixture.app.server.requestTimeout).toBe(900_000);
    expect(fixture.app.server.timeout).toBe(90_000);
    expect(fixture.app.server.maxConnections).toBe(10_000);
  });
});

const post = (url: string, payload: string | Buffer, headers: Record<string, string> = {}) =>
  fixture.app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json', ...headers } });

/** The contract requires a whole number as port. */
const brokenPorts = async () => [
  {
    protocol: 'gt06',
    title: 'GT06',
    transports: [],
    port: 1.5,
    taken: [],
    setting: '',
    takesLayouts: false,
    setup: [],
  },
];

const statusOfBroken = async (production: boolean) => {
  const config = { ...fixture.services.config, production };
  const app = await createHttpApp({
    ...fixture.services,
    config,
    gateways: { ...fixture.services.gateways, ports: brokenPorts },
  });
  const browser = fixture.browser(app);
  await browser.signIn('admin', ADMIN_PASSWORD);
  const answer = await browser.call('get-connect-info');
  await app.close();
  return answer.status;
};

const idOf = async (given?: string) =>
  (await get('/healthz', given === undefined ? {} : { 'x-request-id': given })).headers['x-request-id'];

describe('the identifier of a request', () => {
  test('is that of the client where it is sane, and returned', async () => {
    expect(await idOf('01J9Z3NDEKTSV4RRFFQ69G5FAV')).toBe('01J9Z3NDEKTSV4RRFFQ69G5FAV');
    for (const bad of [undefined, '', 'short', 'a b c d e f', 'x'.repeat(65), 'line"}{"level":60', '<script>alert']) {
      expect(await idOf(bad)).toMatch(/^[\w-]{12}$/);
    }
    expect(await idOf()).not.toBe(await idOf());
  });

  test('is in the lines about the call, with operation, person and organisation', async () => {
    const lines: Record<string, unknown>[] = [];
    const logger = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) });
    const app = await createHttpApp({
      ...fixture.services,
      logger,
      gateways: { ...fixture.services.gateways, ports: brokenPorts },
    });
    const browser = fixture.browser(app);
    await browser.signIn('admin', ADMIN_PASSWORD);
    const answer = await browser.call('get-connect-info');
    expect(lines).toMatchObject([
      {
        msg: 'A call failed',
        requestId: expect.stringMatching(/^[\w-]{12}$/),
        operation: 'get-connect-info',
        userId: expect.any(Number),
        organisationId: expect.any(Number),
        reference: answer['reference'],
      },
    ]);
    await app.close();
  });
});

describe('a call', () => {
  test('always has HTTP status 200 and is never cached', async () => {
    const reply = await post('/1.html', '{"route":"session-check"}');
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.json().status).toBe(400);
  });

  test('is accepted at any number, also below /vts, and nowhere else', async () => {
    expect((await post('/vts/1700000000000.html', '{"route":"session-check"}')).json().status).toBe(400);
    for (const url of ['/x.html', '/1.htm', '/1.html/2', '/-1.html', '/other/1.html']) {
      expect((await post(url, '{"route":"session-check"}')).statusCode).toBe(404);
    }
  });

  test.each([
    ['', 'The body is empty; a JSON object is expected.'],
    ['{"route":', 'The body is not valid JSON.'],
    ['[1]', 'The body must be a JSON object.'],
    ['null', 'The body must be a JSON object.'],
    ['"text"', 'The body must be a JSON object.'],
    [Buffer.from([0xff, 0xfe, 0x00]), 'The body is not valid JSON.'],
    [`"${'x'.repeat(1_048_576)}"`, 'The body is larger than 1,048,576 bytes.'],
  ])('is answered with the reason when it cannot be read (%#)', async (payload, message) => {
    const reply = await post('/1.html', payload);
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toMatchObject({ status: 422, message, fields: { body: message } });
  });

  test('may have any content type', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/octet-stream']) {
      const reply = await post('/1.html', '{"route":"session-check"}', { 'content-type': type });
      expect([reply.statusCode, reply.json().status]).toEqual([200, 400]);
    }
  });

  test.each(['', 'nonsense', '__proto__', 'constructor', 'toString', 7, null, { a: 1 }])(
    'of an unknown operation (%j) is not found',
    async (name) => {
      const reply = await post('/1.html', JSON.stringify({ route: name }));
      expect(reply.json()).toMatchObject({ status: 404, message: 'There is no such operation.' });
    },
  );

  test('with a long answer is compressed for clients that accept it', async () => {
    const browser = await fixture.signedIn();
    const lastFrame = { kind: 'hex' as const, data: '78'.repeat(1000) };
    for (let i = 0; i < 20; i++) fixture.contacts.push({ ...CONTACT, key: `gt06:${i}`, lastFrame });
    const body = { route: 'get-knock-list' };
    const headers = { ...browser.headers('session'), 'accept-encoding': 'gzip, deflate' };
    const small = await browser.post({ body, headers });
    expect(small.headers['content-encoding']).toBe('gzip');
    const plain = await browser.post({ body, headers: browser.headers('session') });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(gunzipSync(small.rawPayload).toString()).toBe(plain.body);
    expect(plain.json().rows).toHaveLength(20);
    fixture.contacts.length = 0;
  });

  test('with deeply nested input does no harm', async () => {
    const deep = `{"route":"session-check","url_name":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
    expect((await post('/1.html', deep)).json().status).toBe(400);
  });

  test('that fails internally returns a reference and nothing else', async () => {
    const config = { ...fixture.services.config };
    const gateways = {
      ...fixture.services.gateways,
      contacts: () => {
        throw new Error('secret internals');
      },
    };
    const app = await createHttpApp({ ...fixture.services, config, gateways });
    const browser = fixture.browser(app);
    await browser.signIn('admin', ADMIN_PASSWORD);
    const answer = await browser.call('get-knock-list');
    expect(answer).toEqual({
      status: 500,
      code: 'failed',
      params: { reference: answer.reference },
      message: expect.stringContaining(String(answer.reference)),
      reference: expect.stringMatching(/^[0-9A-F]{8}$/),
    });
    await app.close();
  });

  test('whose answer violates the contract is an internal error, outside production', async () => {
    expect(await statusOfBroken(false)).toBe(500);
    expect(await statusOfBroken(true)).toBe(200);
  });

  test('behind https marks its cookies as Secure', async () => {
    const config = { ...fixture.services.config, secureCookies: true };
    const app = await createHttpApp({ ...fixture.services, config });
    const reply = await app.inject({
      method: 'POST',
      url: '/1.html',
      headers: { 'x-csrftoken': 'milepost', 'content-type': 'application/json' },
      payload: '{"route":"get-csrf-token-preLogin"}',
    });
    expect(reply.cookies).toHaveLength(2);
    expect(reply.cookies.every((cookie) => cookie.secure)).toBe(true);
    await app.close();
  });
});
