import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import * as gt06 from '@milepost/protocols/gt06/device';
import { PROTOCOLS } from '@milepost/protocols/registry';
import { Pool, Query } from 'pg';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { SESSION_COOKIE } from '../auth/cookies.ts';
import { portSetting } from '../gateway/device-ports.ts';
import { deviceClient } from '../testing/device-client.ts';
import { measuredServer } from '../testing/exposed-metrics.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { testDatabase } from '../testing/test-database.ts';
import type { OtlpSpan } from './otlp-tracer.ts';
import { startTracing } from './start-tracing.ts';
import { parentOf, startSpan, traced, tracedRoot } from './trace.ts';

interface Collector {
  endpoint: string;
  spans: OtlpSpan[];
  requests: { path: string | undefined; authorization: string | undefined; service: unknown }[];
  server: Server;
}

/** A collector of OpenTelemetry, over OTLP/HTTP in JSON. */
async function collector(status = 200): Promise<Collector> {
  const spans: OtlpSpan[] = [];
  const requests: Collector['requests'] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (text: Buffer) => (body += text.toString()));
    request.on('end', () => {
      const { resourceSpans } = JSON.parse(body);
      for (const { resource, scopeSpans } of resourceSpans) {
        const { attributes }: { attributes: { key: string; value: { stringValue: string } }[] } = resource;
        const service = attributes.find(({ key }) => key === 'service.name')?.value.stringValue;
        requests.push({ path: request.url, authorization: request.headers.authorization, service });
        for (const scope of scopeSpans) spans.push(...scope.spans);
      }
      response.writeHead(status).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  open.push(server);
  return { endpoint: `http://127.0.0.1:${port}`, spans, requests, server };
}

const open: Server[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }
});

const FIX = { lat: -34.9, lon: -56.2, speedKph: 1, courseDeg: 0, satellites: 9, valid: true };
const settingsOf = (endpoint: string, ratio = 1) => ({ endpoint, headers: {}, serviceName: 'milepost', ratio });
const attributesOf = ({ attributes }: OtlpSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

test('traces a frame to the commit that stores it, and a call to its SQL', async () => {
  const { endpoint, spans, requests } = await collector();
  const measured = await measuredServer({
    ADOPT_UNKNOWN: 'true',
    OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc',
    OTEL_SERVICE_NAME: 'fleet',
  });
  const port = measured.server.gatewayPorts.find(({ protocol }) => protocol === 'gt06')?.port ?? 0;
  const device = await deviceClient(port);
  device.send(gt06.encodeLogin('356307042441013', 1));
  device.send(gt06.encodePosition({ ...FIX, time: new Date() }, 2));
  const stored = 'milepost_positions_stored_total{kind="new"} 1';
  await expect.poll(measured.text, { timeout: 10_000 }).toContain(stored);
  device.close();
  const [traceId, parent] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
  const headers = { traceparent: `00-${traceId}-${parent}-01`, cookie: `${SESSION_COOKIE}=nobodys-session` };
  const body = '{"route":"get-setup"}';
  await fetch(`${measured.server.address}/1.html`, { method: 'POST', headers, body });
  // At a stop everything that has ended is exported.
  await measured.close();

  expect(new Set(requests.map((one) => JSON.stringify(one)))).toEqual(
    new Set(['{"path":"/v1/traces","authorization":"Bearer abc","service":"fleet"}']),
  );
  const frame = spans.find(({ name }) => name === 'frame');
  const commit = spans.find(({ spanId }) => spanId === frame?.links[0]?.spanId);
  if (!frame || !commit) throw new Error('no spans of a frame');
  expect(attributesOf(frame)).toMatchObject({ 'milepost.protocol': 'gt06', messages: '1' });
  expect(commit.name).toBe('commit');
  expect(commit.links).toContainEqual({ traceId: frame.traceId, spanId: frame.spanId, attributes: [] });
  const insert = spans.find(({ parentSpanId, name }) => parentSpanId === commit.spanId && name === 'INSERT');
  expect(insert?.traceId).toBe(commit.traceId);
  expect(BigInt(frame.startTimeUnixNano)).toBeLessThanOrEqual(BigInt(commit.startTimeUnixNano));
  expect(BigInt(frame.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(insert?.endTimeUnixNano ?? 0));

  const call = spans.find(({ name }) => name === 'get-setup');
  expect(call).toMatchObject({ traceId, parentSpanId: parent, kind: 2, status: {} });
  const statements = spans.filter(({ parentSpanId, kind }) => parentSpanId === call?.spanId && kind === 3);
  expect(statements.length).toBeGreaterThan(0);
  for (const statement of statements) {
    expect(statement.traceId).toBe(traceId);
    expect(attributesOf(statement)).toMatchObject({ 'db.system.name': 'postgresql' });
  }
  expect(JSON.stringify(spans)).not.toMatch(/nobodys-session|356307042441013/);
}, 60_000);

test('exports the chosen share of the traces, each of them whole', async () => {
  const { endpoint, spans } = await collector();
  const tracing = startTracing(settingsOf(endpoint, 0.25), pino({ level: 'silent' }));
  for (let call = 0; call < 400; call++) {
    await tracedRoot('call', { parent: null }, () => traced('part', {}, async () => null));
  }
  await tracing.stop();
  const calls = spans.filter(({ name }) => name === 'call');
  // 100 of 400 are expected; the standard deviation is 8.7.
  expect(calls.length).toBeGreaterThan(48);
  expect(calls.length).toBeLessThan(152);
  const parents = new Set(calls.map(({ spanId }) => spanId));
  const parts = spans.filter(({ name }) => name === 'part');
  expect(parts).toHaveLength(calls.length);
  expect(parts.filter(({ parentSpanId = '' }) => !parents.has(parentSpanId))).toEqual([]);
  expect(startSpan('after the stop', { parent: null })).toBeNull();
});

test('marks what failed, and survives a collector that refuses', async () => {
  const { endpoint, spans } = await collector(503);
  const lines: { msg: string; reason: string }[] = [];
  const logger = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
  const tracing = startTracing(settingsOf(endpoint), logger);
  const failing = tracedRoot('call', { parent: null }, () => Promise.reject(new Error('no such table')));
  await expect(failing).rejects.toThrow('no such table');
  await tracing.stop();
  expect(spans).toMatchObject([{ name: 'call', status: { code: 2, message: 'no such table' } }]);
  expect(lines).toMatchObject([{ msg: 'Traces could not be exported', reason: 'HTTP 503' }]);
});

test('statements belong to the call that waited for the connection, not to the one that released it', async () => {
  const { endpoint, spans } = await collector();
  const db = await testDatabase();
  const tracing = startTracing(settingsOf(endpoint), pino({ level: 'silent' }));
  const pool = new Pool({ connectionString: db.url, max: 1 });
  const call = (name: string) =>
    tracedRoot(name, { parent: null }, () => pool.query(`SELECT '${name}', pg_sleep(0.01)`));
  await Promise.all(['a', 'b', 'c', 'd'].map(call));
  const failing = tracedRoot('failing', { parent: null }, () => pool.query('SELECT FROM no_such_table'));
  await expect(failing).rejects.toThrow('no_such_table');
  const submitting = tracedRoot('submitting', { parent: null }, async () => {
    const client = await pool.connect();
    const query = client.query(new Query('SELECT 1'));
    await once(query, 'end');
    client.release();
  });
  await submitting;
  await pool.query('SELECT 2');
  await tracing.stop();
  await pool.end();
  await db.close();
  const parents = new Map(spans.map((span) => [span.spanId, span.name]));
  const statements = spans.filter(({ name }) => name === 'SELECT');
  const found = statements.map((span) => [parents.get(span.parentSpanId ?? ''), attributesOf(span)['db.query.text']]);
  expect(found).toEqual([
    ...['a', 'b', 'c', 'd'].map((name) => [name, `SELECT '${name}', pg_sleep(0.01)`]),
    ['failing', 'SELECT FROM no_such_table'],
  ]);
  expect(statements.filter(({ status }) => status.code === 2)).toHaveLength(1);
});

test('reads the parent of a call from a well-formed header only', () => {
  const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
  expect(parentOf(`00-${traceId}-${spanId}-01`)).toEqual({ traceId, spanId });
  const zero = '0'.repeat(32);
  for (const bad of [
    undefined,
    '',
    'x',
    `00-${traceId}-${spanId}`,
    `00-${zero}-${spanId}-01`,
    `00-${traceId}-${zero.slice(16)}-01`,
  ])
    expect(parentOf(bad)).toBeNull();
});

/** Prints each module of this folder, or of an SDK of OpenTelemetry, that is loaded; `prom-client` has the interface. */
const PRINT_LOADED = `import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) { if (/\\/src\\/trace\\/|opentelemetry\\/(?!api)/.test(url)) process.stderr.write('loaded ' + url + '\\n'); return next(url, context); } });`;

test('loads nothing for traces without the setting', async () => {
  const db = await testDatabase();
  const ports = Object.fromEntries(PROTOCOLS.map((protocol) => [portSetting(protocol), '0']));
  const server = startServerProcess({
    ...ports,
    DATABASE_URL: db.url,
    ROLES: 'gateway,ingest',
    SECRET_KEY: 'ab'.repeat(32),
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(PRINT_LOADED)}`,
  });
  await expect.poll(server.output, { timeout: 30_000 }).toContain('Milepost is running');
  server.kill('SIGTERM');
  await server.exited;
  const loaded = [...server.output().matchAll(/^loaded \S*\/(\S+)$/gm)].map(([, name]) => name);
  expect(loaded).toEqual(['trace.ts']);
  await db.close();
}, 60_000);
