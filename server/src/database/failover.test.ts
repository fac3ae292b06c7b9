import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import * as gt06 from '@milepost/protocols/gt06/device';
import { PROTOCOLS } from '@milepost/protocols/registry';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { portSetting } from '../gateway/device-ports.ts';
import { deviceClient } from '../testing/device-client.ts';
import { chooseTestDataDir } from '../testing/run-database.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';
import { type Standby, startStandby } from '../testing/standby.ts';
import { addDevice } from '../testing/test-gateway.ts';
import { openPool } from './client.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { migrate } from './migrate.ts';
import { CopyUnusable, openReadCopy } from './read-copy.ts';
import { withOneHost } from './several-hosts.ts';

/** A primary and its standby, of which the first dies while devices report. */

const FREE_PORTS = { PORT: '0', ...Object.fromEntries(PROTOCOLS.map((protocol) => [portSetting(protocol), '0'])) };
const IMEI = '356307042441211';
const logger = pino({ level: 'silent' });

let folder: string;
let primary: EmbeddedPostgres;
let standby: Standby;
let server: ServerProcess | null = null;

/** Of both, in the order that is no help. */
function urlOfBoth(): string {
  const [first, second] = [new URL(standby.url), new URL(primary.url)];
  return primary.url.replace(second.host, `${first.host},${second.host}`);
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(await chooseTestDataDir(), 'milepost-primary-'));
  primary = await startEmbeddedPostgres({ dataDir: folder, logger, settings: ['fsync=off'] });
  await migrate(primary.url);
  standby = await startStandby(primary.url);
});
afterAll(async () => {
  server?.kill('SIGKILL');
  await server?.exited;
  await standby?.stop();
  await primary?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('a standby', { timeout: 90_000 }, () => {
  it('gives reads that have all that was committed before, or none', async () => {
    const pool = openPool({ connectionString: primary.url, max: 1 });
    const copy = openReadCopy(standby.url, pool, logger);
    const replay = openPool({ connectionString: standby.url, max: 1 });
    // It is a moment behind, as after a burst of changes.
    await replay.query('SELECT pg_wal_replay_pause()');
    await pool.query('SET synchronous_commit = local');
    await pool.query(`INSERT INTO organisations (name) VALUES ('Of the primary')`);
    setTimeout(() => void replay.query('SELECT pg_wal_replay_resume()'), 300);
    const read = copy.open();
    const { rows } = (await read?.query<{ name: string }>('SELECT name FROM organisations')) ?? {};
    expect(rows).toContainEqual({ name: 'Of the primary' });
    await expect(read?.query('DELETE FROM organisations')).rejects.toThrow('read-only');
    expect(await copy.behindS()).toBeLessThan(30);

    await replay.query('SELECT pg_wal_replay_pause()');
    await pool.query(`INSERT INTO organisations (name) VALUES ('Too late')`);
    await expect(copy.open()?.query('SELECT')).rejects.toThrow(CopyUnusable);
    expect(copy.open()).toBeNull();
    await replay.query('SELECT pg_wal_replay_resume()');
    const none = openReadCopy(primary.url, pool, logger);
    expect(await none.behindS()).toBe(0);
    await Promise.all([copy.close(), none.close(), replay.end(), pool.end()]);
  });

  it('takes over from a primary that died, with every report that was acknowledged', async () => {
    const url = withOneHost(urlOfBoth());
    const database = openPool({ connectionString: url, max: 2 });
    database.on('error', () => {});
    const { deviceId } = await addDevice(database, IMEI);
    server = startServerProcess({
      ...FREE_PORTS,
      ROLES: 'gateway,ingest',
      DATABASE_URL: urlOfBoth(),
      DATA_DIR: folder,
      SECRET_KEY: 'ab'.repeat(32),
    });
    const { output } = server;
    await expect.poll(output, { timeout: 30_000 }).toContain('Milepost is running');
    const device = await deviceClient(Number(/gt06 over tcp: port (\d+)/.exec(output())?.[1]));
    device.send(gt06.encodeLogin(IMEI, 0));
    let serial = 0;
    const report = () => {
      serial += 1;
      const time = new Date(Date.now() - 600_000 + serial * 1000);
      const fix = { time, lat: -34.9, lon: -56.2, speedKph: 40, courseDeg: 0, satellites: 9, valid: true };
      device.send(gt06.encodePosition(fix, serial));
    };
    const acknowledged = () =>
      new gt06.DeviceReader().push(device.received()).filter(({ type }) => type === 0x22).length;
    for (let count = 0; count < 5; count++) report();
    await expect.poll(acknowledged).toBe(5);
    // It is restarted at once, as a former primary that knows nothing of the next one.
    process.kill(primary.pid() ?? 0, 'SIGKILL');
    for (let count = 0; count < 5; count++) report();
    await standby.promote();
    await expect.poll(acknowledged, { timeout: 20_000 }).toBe(10);
    const promoted = openPool({ connectionString: standby.url, max: 1 });
    const { rows } = await promoted.query('SELECT count(*)::int FROM positions WHERE device_id = $1', [deviceId]);
    expect(rows).toEqual([{ count: 10 }]);
    device.close();
    await Promise.all([promoted.end(), database.end()]);
  });
});
