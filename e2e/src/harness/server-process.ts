import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PROTOCOLS } from '@milepost/protocols/registry';
import { startHosted } from './server-host.ts';
import { waitUntil } from './until.ts';
import { withTimeout } from './within.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
/** A run starts many servers, which share Node's compile cache. */
const COMPILED = path.join(ROOT, 'node_modules/.cache/server');
const START_WITHIN_MS = 90_000;
const STOP_WITHIN_MS = 30_000;

export interface ServerOptions {
  /** The number of vehicles of the demo fleet; no demo by default. */
  demoVehicles?: number;
  /** The port for browsers; any free one by default. */
  port?: number;
  /**
   * Starts its own PostgreSQL, like an installation without `DATABASE_URL`; otherwise the tests of a run share one.
   */
  ownPostgres?: boolean;
  /** The time zone of its first organisation. */
  timeZone?: string;
  /** Further settings. */
  environment?: Readonly<Record<string, string>>;
}

export interface TestServer {
  /** The address for browsers, without a slash at the end. */
  readonly address: string;
  /** The ports for devices, by protocol name. */
  readonly ports: Readonly<Record<string, number>>;
  readonly username: string;
  readonly password: string;
  readonly dataDir: string;
  /** Null for an own PostgreSQL, whose address is in the data directory. */
  readonly databaseUrl: string | null;
  /** The server's output so far. */
  log(): string;
  /** Stops it gracefully; `start` restarts it on the same ports with the same data. */
  halt(): Promise<void>;
  start(): Promise<void>;
  /** Stops it and removes its data. */
  close(): Promise<void>;
}

/**
 * Starts a server on free ports, with its own data directory, database and password: as in production, or in the host
 * of this run's servers.
 */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  if (!existsSync(path.join(ROOT, 'web/dist/index.html'))) throw new Error('Build first: npm run build.');
  const dataDir = await mkdtemp(path.join(tmpdir(), 'milepost-e2e-'));
  // PostgreSQL runs as an unprivileged user if the tests run as root.
  await chmod(dataDir, 0o755);
  const password = randomBytes(12).toString('base64url');
  const databaseUrl = options.ownPostgres ? null : await databaseOfRun();
  // A demo needs a separate process; and outside of a test run a server is started as in production.
  const isPlain = databaseUrl !== null && options.demoVehicles === undefined;
  let log = '';
  let end: (() => Promise<void>) | null = null;
  let ports: Record<string, number> = {};
  let address = '';

  const startAlone = async (env: NodeJS.ProcessEnv) => {
    const from = log.length;
    const started = spawn(process.execPath, [path.join(ROOT, 'server/src/main.ts')], {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    end = () => stop(started);
    for (const stream of [started.stdout, started.stderr]) {
      stream.on('data', (text: Buffer) => (log += text.toString()));
    }
    const output = () => log.slice(from);
    return waitUntil(
      'the server to start',
      () => {
        if (ended(started)) throw new ServerEnded(output());
        return readBanner(output());
      },
      START_WITHIN_MS,
    ).catch(async (error: unknown) => {
      await stop(started);
      throw new Error(`The server did not start.\n${output()}`, { cause: error });
    });
  };
  const startInHost = async (env: NodeJS.ProcessEnv) => {
    const hosted = await startHosted(env, (text) => (log += text));
    end = hosted.stop;
    return readBanner(hosted.banner);
  };
  const start = async () => {
    const env = environment({ dataDir, databaseUrl, password, address, ports }, options);
    const banner = await (isPlain ? startInHost(env) : startAlone(env));
    if (!banner) throw new Error('The server has no address.');
    ({ address, ports } = banner);
    await waitUntil('the server to be ready', async () => (await fetch(`${address}/readyz`)).ok, START_WITHIN_MS);
  };
  const halt = async () => {
    await end?.();
    end = null;
  };
  const close = async () => {
    await halt();
    if (databaseUrl !== null) await giveBack(databaseUrl);
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    await start();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    get address() {
      return address;
    },
    get ports() {
      return ports;
    },
    username: 'admin',
    password,
    dataDir,
    databaseUrl,
    log: () => log,
    halt,
    start,
    close,
  };
}

class ServerEnded extends Error {}

interface Place {
  dataDir: string;
  databaseUrl: string | null;
  password: string;
  /** The address of the previous start; empty at first. */
  address: string;
  ports: Record<string, number>;
}

function environment(
  { dataDir, databaseUrl, password, address, ports }: Place,
  { demoVehicles, port: ownPort = 0, timeZone = 'UTC', environment: more = {} }: ServerOptions,
): NodeJS.ProcessEnv {
  const demo = demoVehicles === undefined ? { DEMO: 'false' } : { DEMO: 'true', DEMO_VEHICLES: String(demoVehicles) };
  const inherited = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'LANG'];
  return {
    ...Object.fromEntries(inherited.map((name) => [name, process.env[name]])),
    ...demo,
    HOST: '127.0.0.1',
    PORT: address === '' ? String(ownPort) : new URL(address).port,
    ...Object.fromEntries(
      PROTOCOLS.map(({ name }) => [`GATEWAY_${name.toUpperCase()}_PORT`, String(ports[name] ?? 0)]),
    ),
    DATA_DIR: dataDir,
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
    NODE_COMPILE_CACHE: COMPILED,
    TIME_ZONE: timeZone,
    ADMIN_PASSWORD: password,
    // A banner about it would be on every screen.
    BACKUP_URL: 'off',
    // Only the offline map: no test depends on other hosts.
    MAP_STYLE_LIGHT: '',
    MAP_STYLE_DARK: '',
    // The server then checks its own replies against the contract.
    NODE_ENV: 'test',
    ...more,
  };
}

/** Parses the address and device ports from the server's output at startup. */
function readBanner(output: string): { address: string; ports: Record<string, number> } | null {
  const address = /Address +(http\S+)/.exec(output)?.[1];
  const ports = [...output.matchAll(/Devices +(\w+) over \w+: port (\d+)[^\n]*\n/g)].map(([, name, port]) => [
    name,
    Number(port),
  ]);
  return address === undefined || ports.length < 4 ? null : { address, ports: Object.fromEntries(ports) };
}

const ended = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

async function stop(child: ChildProcess): Promise<void> {
  if (ended(child)) return;
  child.kill('SIGTERM');
  await waitUntil('the server to stop', () => ended(child), STOP_WITHIN_MS).catch(async () => {
    child.kill('SIGKILL');
    await waitUntil('the server to be gone', () => ended(child), STOP_WITHIN_MS);
  });
}

/** Copying a database takes a second; on a busy machine it waits for other copies. */
const COPIED_WITHIN_MS = 120_000;

/** An empty, migrated database of this test run, from the run's service; null outside of a run. */
async function databaseOfRun(): Promise<string | null> {
  const { MILEPOST_RUN_DATABASE } = process.env;
  if (MILEPOST_RUN_DATABASE === undefined) return null;
  const answer = await withTimeout(
    'a database of the run',
    fetch(MILEPOST_RUN_DATABASE, { method: 'POST' }),
    COPIED_WITHIN_MS,
  );
  const body = await answer.text();
  if (!answer.ok) throw new Error(`The run gave no database: ${body}`);
  return body;
}

/** Returns the database when nothing uses it any more. */
async function giveBack(url: string): Promise<void> {
  const given = fetch(process.env['MILEPOST_RUN_DATABASE'] + new URL(url).pathname, { method: 'DELETE' });
  await withTimeout('the run to take its database back', given, COPIED_WITHIN_MS);
}
