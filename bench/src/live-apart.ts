/**
 * `npm run -s bench:live-apart`: how long after its commit a position reaches a browser, where people are served by the process
 * that stores positions, and where they are served by another one. Options: `--devices 200 --interval 2 --reports 200 --turns 2`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ServerFrame } from '@milepost/contract/live';
import { startEmbeddedPostgres } from '@milepost/server/database/embedded';
import { freePort } from '@milepost/server/database/free-port';
import { servedApplication, TestBrowser } from '@milepost/server/testing/test-browser';
import { pino } from 'pino';
import { WebSocket } from 'ws';
import { imeiOf } from './devices/fleet.ts';
import { gt06Dialect } from './devices/gt06.ts';
import { reportOf } from './devices/place.ts';
import { numberOf } from './ingest-options.ts';
import { percentile } from './percentile.ts';
import { machine } from './system/machine.ts';
import { BENCH_PASSWORD, provision } from './system/provision.ts';
import { type ServerProcess, startServerProcess } from './system/server-process.ts';

const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '200' },
    interval: { type: 'string', default: '2' },
    reports: { type: 'string', default: '200' },
    turns: { type: 'string', default: '2' },
  },
});
const devices = numberOf('--devices', values.devices, 1, 100_000);
const intervalMs = 1000 * numberOf('--interval', values.interval, 0.1, 600);
const reports = numberOf('--reports', values.reports, 10, 10_000);
const turns = numberOf('--turns', values.turns, 1, 20);

/** The watched device reports less often than states are sent to a browser, which is twice a second. */
const WATCHED_EVERY_MS = 700;
// GT06 has whole seconds.
const plan = { startsAt: Math.floor(Date.now() / 1000) * 1000 - 3 * 3_600_000 };

/** A device that is connected and reports; `onStored` gets the number of a report that is acknowledged. */
async function startDevice(index: number, port: number, onStored: (number: number) => void) {
  const dialect = gt06Dialect(plan);
  const imei = imeiOf(index);
  const socket = connect(port, '127.0.0.1');
  const accepted = Promise.withResolvers<void>();
  const reader = dialect.newReader();
  socket.on('error', accepted.reject);
  socket.once('connect', () => socket.write(dialect.login(imei)));
  socket.on('data', (chunk) =>
    reader.push(chunk, { accepted: () => accepted.resolve(), acknowledged: onStored, commanded: () => {} }),
  );
  await accepted.promise;
  return { report: (number: number) => socket.write(dialect.frame(imei, number)), end: () => socket.destroy() };
}

/** Milliseconds from the acknowledgement of each report to the frame that shows it. */
async function measure(port: number, web: number, firstReport: number): Promise<number[]> {
  const browser = new TestBrowser(servedApplication(web));
  await browser.signIn('admin', BENCH_PASSWORD);
  const list = await browser.call('get-vehicle-list', { search: imeiOf(0) });
  const vehicleId = list.rows?.[0]?.id;
  if (vehicleId === undefined) throw new Error('the vehicle is not found');
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const socket = new WebSocket(`ws://127.0.0.1:${web}/live`, {
    headers: { cookie, origin: `http://127.0.0.1:${web}` },
  });
  const shownAt = new Map<number, number>();
  socket.on('message', (data: Buffer) => {
    const now = performance.now();
    const frame = ServerFrame.parse(JSON.parse(data.toString()));
    if (frame.t !== 'states') return;
    for (const [id, , , , , , , fixTime] of frame.states) {
      if (id === vehicleId && fixTime !== null && !shownAt.has(fixTime)) shownAt.set(fixTime, now);
    }
  });
  await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.send(JSON.stringify({ t: 'view', bounds: [0, 0, 1, 1], watch: [vehicleId] }));

  const storedAt: number[] = [];
  const waiting: number[] = [];
  const watched = await startDevice(0, port, () => {
    const number = waiting.shift();
    if (number !== undefined) storedAt[number] = performance.now();
  });
  const others = await Promise.all(
    Array.from({ length: devices - 1 }, (_, index) => startDevice(index + 1, port, () => {})),
  );
  const timers = others.map((device, index) => {
    let number = firstReport;
    return setTimeout(
      () => {
        setInterval(() => device.report(number++), intervalMs).unref();
      },
      (intervalMs * index) / others.length,
    );
  });
  await delay(2000);
  for (let number = firstReport; number < firstReport + reports; number++) {
    waiting.push(number);
    watched.report(number);
    await delay(WATCHED_EVERY_MS + Math.random() * 100);
  }
  await delay(1000);
  for (const timer of timers) clearTimeout(timer);
  for (const device of [watched, ...others]) device.end();
  socket.close();
  const latencies = storedAt.flatMap((at, number) => {
    const shown = shownAt.get(reportOf(plan, imeiOf(0), number).time.getTime());
    return shown === undefined ? [] : [shown - at];
  });
  if (latencies.length < reports / 2) throw new Error(`only ${latencies.length} of ${reports} reports were shown`);
  return latencies;
}

const summary = (latencies: number[]) => ({
  reports: latencies.length,
  p50Ms: Math.round(percentile(latencies, 0.5) ?? 0),
  p99Ms: Math.round(percentile(latencies, 0.99) ?? 0),
});

const dataDir = await mkdtemp(path.join(tmpdir(), 'milepost-apart-'));
const postgres = await startEmbeddedPostgres({ dataDir, logger: pino({ level: 'silent' }) });
const running: ServerProcess[] = [];
try {
  await provision(postgres.url, devices, pino({ level: 'silent' }));
  const figures: Record<'together' | 'apart', number[]> = { together: [], apart: [] };
  for (let turn = 0; turn < turns * 2; turn++) {
    const isApart = turn % 2 === 1;
    const [port, web] = [await freePort(), await freePort()];
    const settings = {
      DATABASE_URL: postgres.url,
      DATA_DIR: path.join(dataDir, 'files'),
      SECRET_KEY: 'ab'.repeat(32),
      PORT: String(web),
      GATEWAY_PROTOCOLS: 'gt06',
      GATEWAY_GT06_PORT: String(port),
      SECURE_COOKIES: 'false',
      NODE_ENV: 'production',
    };
    const roles = isApart ? ['gateway,ingest', 'web'] : ['gateway,ingest,web'];
    for (const ROLES of roles) running.push(await startServerProcess({ ...settings, ROLES }));
    figures[isApart ? 'apart' : 'together'].push(...(await measure(port, web, turn * 2 * reports)));
    for (const one of running.splice(0)) await one.stop();
  }
  const { together, apart } = figures;
  process.stdout.write(
    `${JSON.stringify({ bench: 'live-apart', devices, intervalMs, together: summary(together), apart: summary(apart), machine: machine('18') })}\n`,
  );
} finally {
  for (const one of running) await one.stop();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
}
process.exit(0);
