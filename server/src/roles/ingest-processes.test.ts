import { PROTOCOLS } from '@milepost/protocols/registry';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../database/free-port.ts';
import { verifyFacts } from '../facts/verify-facts.ts';
import { portSetting } from '../gateway/device-ports.ts';
import { deviceClient } from '../testing/device-client.ts';
import { type ResendingDevice, resendingDevice } from '../testing/resending-device.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';
import { testDatabase, type TestDatabase } from '../testing/test-database.ts';
import { addDevice } from '../testing/test-gateway.ts';

/** Devices reach two gateways in processes of their own; others share the storing of what they report. */

const FREE_PORTS = { PORT: '0', ...Object.fromEntries(PROTOCOLS.map((protocol) => [portSetting(protocol), '0'])) };
const within = { timeout: 30_000, interval: 100 };

let db: TestDatabase;
const running: ServerProcess[] = [];
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(async () => {
  for (const one of running.splice(0)) {
    one.kill('SIGTERM');
    await one.exited;
  }
  await db?.close();
});

function start(more: Record<string, string>): ServerProcess {
  const started = startServerProcess({
    ...FREE_PORTS,
    GATEWAY_PROTOCOLS: 'gt06',
    DATABASE_URL: db.url,
    SECRET_KEY: 'ab'.repeat(32),
    ADMIN_PASSWORD: 'a password for this test',
    DEMO: 'false',
    ...more,
  });
  running.push(started);
  return started;
}

async function startGateway(): Promise<{ port: number; metrics: number; server: ServerProcess }> {
  const [port, metrics] = [await freePort(), await freePort()];
  const server = start({ ROLES: 'gateway', GATEWAY_GT06_PORT: String(port), METRICS_PORT: String(metrics) });
  return { port, metrics, server };
}

const isOpen = (port: number) =>
  deviceClient(port).then(
    (client) => {
      client.close();
      return true;
    },
    () => false,
  );

/** The number of partitions of each process that stores positions, by its process id. */
async function shares(): Promise<Record<number, number>> {
  const { rows } = await db.database.query<{ pid: string; count: number }>(
    `SELECT split_part(o.name, ' ', 2) AS pid, count(*)::int AS count
       FROM ingest_partitions p JOIN ingest_owners o ON o.id = p.owner_id GROUP BY 1`,
  );
  return Object.fromEntries(rows.map(({ pid, count }) => [Number(pid), count]));
}
const startIngest = () => start({ ROLES: 'ingest' });
const shared = (...servers: ServerProcess[]) =>
  expect.poll(shares, within).toEqual(Object.fromEntries(servers.map(({ pid }) => [pid, 64 / servers.length])));

/** Notes which owner writes the state of a device, in the order of commits. */
const noteWriters = () =>
  db.database.query(`
    CREATE TABLE writers (id int GENERATED ALWAYS AS IDENTITY, device_id int, owner_id int);
    CREATE FUNCTION note_writer() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO writers (device_id, owner_id)
      SELECT NEW.device_id, objid::bigint::int FROM pg_locks
       WHERE pid = pg_backend_pid() AND locktype = 'advisory' AND classid = 7164541;
      RETURN NULL;
    END $$;
    CREATE TRIGGER note_writer AFTER INSERT OR UPDATE ON device_states FOR EACH ROW EXECUTE FUNCTION note_writer()`);

/** The owners that wrote for a device, one after the other. */
async function writersOf(deviceId: number): Promise<number[]> {
  const { rows } = await db.database.query<{ owner: number }>(
    'SELECT owner_id AS owner FROM writers WHERE device_id = $1 ORDER BY id',
    [deviceId],
  );
  return rows.map(({ owner }) => owner).filter((owner, index, all) => owner !== all[index - 1]);
}

it('stores every acknowledged report once, with right facts, whatever process ends or stands still', async () => {
  const [here, there] = [await startGateway(), await startGateway()];
  const ready = async ({ metrics }: typeof here): Promise<unknown> => {
    const reply = await fetch(`http://127.0.0.1:${metrics}/readyz`).catch(() => null);
    return reply && reply.json();
  };
  for (const one of [here, there]) await expect.poll(() => isOpen(one.port), within).toBe(true);
  await expect.poll(() => ready(here), within).toMatchObject({ status: 'ready', parts: { ingest: 'away' } });
  const [first, second] = [startIngest(), startIngest()];
  await shared(first, second);
  await expect.poll(() => ready(here), within).toMatchObject({ parts: { gateway: 'ready', ingest: 'ready' } });

  await noteWriters();
  const begun = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
  const devices: (ResendingDevice & { deviceId: number })[] = [];
  for (let index = 0; index < 6; index++) {
    const imei = String(356_307_042_450_000 + index);
    const { deviceId } = await addDevice(db.database, imei);
    const ports = index % 2 === 0 ? [here.port, there.port] : [there.port, here.port];
    devices.push({ deviceId, ...resendingDevice(imei, ports, begun) });
  }
  const counts = () => devices.map(({ acknowledged }) => acknowledged.size);
  const more = async () => {
    const before = counts();
    await expect.poll(() => counts().every((count, index) => count > (before[index] ?? 0) + 5), within).toBe(true);
  };
  await more();

  first.kill('SIGKILL');
  await first.exited;
  await shared(second);
  await more();
  const third = startIngest();
  await shared(second, third);
  await more();

  // It stands still, and the other one gets its devices; it ends once it goes on.
  second.kill('SIGSTOP');
  await shared(third);
  await more();
  second.kill('SIGCONT');
  expect(await second.exited).toBe(1);
  const fourth = startIngest();
  await shared(third, fourth);

  here.server.kill('SIGKILL');
  await here.server.exited;
  await more();
  const before = performance.now();
  third.kill('SIGTERM');
  await shared(fourth);
  expect(performance.now() - before).toBeLessThan(4000);
  expect(await third.exited).toBe(0);
  await more();

  await Promise.all(devices.map(({ finish }) => finish()));
  for (const { deviceId, acknowledged, close } of devices) {
    close();
    const { rows } = await db.database.query<{ lat: number }>(
      'SELECT lat FROM positions WHERE device_id = $1 ORDER BY fix_time',
      [deviceId],
    );
    const stored = rows.map(({ lat }) => Math.round((lat / 1e7 + 34.9) * 5000));
    expect(stored).toEqual([...acknowledged].toSorted((a, b) => a - b));
    const writers = await writersOf(deviceId);
    expect(writers.length).toBeGreaterThan(1);
    // Nobody wrote again after his successor.
    expect(new Set(writers).size).toBe(writers.length);
  }
  // What has to be recomputed is, and what is written only now and then is written at the end.
  await expect.poll(async () => (await db.database.query('SELECT FROM late_marks')).rowCount, within).toBe(0);
  fourth.kill('SIGTERM');
  await fourth.exited;
  const { facts, differences } = await verifyFacts(db.database);
  expect(differences).toEqual({});
  expect(facts).toBeGreaterThan(5);
  for (const one of running) expect(one.output()).not.toMatch(/"level":50/);
}, 180_000);
