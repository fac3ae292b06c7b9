// npm run bench:restart: how long devices and browsers are without the server while it is restarted in an orderly way.
// -- --devices 1000 --interval 5 --rounds 3
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '@milepost/server/database/embedded';
import { freePort } from '@milepost/server/database/free-port';
import { pino } from 'pino';
import { imeiOf } from './devices/fleet.ts';
import { gt06Dialect } from './devices/gt06.ts';
import { postmasterPid } from './faults/embedded-database.ts';
import { percentile } from './percentile.ts';
import { killHard, onAbandon } from './system/abandon.ts';
import { machine } from './system/machine.ts';
import { provision } from './system/provision.ts';
import { startServerProcess } from './system/server-process.ts';
import { waitUntil } from './until.ts';

const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '1000' },
    interval: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
  },
});
const devices = Math.max(1, Number(values.devices) || 1000);
const intervalMs = 1000 * Math.max(0.1, Number(values.interval) || 5);
const rounds = Math.max(1, Number(values.rounds) || 3);
/** Devices try again at once, as those of makers do that have something to report. */
const RETRY_MS = 100;
const LOOK_MS = 20;
const WITHIN_MS = 120_000;

/** A device that reports, and reconnects whenever its connection ends. */
class Device {
  /** When its connection ended; null while it is connected and accepted. */
  lostAt: number | null = performance.now();
  /** The milliseconds from the end of each connection to the next acceptance. */
  readonly gaps: number[] = [];
  acknowledged = 0;
  #socket: Socket | null = null;
  #next = 0;
  #ended = false;
  readonly #imei: string;
  readonly #port: number;
  readonly #dialect: ReturnType<typeof gt06Dialect>;

  constructor(imei: string, port: number, dialect: ReturnType<typeof gt06Dialect>) {
    this.#imei = imei;
    this.#port = port;
    this.#dialect = dialect;
  }

  connect(): void {
    if (this.#ended) return;
    const socket = connect(this.#port, '127.0.0.1');
    this.#socket = socket;
    const reader = this.#dialect.newReader();
    socket.on('error', () => {});
    socket.once('connect', () => socket.write(this.#dialect.login(this.#imei)));
    socket.on('data', (chunk) =>
      reader.push(chunk, {
        accepted: () => {
          if (this.lostAt !== null) this.gaps.push(performance.now() - this.lostAt);
          this.lostAt = null;
        },
        acknowledged: () => (this.acknowledged += 1),
        commanded: () => {},
      }),
    );
    socket.once('close', () => {
      this.lostAt ??= performance.now();
      setTimeout(() => this.connect(), RETRY_MS);
    });
  }

  report(): void {
    if (this.lostAt === null) this.#socket?.write(this.#dialect.frame(this.#imei, this.#next++));
  }

  end(): void {
    this.#ended = true;
    this.#socket?.destroy();
  }
}

/** The longest time during which the web port answered nothing. */
function watchWeb(url: string): { gapMs(): number; close(): void } {
  let last = performance.now();
  let gapMs = 0;
  const watching = new AbortController();
  void (async () => {
    while (!watching.signal.aborted) {
      const answered = await fetch(url, { signal: AbortSignal.timeout(2000) }).then(
        (reply) => reply.ok || reply.status === 503,
        () => false,
      );
      const now = performance.now();
      if (answered) {
        gapMs = Math.max(gapMs, now - last);
        last = now;
      }
      await delay(LOOK_MS);
    }
  })();
  return { gapMs: () => gapMs, close: () => watching.abort() };
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'milepost-restart-'));
const logger = pino({ level: 'silent' });
const forget = onAbandon(() => killHard(postmasterPid(dataDir)));
const fleet: Device[] = [];
try {
  const empty = await startEmbeddedPostgres({ dataDir, logger });
  try {
    await provision(empty.url, devices, logger);
  } finally {
    await empty.stop();
  }
  const [port, web] = [await freePort(), await freePort()];
  const environment = {
    DATA_DIR: dataDir,
    PORT: String(web),
    GATEWAY_PROTOCOLS: 'gt06',
    GATEWAY_GT06_PORT: String(port),
    NODE_ENV: 'production',
    // As `npm start` and the image set it.
    NODE_COMPILE_CACHE: path.join(dataDir, 'compiled'),
  };
  const plan = { startsAt: Date.now() - 3_600_000 };
  const compile = path.join(import.meta.dirname, '../../scripts/compile.mjs');
  spawnSync(process.execPath, [compile], { env: { ...process.env, ...environment }, stdio: 'ignore' });
  let server = await startServerProcess(environment);
  for (let index = 0; index < devices; index++) fleet.push(new Device(imeiOf(index), port, gt06Dialect(plan)));
  for (const device of fleet) device.connect();
  const reporting = fleet.map((device, index) =>
    setTimeout(
      () => {
        setInterval(() => device.report(), intervalMs).unref();
      },
      (intervalMs * index) / fleet.length,
    ),
  );
  const everyone = () => fleet.every(({ lostAt }) => lostAt === null);
  const missing = () => `${fleet.filter(({ lostAt }) => lostAt !== null).length} devices are not connected`;
  await waitUntil(everyone, WITHIN_MS, missing);
  const results = [];
  for (let round = 0; round < rounds; round++) {
    await delay(Math.max(3000, intervalMs));
    for (const device of fleet) device.gaps.length = 0;
    const watch = watchWeb(`http://127.0.0.1:${web}/healthz`);
    const begins = performance.now();
    await server.stop();
    const stopMs = performance.now() - begins;
    server = await startServerProcess(environment);
    const startMs = performance.now() - begins - stopMs;
    await waitUntil(everyone, WITHIN_MS, missing);
    await delay(500);
    watch.close();
    const gaps = fleet.flatMap((device) => device.gaps);
    results.push({
      deviceGapP50Ms: Math.round(percentile(gaps, 0.5) ?? 0),
      deviceGapMaxMs: Math.round(Math.max(...gaps)),
      webGapMs: Math.round(watch.gapMs()),
      stopMs: Math.round(stopMs),
      startMs: Math.round(startMs),
    });
  }
  for (const timer of reporting) clearTimeout(timer);
  await server.stop();
  process.stdout.write(
    `${JSON.stringify({ bench: 'restart', devices, intervalMs, results, machine: machine('18') })}\n`,
  );
} finally {
  for (const device of fleet) device.end();
  forget();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit(0);
