/** SMS are sent to a real HTTP server once, or not at all. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { ensureBasics } from '../auth/bootstrap.ts';
import { createMemoryBus } from '../bus/memory-bus.ts';
import { addTrackedVehicle } from '../testing/alarm-fixture.ts';
import { emptyTables } from '../testing/empty-tables.ts';
import { testDatabase, type TestDatabase } from '../testing/test-database.ts';
import { startSmsDispatcher } from './sms-dispatcher.ts';

let test: TestDatabase;
let provider: Server;
let providerPort: number;
/** The requests to the provider, and its response. */
let requests: string[];
let answer: (response: ServerResponse) => unknown;
let device: { deviceId: number; vehicleId: number };
let dispatcher: { stop(): Promise<void> } | null = null;
let log: string;

beforeAll(async () => {
  test = await testDatabase();
  await ensureBasics(test.database);
  provider = createServer((request, response) => {
    requests.push(request.url ?? '');
    answer(response);
  });
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done));
  const address = provider.address();
  providerPort = typeof address === 'object' && address ? address.port : 0;
});
afterAll(async () => {
  provider.close();
  await test.close();
});
beforeEach(async () => {
  await emptyTables(test.database, 'vehicles', 'devices');
  device = await addTrackedVehicle(test.database, 1, 'SMS 1');
  await setSim('+91 98220-12345');
  [requests, log] = [[], ''];
  answer = (response) => response.end('queued');
});
afterEach(async () => {
  await dispatcher?.stop();
  dispatcher = null;
});

const setSim = (number: string | null) =>
  test.database.query('UPDATE devices SET sim_number = $2 WHERE id = $1', [device.deviceId, number]);
function start(port = providerPort, timeoutMs = 300): void {
  const sink = new Writable({
    write(chunk, _encoding, done) {
      log += String(chunk);
      done();
    },
  });
  const logger = pino(sink);
  const template = `http://127.0.0.1:${port}/send?key=s3cret&to={number}&text={text}`;
  const policy = { privateNetworks: true };
  const { database } = test;
  const bus = createMemoryBus(logger);
  dispatcher = startSmsDispatcher({ database, bus, logger, template, policy, timeoutMs, everyMs: 50 });
}
interface Added {
  sentSecondsAgo?: number;
  protocol?: string;
  to?: { deviceId: number; vehicleId: number };
}
async function add(kind: string, content: string, { sentSecondsAgo, protocol, to = device }: Added = {}) {
  await test.database.query(
    `INSERT INTO device_commands (organisation_id, device_id, vehicle_id, kind, content, by_sms, state, sent_at, expires_at,
       protocol)
     VALUES (1, $1, $2, $3, $4, true, CASE WHEN $5::int IS NULL THEN 'waiting' ELSE 'sent' END,
       now() - make_interval(secs => $5), now() + interval '1 h', $6)`,
    [to.deviceId, to.vehicleId, kind, content, sentSecondsAgo, protocol],
  );
}
const commands = async () => {
  const { rows } = await test.database.query(
    `SELECT state, fault, ended_at IS NOT NULL AS ended FROM device_commands ORDER BY id`,
  );
  return rows;
};
/** Long enough for several more checks. */
const moment = () => new Promise((done) => setTimeout(done, 300));

const state = (secondsAgo: number, speedKph: number) =>
  test.database.query(
    `INSERT INTO device_states (device_id, heard_at, fix_time, received_at, speed_dkph, tracking)
     VALUES ($1, now(), now() - make_interval(secs => $2), now(), $3, '{}')
     ON CONFLICT (device_id) DO UPDATE SET fix_time = excluded.fix_time, speed_dkph = excluded.speed_dkph`,
    [device.deviceId, secondsAgo, speedKph * 10],
  );

it('calls the provider once, with number and text as parts of its address', async () => {
  await add('text', 'APN,a&b=c #1%');
  start();
  await expect.poll(commands).toEqual([{ state: 'sent', fault: null, ended: true }]);
  await moment();
  expect(requests).toEqual(['/send?key=s3cret&to=%2B919822012345&text=APN%2Ca%26b%3Dc%20%231%25']);
});

it('reports a refusal by the provider, and an unknown outcome of a provider that failed', async () => {
  answer = (response) => {
    response.statusCode = requests.length === 1 ? 402 : 500;
    response.end();
  };
  await add('text', 'one');
  await add('text', 'two');
  start();
  await expect.poll(commands).toEqual([
    { state: 'failed', fault: 'sms-refused', ended: true },
    { state: 'sent', fault: 'sms-unknown', ended: true },
  ]);
  expect(requests).toHaveLength(2);
});

it('has a time limit for a provider that does not answer, and does not retry', async () => {
  answer = () => {};
  await add('locate', 'WHERE#');
  start();
  await expect.poll(commands, { timeout: 3000 }).toEqual([{ state: 'sent', fault: 'sms-unknown', ended: true }]);
  await moment();
  expect(requests).toHaveLength(1);
});

it('reports that nothing was sent when no provider is reachable, and logs no key', async () => {
  await add('text', 'one');
  start(9);
  await expect.poll(commands).toEqual([{ state: 'failed', fault: 'sms-unreachable', ended: true }]);
  expect(log).not.toContain('s3cret');
});

it('never repeats what was being sent when a server died, and reports the outcome as unknown', async () => {
  await add('text', 'one', { sentSecondsAgo: 90 });
  await add('text', 'two', { sentSecondsAgo: 10 });
  start();
  await expect.poll(commands).toEqual([
    { state: 'sent', fault: 'sms-unknown', ended: true },
    { state: 'sent', fault: null, ended: false },
  ]);
  await moment();
  expect(requests).toEqual([]);
});

it('stops no engine with an old position or while driving, and sends nothing without a number', async () => {
  await state(90, 0);
  await add('engineStop', 'DYD,000000#');
  start();
  await expect.poll(commands).toMatchObject([{ state: 'failed', fault: 'position-old' }]);
  await state(5, 40);
  await add('engineStop', 'DYD,000000#');
  await expect.poll(commands).toMatchObject([{}, { state: 'failed', fault: 'moving' }]);
  await setSim('none');
  await add('text', 'one');
  await expect.poll(commands).toMatchObject([{}, {}, { state: 'failed', fault: 'no-sim' }]);
  expect(requests).toEqual([]);
});

it('delays no other device for a provider that hangs, and no engine stop for its own device either', async () => {
  answer = (response) => (requests.some((url) => url.includes('now')) ? response.end() : undefined);
  const others = [];
  for (let number = 2; number <= 20; number++) {
    const to = await addTrackedVehicle(test.database, 1, `SMS ${number}`);
    await test.database.query(`UPDATE devices SET sim_number = '98220000' || $1::int WHERE id = $1`, [to.deviceId]);
    others.push(to);
  }
  await add('text', 'first');
  await add('text', 'second');
  for (const to of others) await add('text', 'hangs', { to });
  await state(5, 0);
  start(providerPort, 2000);
  await expect.poll(() => requests.length).toBe(12);
  await add('engineStop', 'now');
  await expect.poll(() => requests.filter((url) => url.includes('now'))).toHaveLength(1);
  // SMS to one device are sent one after the other.
  expect(requests.filter((url) => url.includes('second'))).toEqual([]);
});

it("sends no command of another protocol than the device's present one", async () => {
  await test.database.query(`UPDATE devices SET spoken = 'teltonika' WHERE id = $1`, [device.deviceId]);
  await add('restart', 'RESET#', { protocol: 'gt06' });
  start();
  await expect.poll(commands).toMatchObject([{ state: 'failed', fault: 'protocol-changed' }]);
  expect(requests).toEqual([]);
});

it('calls a provider once for each, though two processes have them', async () => {
  for (let number = 1; number <= 10; number++) await add('text', `n${number}`);
  start();
  const first = dispatcher;
  start();
  await expect.poll(commands).toEqual(Array.from({ length: 10 }, () => ({ state: 'sent', fault: null, ended: true })));
  await first?.stop();
  expect(requests).toHaveLength(10);
  expect(new Set(requests).size).toBe(10);
});
