import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { type MetricsPort, openMetricsPort } from './metrics-port.ts';

const logger = pino({ level: 'silent' });
let ready = true;
let port: MetricsPort;
const TOKEN = 'a-token-of-metrics-7';

const services = {
  proxyWatch: { see: () => {}, confirm: () => {}, found: () => [] },
  readiness: async () => ({ ready, parts: { database: ready ? 'ready' : 'away' } }),
  metrics: async () => 'up 1\n',
};

async function open(host: string, token: string | null = null): Promise<void> {
  port = await openMetricsPort({ host, port: 0, token }, services, logger);
}

afterEach(async () => {
  await port.close();
});

/** Sends a request with any `Host`, which `fetch` does not allow. */
function get(path: string, headers: Record<string, string> = {}, host = '127.0.0.1', method = 'GET') {
  return new Promise<{ code: number; body: string }>((resolve, reject) => {
    const { port: at } = new URL(port.address);
    request({ host, port: at, path, headers, method }, (response) => {
      let body = '';
      response.on('data', (text: Buffer) => (body += text.toString()));
      response.on('end', () => resolve({ code: response.statusCode ?? 0, body }));
    })
      .on('error', reject)
      .end();
  });
}

test('serves metrics, health and readiness, and nothing else', async () => {
  await open('127.0.0.1');
  expect(await get('/metrics')).toEqual({ code: 200, body: 'up 1\n' });
  expect((await get('/healthz')).code).toBe(200);
  expect((await get('/readyz')).code).toBe(200);
  ready = false;
  const away = await get('/readyz?verbose');
  ready = true;
  expect([away.code, JSON.parse(away.body)]).toEqual([503, { status: 'not ready', parts: { database: 'away' } }]);
  for (const path of ['/', '/1.html', '/metrics/', '/y/metrics', '//', '/%']) expect((await get(path)).code).toBe(404);
  expect((await get('/metrics', {}, '127.0.0.1', 'POST')).code).toBe(404);
});

test('refuses a page of another site whose name resolves to this machine', async () => {
  await open('127.0.0.1', TOKEN);
  expect((await get('/metrics', { host: 'evil.example' })).code).toBe(404);
  expect((await get('/metrics', { host: 'localhost:9464' })).code).toBe(200);
  expect((await get('/metrics', { host: 'fleet', authorization: `Bearer ${TOKEN}` })).code).toBe(200);
});

test('idle connections keep out nobody', async () => {
  await open('127.0.0.1');
  const idle = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const socket = connect(Number(new URL(port.address).port), '127.0.0.1').on('error', () => {});
      await once(socket, 'connect');
      return socket;
    }),
  );
  for (let time = 0; time < 20; time += 1) expect((await get('/healthz')).code).toBe(200);
  for (const socket of idle) socket.destroy();
});

const outside = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

test.skipIf(outside === undefined)('requires the token of other machines only where one is set', async () => {
  await open('0.0.0.0');
  expect((await get('/metrics', { host: 'milepost:9464' }, outside)).code).toBe(200);
  await port.close();
  await open('0.0.0.0', TOKEN);
  expect((await get('/metrics', {}, outside)).code).toBe(404);
  expect((await get('/metrics', { authorization: 'Bearer no' }, outside)).code).toBe(404);
  expect((await get('/metrics', { authorization: `Bearer ${TOKEN}` }, outside)).code).toBe(200);
  expect((await get('/readyz', {}, outside)).code).toBe(200);
});

test('names the setting when the port is in use', async () => {
  await open('127.0.0.1');
  const taken = { host: '127.0.0.1', port: Number(new URL(port.address).port), token: null };
  await expect(openMetricsPort(taken, services, logger)).rejects.toThrow(/Set METRICS_PORT to another/);
});
