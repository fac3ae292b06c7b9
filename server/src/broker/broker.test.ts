import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { localCertificate } from '../../../e2e/src/harness/certificate.ts';
import { portSetting } from '../gateway/device-ports.ts';
import { PROTOCOLS } from '@milepost/protocols/registry';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { adoptDevice } from '../store/fleet/adoption.ts';
import { saveJsonProfile } from '../store/devices/json-profiles.ts';
import { ensureBasics } from '../auth/bootstrap.ts';
import { rootOrganisationId } from '../store/organisations/organisations.ts';
import { type TestBroker, testBroker } from '../testing/mqtt-broker.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { addDevice, testGateway } from '../testing/test-gateway.ts';
import { parseBrokerAddress } from './broker-address.ts';

let db: TestDatabase;
let broker: TestBroker;
const closers: (() => Promise<unknown>)[] = [];
const running: ServerProcess[] = [];
const SYSTEM = { userId: null, username: 'test', address: null };
const within = { timeout: 30_000, interval: 50 };

beforeAll(async () => {
  db = await testDatabase();
  await ensureBasics(db.database, { adminPassword: 'a password of mine' });
}, 60_000);
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
  for (const one of running.splice(0)) {
    one.kill('SIGKILL');
    await one.exited;
  }
});
afterAll(() => db.close());

async function newBroker(certificate?: { key: string; cert: string }) {
  broker = await testBroker(certificate);
  closers.push(broker.close);
}

async function connected(url = broker.url, filters = ['owntracks/+/+', 'fleet/#']) {
  const address = parseBrokerAddress(url);
  if (!address) throw new Error('no address of a broker');
  const gateway = await testGateway(db, { broker: { address, clientId: 'milepost', filters } });
  closers.push(gateway.close);
  return gateway;
}

const START = Math.floor(Date.now() / 1000) - 3600;
const location = (index = 0) => ({
  _type: 'location',
  lat: 20 + index / 1000,
  lon: 73.7898,
  tst: START + index,
  vel: 54,
});

async function stored(deviceId: number) {
  const { rows } = await db.database.query<{ lat: number }>(
    'SELECT lat FROM positions WHERE device_id = $1 ORDER BY fix_time',
    [deviceId],
  );
  return rows.map(({ lat }) => lat / 1e7);
}

/** Blocks all commits until it is released. */
async function holdCommits() {
  const holder = await db.database.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE positions IN ACCESS EXCLUSIVE MODE');
  let isHeld = true;
  const letGo = async () => {
    if (!isHeld) return;
    isHeld = false;
    await holder.query('ROLLBACK');
    holder.release();
  };
  // The lock is also released when the test fails, because the gateway ends only when everything is stored.
  closers.push(letGo);
  return letGo;
}
const waitsForLock = async () => {
  const { rowCount } = await db.database.query(
    `SELECT FROM pg_locks WHERE NOT granted AND relation = 'positions'::regclass
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  return rowCount ?? 0;
};

test('published reports are stored, and acknowledged to the broker only after the commit', async () => {
  await newBroker();
  const { deviceId } = await addDevice(db.database, 'owntracks/asha/car');
  const gateway = await connected();
  await expect.poll(() => broker.subscribed(), within).toEqual(['fleet/#', 'owntracks/+/+']);
  const letGo = await holdCommits();
  for (let index = 0; index < 30; index++) await broker.publish('owntracks/asha/car', location(index));
  await expect.poll(waitsForLock, within).toBeGreaterThan(0);
  // Several messages are in progress at a time; otherwise a fleet would wait for a commit each.
  await expect.poll(() => gateway.broker()?.messages, within).toBe(30);
  expect(broker.acknowledged()).toBe(0);
  await letGo();
  await expect.poll(() => broker.acknowledged(), within).toBe(30);
  expect(await stored(deviceId)).toEqual(Array.from({ length: 30 }, (_, index) => 20 + index / 1000));
});

test('a server killed between receipt and commit receives it again, and stores it once', async () => {
  await newBroker();
  const { deviceId } = await addDevice(db.database, 'owntracks/asha/killed');
  const start = (dataDir: string) => {
    const ports = Object.fromEntries(PROTOCOLS.map((protocol) => [portSetting(protocol), '0']));
    const settings = { DATABASE_URL: db.url, DATA_DIR: dataDir, ROLES: 'gateway,ingest', DEMO: 'false' };
    const one = startServerProcess({ ...ports, ...settings, GATEWAY_PROTOCOLS: 'osmand', MQTT_URL: broker.url });
    running.push(one);
    return one;
  };
  const dataDir = `${db.files.incoming}-broker`;
  const first = start(dataDir);
  await expect.poll(() => broker.subscribed(), within).toEqual(['owntracks/+/+', 'owntracks/+/+/event']);
  const letGo = await holdCommits();
  await broker.publish('owntracks/asha/killed', location());
  await expect.poll(waitsForLock, within).toBeGreaterThan(0);
  first.kill('SIGKILL');
  await first.exited;
  // The broker retains messages while no server is connected.
  await broker.publish('owntracks/asha/killed', location(1));
  // PostgreSQL notices a disconnected client only after it has finished the statement.
  await db.database.query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE NOT granted AND relation = 'positions'::regclass`,
  );
  await letGo();
  expect(await stored(deviceId)).toEqual([]);
  expect(broker.acknowledged()).toBe(0);
  start(dataDir);
  await expect.poll(() => broker.acknowledged(), within).toBe(2);
  expect(await stored(deviceId)).toEqual([20, 20.001]);
}, 90_000);

test('an unavailable broker costs nothing, and is reconnected with its retained messages', async () => {
  await newBroker();
  const { deviceId } = await addDevice(db.database, 'owntracks/asha/away');
  await broker.away();
  const gateway = await connected();
  await expect.poll(() => gateway.broker()?.state, within).toBe('away');
  expect(gateway.broker()).toMatchObject({ address: `mqtt://127.0.0.1:${broker.port}`, fault: expect.any(String) });
  await broker.back();
  await expect.poll(() => gateway.broker()?.state, within).toBe('connected');
  await expect.poll(() => broker.subscribed(), within).toContain('owntracks/+/+');
  await broker.away();
  await broker.publish('owntracks/asha/away', location());
  await broker.back();
  await expect.poll(() => stored(deviceId), within).toEqual([20]);
});

test('a wrong password and a topic without permission are reported', async () => {
  await newBroker();
  const refused = await connected(broker.url.replace('fleet:', 'fleet:x'));
  await expect.poll(() => refused.broker()?.fault, within).toBe('user or password is wrong');
  const limited = await connected(broker.url, ['forbidden/#', 'owntracks/+/+']);
  await expect.poll(() => limited.broker()?.refused, within).toEqual(['forbidden/#']);
});

test('over TLS a broker is trusted only with a valid certificate', async () => {
  const certificate = localCertificate();
  await newBroker(certificate);
  const { deviceId } = await addDevice(db.database, 'owntracks/asha/tls');
  const gateway = await connected();
  await expect.poll(() => gateway.broker()?.fault, within).toMatch(/self-signed certificate/);
  const before = getCACertificates('default');
  closers.push(async () => setDefaultCACertificates(before));
  setDefaultCACertificates([...before, certificate.cert]);
  await expect.poll(() => broker.subscribed(), within).toHaveLength(2);
  await broker.publish('owntracks/asha/tls', location());
  await expect.poll(() => stored(deviceId), within).toEqual([20]);
});

test('the last reports of an unknown device are held until somebody adopts it, and nobody waits for it', async () => {
  await newBroker();
  const { deviceId } = await addDevice(db.database, 'owntracks/asha/known');
  const gateway = await connected();
  await expect.poll(() => broker.subscribed(), within).toHaveLength(2);
  await broker.publish('owntracks/asha/new', location());
  await broker.publish('owntracks/asha/known', location());
  await expect.poll(() => stored(deviceId), within).toEqual([20]);
  await expect.poll(() => broker.acknowledged(), within).toBe(2);
  const contact = gateway.contacts.list().find(({ identity }) => identity === 'owntracks/asha/new');
  expect(contact).toMatchObject({ protocol: 'mqtt', transport: 'broker', address: `mqtt://127.0.0.1:${broker.port}` });
  const organisationId = await rootOrganisationId(db.database);
  const scope = { organisationId, organisationIds: [organisationId], root: true, limit: null };
  const into = { registration: 'NEW 1', type: 'van' as const };
  const adopted = await adoptDevice(db.database, scope, SYSTEM, {
    protocol: 'mqtt',
    identity: 'owntracks/asha/new',
    into,
  });
  gateway.bus.publish('fleet-changed', { organisationId });
  await expect.poll(() => stored(adopted.deviceId), within).toEqual([20]);
});

/** Requests the position of a device; the result is a function that reads the state of the command. */
async function locate({ deviceId, vehicleId }: { deviceId: number; vehicleId: number }) {
  const { rows } = await db.database.query<{ id: number }>(
    `INSERT INTO device_commands (organisation_id, device_id, vehicle_id, kind, expires_at)
     SELECT organisation_id, $1, id, 'locate', now() + interval '1 day' FROM vehicles WHERE id = $2 RETURNING id`,
    [deviceId, vehicleId],
  );
  return async () =>
    (await db.database.query('SELECT state, answer FROM device_commands WHERE id = $1', [rows[0]?.id])).rows[0];
}

test('a command to a device behind the broker is published once, under its topic, and its position is the answer', async () => {
  await newBroker();
  const device = await addDevice(db.database, 'owntracks/asha/asked');
  const gateway = await connected(broker.url, ['owntracks/+/+']);
  await expect.poll(() => broker.subscribed(), within).toEqual(['owntracks/+/+']);
  const state = await locate(device);
  gateway.bus.publish('command-made', { deviceIds: [device.deviceId] });
  await broker.publish('owntracks/asha/asked', location());
  await expect
    .poll(() => broker.published(), within)
    .toEqual([{ topic: 'owntracks/asha/asked/cmd', payload: '{"_type":"cmd","action":"reportLocation"}', qos: 0 }]);
  expect(await state()).toEqual({ state: 'sent', answer: null });
  await broker.publish('owntracks/asha/asked', { ...location(1), t: 'r' });
  await expect.poll(state, within).toEqual({ state: 'answered', answer: 'location' });
  await expect.poll(() => stored(device.deviceId), within).toEqual([20, 20.001]);
  expect(broker.published()).toHaveLength(1);
});

test('a device that the broker reports as gone gets its command once it is back, and the command is no sign of it', async () => {
  await newBroker();
  const device = await addDevice(db.database, 'owntracks/asha/gone');
  const other = await addDevice(db.database, 'owntracks/asha/there');
  const gateway = await connected(broker.url, ['owntracks/#']);
  await expect.poll(() => broker.subscribed(), within).toEqual(['owntracks/#']);
  await broker.publish('owntracks/asha/gone', location());
  await expect.poll(() => stored(device.deviceId), within).toEqual([20]);
  await broker.publish('owntracks/asha/gone', { _type: 'lwt', tst: START });
  await broker.publish('owntracks/asha/there', location());
  await expect.poll(() => stored(other.deviceId), within).toEqual([20]);
  const state = await locate(device);
  const otherState = await locate(other);
  gateway.bus.publish('command-made', { deviceIds: [device.deviceId, other.deviceId] });
  await expect.poll(otherState, within).toEqual({ state: 'sent', answer: null });
  expect(await state()).toEqual({ state: 'waiting', answer: null });
  await broker.publish('owntracks/asha/gone', location(1));
  await expect.poll(state, within).toEqual({ state: 'sent', answer: null });
  const topics = ['owntracks/asha/gone/cmd', 'owntracks/asha/there/cmd'];
  await expect
    .poll(() =>
      broker
        .published()
        .map(({ topic }) => topic)
        .toSorted(),
    )
    .toEqual(topics);
  // Both published messages return through the filter, after the four messages of devices.
  await expect.poll(() => gateway.broker()?.messages, within).toBe(6);
  await broker.publish('owntracks/asha/there', location(1));
  await expect.poll(() => stored(other.deviceId), within).toEqual([20, 20.001]);
  const { rows } = await db.database.query<{ same: boolean }>(
    `SELECT heard_at = received_at AS same FROM device_states WHERE device_id = $1`,
    [device.deviceId],
  );
  expect(rows).toEqual([{ same: true }]);
});

test('a replaced device gets no command under the topic of the old one', async () => {
  await newBroker();
  const device = await addDevice(db.database, 'owntracks/asha/old');
  const other = await addDevice(db.database, 'owntracks/asha/same');
  const gateway = await connected(broker.url, ['owntracks/+/+']);
  await expect.poll(() => broker.subscribed(), within).toEqual(['owntracks/+/+']);
  for (const name of ['old', 'added', 'same']) await broker.publish(`owntracks/asha/${name}`, location());
  await expect.poll(() => stored(other.deviceId), within).toEqual([20]);
  const added = await addDevice(db.database, 'owntracks/asha/added');
  await db.database.query(`UPDATE devices SET identity = 'owntracks/asha/next' WHERE id = $1`, [device.deviceId]);
  gateway.bus.publish('fleet-changed', { organisationId: await rootOrganisationId(db.database) });
  // Held messages of a newly added device are stored after all were looked up again.
  await expect.poll(() => stored(added.deviceId), within).toEqual([20]);
  const [state, otherState] = [await locate(device), await locate(other)];
  gateway.bus.publish('command-made', { deviceIds: [device.deviceId, other.deviceId] });
  await expect.poll(otherState, within).toEqual({ state: 'sent', answer: null });
  expect(await state()).toEqual({ state: 'waiting', answer: null });
  await broker.publish('owntracks/asha/next', location(1));
  await expect.poll(state, within).toEqual({ state: 'sent', answer: null });
  await expect
    .poll(() =>
      broker
        .published()
        .map(({ topic }) => topic)
        .toSorted(),
    )
    .toEqual(['owntracks/asha/next/cmd', 'owntracks/asha/same/cmd']);
});

const message = (index: number) => ({ at: { la: String(21 + index / 1000), lo: 73 }, t: (START + index) * 1000 });

test('JSON of an unknown form is shown, and read as soon as a profile defines its fields', async () => {
  await newBroker();
  const { deviceId } = await addDevice(db.database, 'van-9');
  const gateway = await connected(broker.url, ['fleet/#']);
  await expect.poll(() => broker.subscribed(), within).toEqual(['fleet/#']);
  await broker.publish('fleet/van-9/pos', message(0));
  await broker.publish('fleet/van-9/pos', 'no JSON');
  await broker.publish('fleet/van-9/pos', { at: 'x'.repeat(200_000) });
  await expect.poll(() => broker.acknowledged(), within).toBe(3);
  expect(gateway.json.unknown()).toMatchObject([
    { topic: 'fleet/van-9/pos', carrier: 'broker', count: 1, text: JSON.stringify(message(0)) },
  ]);
  await saveJsonProfile(db.database, SYSTEM, {
    name: 'Vans',
    filter: 'fleet/+/pos',
    mapping: {
      identity: { level: 1 },
      time: { path: ['t'], form: 'milliseconds' },
      place: { lat: ['at', 'la'], lon: ['at', 'lo'] },
      speed: null,
      course: null,
      altitude: null,
      ignition: null,
      battery: null,
      attributes: [],
    },
  });
  gateway.bus.publish('json-profiles-changed', {});
  await expect.poll(() => broker.subscribed(), within).toEqual(['fleet/#', 'fleet/+/pos']);
  expect(gateway.json.unknown()).toEqual([]);
  await broker.publish('fleet/van-9/pos', message(1));
  await expect.poll(() => stored(deviceId), within).toEqual([21.001]);
});

const inPool = (id: string, index: number) => ({ id, t: START + index, lat: 22 + index / 1000, lon: 73 });

test('nothing is published under a topic that does not contain its device: others may subscribe there', async () => {
  await newBroker();
  const [one, two] = [await addDevice(db.database, 'pool-1'), await addDevice(db.database, 'pool-2')];
  await saveJsonProfile(db.database, SYSTEM, {
    name: 'Pool',
    filter: 'pool/#',
    mapping: {
      identity: { path: ['id'] },
      time: { path: ['t'], form: 'seconds' },
      place: { lat: ['lat'], lon: ['lon'] },
      speed: null,
      course: null,
      altitude: null,
      ignition: null,
      battery: null,
      attributes: [],
    },
  });
  const gateway = await connected(broker.url, []);
  await expect.poll(() => broker.subscribed(), within).toContain('pool/#');
  const states = [await locate(one), await locate(two)];
  gateway.bus.publish('command-made', { deviceIds: [one.deviceId, two.deviceId] });
  await broker.publish('pool/all', inPool('pool-1', 0));
  await broker.publish('pool/pool-2/place', inPool('pool-2', 0));
  await expect.poll(() => states[1]?.(), within).toEqual({ state: 'sent', answer: null });
  await expect.poll(() => stored(one.deviceId), within).toEqual([22]);
  expect(await states[0]?.()).toEqual({ state: 'waiting', answer: null });
  await broker.publish('pool/pool-1/place', inPool('pool-1', 1));
  await expect.poll(() => states[0]?.(), within).toEqual({ state: 'sent', answer: null });
  await expect
    .poll(() => broker.published().map(({ topic }) => topic))
    .toEqual(['pool/pool-2/place/cmd', 'pool/pool-1/place/cmd']);
});

test.each([
  ['mqtt://broker.example.org', { host: 'broker.example.org', port: 1883, tls: false, username: null, password: null }],
  [
    'mqtts://fleet:p%40ss%3Aword@[2001:db8::1]:8884/',
    { host: '2001:db8::1', port: 8884, tls: true, username: 'fleet', password: 'p@ss:word' },
  ],
  ['http://broker.example.org', null],
  ['mqtt://broker.example.org/topic', null],
  ['mqtt://', null],
  ['mqtt://a:%zz@b', null],
  ['broker.example.org:1883', null],
])('%s', (text, address) => {
  expect(parseBrokerAddress(text)).toEqual(address);
});
