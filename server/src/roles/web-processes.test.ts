import path from 'node:path';
import { ServerFrame } from '@milepost/contract/live';
import * as gt06 from '@milepost/protocols/gt06/device';
import { PROTOCOLS } from '@milepost/protocols/registry';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand } from '../cli/run-command.ts';
import { readConfig } from '../config.ts';
import { freePort } from '../database/free-port.ts';
import { portSetting } from '../gateway/device-ports.ts';
import { type DeviceClient, deviceClient } from '../testing/device-client.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';
import { servedApplication, TestBrowser } from '../testing/test-browser.ts';
import { testDatabase, type TestDatabase } from '../testing/test-database.ts';

/** People reach two processes, devices a third one: over one database. */

const FREE_PORTS = { PORT: '0', ...Object.fromEntries(PROTOCOLS.map((protocol) => [portSetting(protocol), '0'])) };
const PASSWORD = 'a password for this test';
const IMEI = '356307042441193';
const within = { timeout: 30_000, interval: 100 };

let db: TestDatabase;
let settings: Record<string, string>;
const running: ServerProcess[] = [];
let gatewayPort: number;
let gateway: ServerProcess;

function start(more: Record<string, string>): ServerProcess {
  const started = startServerProcess({ ...settings, ...more });
  running.push(started);
  return started;
}
const startGateway = () => start({ ROLES: 'gateway,ingest', GATEWAY_GT06_PORT: String(gatewayPort) });

async function startWeb(): Promise<TestBrowser> {
  const port = await freePort();
  start({ ROLES: 'web', PORT: String(port) });
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isReady, within).toBe(true);
  return new TestBrowser(servedApplication(port));
}

beforeAll(async () => {
  db = await testDatabase();
  settings = {
    ...FREE_PORTS,
    DATABASE_URL: db.url,
    DATA_DIR: path.join(db.files.incoming, 'apart'),
    SECRET_KEY: 'ab'.repeat(32),
    ADMIN_PASSWORD: PASSWORD,
    DEMO: 'false',
    SECURE_COOKIES: 'false',
  };
  gatewayPort = await freePort();
});
afterAll(async () => {
  for (const one of running.splice(0)) {
    one.kill('SIGTERM');
    await one.exited;
  }
  await db?.close();
});

let serial = 0;
function report(device: DeviceClient, lat: number): void {
  serial += 1;
  const time = new Date(Date.now() - 600_000 + serial * 1000);
  const fix = { time, lat, lon: -56.2, speedKph: 40, courseDeg: 0, satellites: 9, valid: true };
  device.send(gt06.encodePosition(fix, serial));
}

async function connected(): Promise<DeviceClient> {
  let device: DeviceClient | undefined;
  await expect
    .poll(async () => (device = await deviceClient(gatewayPort).catch(() => undefined)), within)
    .toBeDefined();
  if (!device) throw new Error('the gateway is not there');
  device.send(gt06.encodeLogin(IMEI, (serial += 1)));
  return device;
}

/** The latitude at which a browser of this process shows the vehicle. */
function liveLatitude(person: TestBrowser, vehicleId: () => number) {
  let channel: string | null = null;
  let seen = 0;
  let latitude: number | null = null;
  return async () => {
    const reply = await person.call('get-live-updates', { channel, seen, frames: [] });
    channel = reply.channel ?? null;
    seen = reply.number ?? 0;
    for (const text of reply.frames ?? []) {
      const frame = ServerFrame.parse(JSON.parse(text));
      if (frame.t !== 'snapshot' && frame.t !== 'states') continue;
      for (const [id, , , lat] of frame.states) if (id === vehicleId()) latitude = lat;
    }
    return latitude;
  };
}

async function clusterStatus(key: Record<string, string>) {
  let out = '';
  const code = await runCommand(['cluster', 'status'], {
    config: () => readConfig({ DATABASE_URL: db.url, ...key }),
    environment: {},
    logger: pino({ level: 'silent' }),
    out: (text) => (out += text),
    error: (text) => (out += text),
    signal: new AbortController().signal,
  });
  return { code, out };
}

it('shows in each web process what devices send to another process, also after that one was killed', async () => {
  gateway = startGateway();
  const [here, there] = [await startWeb(), await startWeb()];
  await here.signIn('admin', PASSWORD);
  await there.signIn('admin', PASSWORD);

  // An unknown device is listed with its last frame, and adopted from the other process.
  let device = await connected();
  const found = async () => (await there.call('get-knock-list', { identity: IMEI })).rows?.[0];
  await expect.poll(found, within).toMatchObject({ protocol: 'gt06', identity: IMEI, connected: true });
  expect(await found()).toMatchObject({ lastFrame: expect.anything() as unknown, decoded: { fault: null } });
  expect((await here.call('get-connect-info')).ports).toEqual(
    expect.arrayContaining([expect.objectContaining({ protocol: 'gt06', port: gatewayPort, transports: ['tcp'] })]),
  );
  const adopted = await here.call('adopt-device', { protocol: 'gt06', identity: IMEI, registration: 'APART 1' });
  const vehicleId = adopted.vehicle?.id ?? 0;
  const latitudes = [here, there].map((person) => liveLatitude(person, () => vehicleId));
  const shown = () => Promise.all(latitudes.map((read) => read()));
  await expect
    .poll(async () => {
      report(device, -34.5);
      return shown();
    }, within)
    .toEqual([-34.5, -34.5]);

  const status = await there.call('get-server-status');
  const processes = status.processes?.map(({ roles, isAnswering, partitions }) => [
    roles.join(),
    isAnswering,
    partitions,
  ]);
  expect(processes?.toSorted()).toEqual([
    ['gateway,ingest', true, 64],
    ['web', true, null],
    ['web', true, null],
  ]);
  expect(status.owners).toMatchObject({ partitions: 64, free: 0, events: [{ kind: 'taken', partitions: 64 }] });
  expect(status.ingest).toMatchObject({ connections: 1 });
  // Without the key it would be one of many who use the database.
  expect(await clusterStatus({ SECRET_KEY: 'cd'.repeat(32) })).toMatchObject({
    code: 1,
    out: expect.stringContaining('SECRET_KEY is not the key that this database was used with') as unknown,
  });
  const shownOnMachine = await clusterStatus({ SECRET_KEY: 'ab'.repeat(32) });
  expect(shownOnMachine).toMatchObject({
    code: 0,
    out: expect.stringContaining('1 connections of devices') as unknown,
  });
  expect(shownOnMachine.out).toMatch(/, 64 of 64 partitions, .*\n(?:.*\n)*.*Z Milepost .* took 64 partitions\n/);
  expect(
    shownOnMachine.out.match(/^Milepost \d+ on .* \((?:gateway, ingest|web)\), since .*, version /gm),
  ).toHaveLength(3);
  const kinds = async () => (await here.call('get-server-notices')).rows?.map(({ kind }) => kind) ?? [];
  expect(await kinds()).not.toContain('no-ingest');

  gateway.kill('SIGKILL');
  await gateway.exited;
  device.close();
  await expect.poll(kinds, within).toContain('no-ingest');
  gateway = startGateway();
  device = await connected();
  await expect
    .poll(async () => {
      report(device, -34.25);
      return shown();
    }, within)
    .toEqual([-34.25, -34.25]);
  await expect.poll(kinds, within).not.toContain('no-ingest');
  device.close();
  for (const one of running) expect(one.output()).not.toMatch(/"level":(?:50|60)/);
}, 120_000);
