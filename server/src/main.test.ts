import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as gt06 from '@milepost/protocols/gt06/device';
import { PROTOCOLS } from '@milepost/protocols/registry';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SERVER_LOCK } from './database/server-lock.ts';
import { portSetting } from './gateway/device-ports.ts';
import { deviceClient } from './testing/device-client.ts';
import { type ServerProcess, startServerProcess } from './testing/server-process.ts';
import { type TestDatabase, testDatabase } from './testing/test-database.ts';
import { addDevice } from './testing/test-gateway.ts';

const running: ServerProcess[] = [];
const folders: string[] = [];
const FREE_PORTS = { PORT: '0', ...Object.fromEntries(PROTOCOLS.map((protocol) => [portSetting(protocol), '0'])) };

function start(environment: Record<string, string>): ServerProcess {
  const server = startServerProcess({ ...FREE_PORTS, ROLES: 'gateway,ingest', ...environment });
  running.push(server);
  return server;
}

async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'milepost-test-'));
  folders.push(folder);
  return folder;
}

/** A port in use by another program. */
async function occupied(): Promise<{ port: string; free: () => Promise<unknown> }> {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const free = () => {
    const closed = once(other, 'close');
    other.close();
    return closed;
  };
  return { port: String(typeof address === 'object' && address ? address.port : 0), free };
}

const started = (server: ServerProcess) =>
  expect.poll(server.output, { timeout: 30_000 }).toContain('Milepost is running');
const gt06Port = (server: ServerProcess) => Number(/gt06 over tcp: port (\d+)/.exec(server.output())?.[1]);

afterEach(async () => {
  for (const server of running.splice(0)) {
    server.kill('SIGTERM');
    await server.exited;
  }
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

describe('a start that fails', () => {
  it('names every wrong setting and ends with code 1', async () => {
    const server = start({ PORT: 'x', DEMO: 'perhaps' });
    expect(await server.exited).toBe(1);
    expect(server.output()).toMatch(/PORT: [^\n]+\n\s+DEMO: /);
  });

  it('reports in one line that the database cannot be opened, without its password', async () => {
    const server = start({ DATABASE_URL: 'postgres://me:secret-word@127.0.0.1:1/fleet' });
    expect(await server.exited).toBe(1);
    expect(server.output().trim().split('\n')).toEqual([
      expect.stringMatching(/127\.0\.0\.1:1\/fleet.*cannot be opened/),
    ]);
    expect(server.output()).not.toContain('secret-word');
  });

  it('reports in one line, within seconds, that the port for people is in use, and how to change it', async () => {
    const { port, free } = await occupied();
    const DATA_DIR = await dataFolder();
    const server = start({ DATA_DIR, PORT: port, ROLES: 'gateway,ingest,web,jobs' });
    expect(await server.exited).toBe(1);
    expect(server.output()).toBe(`Port ${port} on 127.0.0.1 is in use by another program. Set PORT to another.\n`);
    expect(await readdir(DATA_DIR)).toEqual([]);
    await free();
  });

  it('refuses a data directory that another server uses, and leaves that one running', async () => {
    const DATA_DIR = await dataFolder();
    const first = start({ DATA_DIR });
    await started(first);
    const second = start({ DATA_DIR });
    expect(await second.exited).toBe(1);
    expect(second.output().trim()).toMatch(/^Another Milepost is running on the data directory/);
    const device = await deviceClient(gt06Port(first));
    device.send(gt06.encodeLogin('356307042441013', 1));
    await expect.poll(() => device.received().length).toBeGreaterThan(0);
    device.close();
  });
});

describe('a start when another program uses a port of devices', () => {
  it('reports it and serves the others; the port opens once it is free', async () => {
    const { port, free } = await occupied();
    const server = start({ DATA_DIR: await dataFolder(), GATEWAY_GT06_PORT: port });
    await started(server);
    const logLines = server.output().split('\n');
    expect(logLines.filter((line) => line.includes(`Port ${port} (tcp)`))).toEqual([
      expect.stringMatching(/in use by another program.*Set GATEWAY_GT06_PORT to another/),
    ]);
    expect(server.output()).toMatch(new RegExp(`gt06 over tcp: port ${port} is in use .*GATEWAY_GT06_PORT`));
    const osmand = Number(/osmand over http: port (\d+)\n/.exec(server.output())?.[1]);
    expect((await fetch(`http://127.0.0.1:${osmand}/?id=nobody&lat=1&lon=1`)).status).toBeGreaterThanOrEqual(200);
    await free();
    const acceptsDevice = async () => {
      const device = await deviceClient(Number(port)).catch(() => null);
      device?.send(gt06.encodeLogin('356307042441013', 1));
      await delay(200);
      const answered = (device?.received().length ?? 0) > 0;
      device?.close();
      return answered;
    };
    await expect.poll(acceptsDevice, { timeout: 20_000 }).toBe(true);
  });
});

describe('a stop requested twice, as when a terminal closes and a parent passes it on', () => {
  it('a second stop signal does not interrupt the orderly stop', async () => {
    const DATA_DIR = await dataFolder();
    const server = start({ DATA_DIR });
    await started(server);
    server.kill('SIGHUP');
    // Two signals of one kind are merged if the first has not been handled.
    await new Promise((resolve) => setTimeout(resolve, 20));
    server.kill('SIGTERM');
    expect(await server.exited).toBe(0);
    await expect(readFile(path.join(DATA_DIR, 'postgres/postmaster.pid'))).rejects.toThrow('ENOENT');
  });
});

describe('a stop during the start', () => {
  it('ends with code 0 and leaves no PostgreSQL running', async () => {
    const DATA_DIR = await dataFolder();
    const server = start({ DATA_DIR });
    const postmaster = path.join(DATA_DIR, 'postgres/postmaster.pid');
    await expect.poll(() => readFile(postmaster, 'utf8').catch(() => ''), { timeout: 30_000 }).not.toBe('');
    server.kill('SIGTERM');
    expect(await server.exited).toBe(0);
    expect(server.output()).not.toContain('Milepost is running');
    await expect(readFile(postmaster)).rejects.toThrow('ENOENT');
  });
});

describe('DEMO=true on the database of a real fleet', () => {
  it('adds nothing, and reports that the demo does not run', async () => {
    const test = await testDatabase();
    await addDevice(test.database, '356307042441013');
    const server = start({ DATABASE_URL: test.url, DATA_DIR: await dataFolder(), DEMO: 'true' });
    await started(server);
    expect(server.output()).toContain('The demo does not run because this database holds a real fleet');
    const counted = await test.database.query(
      'SELECT (SELECT count(*)::int FROM vehicles) AS vehicles, (SELECT count(*)::int FROM files) AS files',
    );
    expect(counted.rows).toEqual([{ vehicles: 1, files: 0 }]);
    server.kill('SIGTERM');
    await server.exited;
    await test.close();
  });
});

describe('a second server on one database', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await testDatabase();
  });
  afterAll(() => test?.close());
  // Each server has a data directory of its own, and therefore another key unless one is set.
  const SECRET_KEY = 'ab'.repeat(32);
  const ROLES = 'gateway,ingest,web,jobs';
  const startHere = async () => start({ ROLES, DATABASE_URL: test.url, DATA_DIR: await dataFolder(), SECRET_KEY });

  it('is refused in one line that names the first, which continues', async () => {
    const first = await startHere();
    await started(first);
    const second = await startHere();
    expect(await second.exited).toBe(1);
    const lines = second.output().trim().split('\n');
    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(`^Another server, Milepost ${first.pid} on .*uses the database 127\\.0\\.0\\.1:`),
      ),
    ]);
    const device = await deviceClient(gt06Port(first));
    device.send(gt06.encodeLogin('356307042441013', 1));
    await expect.poll(() => device.received().length).toBeGreaterThan(0);
    device.close();
  });

  it('stops the first when it took over the database while that could not be reached', async () => {
    const client = new Client({ connectionString: test.url });
    await client.connect();
    const server = await startHere();
    await started(server);
    // The connection that holds the lock breaks, and another server takes it first.
    const holder = `SELECT l.pid FROM pg_locks l JOIN pg_stat_activity a USING (pid)
      WHERE l.objid = ${SERVER_LOCK} AND a.application_name = 'Milepost ${server.pid} on ${hostname()}'`;
    const other = new Client({ connectionString: test.url, application_name: 'Milepost 1 on elsewhere' });
    await other.connect();
    const waiting = other.query('SELECT pg_advisory_lock($1)', [SERVER_LOCK]);
    const queued = 'SELECT FROM pg_locks WHERE NOT granted AND objid = $1';
    await expect.poll(async () => (await client.query(queued, [SERVER_LOCK])).rowCount).toBe(1);
    await client.query(`SELECT pg_terminate_backend(pid) FROM (${holder}) held`);
    await waiting;
    expect(await server.exited).toBe(1);
    expect(server.output()).toContain('Milepost 1 on elsewhere');
    await other.end();
    await client.end();
  });

  it('lets one that stood still write nothing any more when it goes on after it was replaced', async () => {
    const imei = '356307042441047';
    const { deviceId } = await addDevice(test.database, imei);
    const first = await startHere();
    await started(first);
    const device = await deviceClient(gt06Port(first));
    device.send(gt06.encodeLogin(imei, 0));
    const report = (serial: number) => {
      const fix = { time: new Date(Date.now() - 60_000 + serial * 1000), lat: -34.9, lon: -56.2, speedKph: 1 };
      device.send(gt06.encodePosition({ ...fix, courseDeg: 0, satellites: 9, valid: true }, serial));
    };
    report(1);
    await expect.poll(() => serials(device.received())).toEqual([1]);
    process.kill(first.pid, 'SIGSTOP');
    for (let serial = 2; serial <= 20; serial++) report(serial);
    // As when the database no longer reaches its machine.
    await test.database.query(
      `SELECT pg_terminate_backend(l.pid, 5000) FROM pg_locks l JOIN pg_stat_activity a USING (pid)
        WHERE l.objid = $1 AND a.application_name LIKE 'Milepost %'`,
      [SERVER_LOCK],
    );
    const second = await startHere();
    await started(second);
    process.kill(first.pid, 'SIGCONT');
    expect(await first.exited).toBe(1);
    expect(first.output()).toContain(`Another server, Milepost ${second.pid} on `);
    expect(serials(device.received())).toEqual([1]);
    const { rows } = await test.database.query('SELECT count(*)::int FROM positions WHERE device_id = $1', [deviceId]);
    expect(rows).toEqual([{ count: 1 }]);
    device.close();
  });
});

const serials = (bytes: Buffer) =>
  new gt06.DeviceReader().push(bytes).flatMap((frame) => (frame.type === 0x22 ? [frame.serial] : []));

describe('a stop under load', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await testDatabase({ durable: true });
  });
  afterAll(() => test?.close());

  it('is orderly: confirmed reports are stored, the process ends with code 0', async () => {
    const imei = '356307042441021';
    const { deviceId } = await addDevice(test.database, imei);
    const server = start({ DATABASE_URL: test.url, DATA_DIR: await dataFolder() });
    await started(server);
    const device = await deviceClient(gt06Port(server));
    device.send(gt06.encodeLogin(imei, 0));
    const start0 = Math.floor(Date.now() / 1000) * 1000 - 7_200_000;
    const sending = (async () => {
      for (let serial = 1; serial <= 3000; serial++) {
        const time = new Date(start0 + serial * 1000);
        const fix = { time, lat: -34.9, lon: -56.2, speedKph: 1, courseDeg: 0, satellites: 9, valid: true };
        device.send(gt06.encodePosition(fix, serial));
        if (serial % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    await expect.poll(() => serials(device.received()).length).toBeGreaterThan(0);
    server.kill('SIGTERM');
    await sending;
    expect(await server.exited).toBe(0);
    await device.closed;
    const acknowledged = serials(device.received());
    const client = new Client({ connectionString: test.url });
    await client.connect();
    const { rows } = await client.query<{ second: number }>(
      'SELECT ((extract(epoch FROM fix_time) * 1000 - $2) / 1000)::int AS second FROM positions WHERE device_id = $1',
      [deviceId, start0],
    );
    await client.end();
    const stored = new Set(rows.map((row) => row.second));
    expect(acknowledged.filter((serial) => !stored.has(serial))).toEqual([]);
    expect(rows.length).toBe(stored.size);
  });
});
