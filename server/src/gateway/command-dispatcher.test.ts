import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { ensureBasics } from '../auth/bootstrap.ts';
import { createMemoryBus } from '../bus/memory-bus.ts';
import type { Database } from '../store/database.ts';
import { addTrackedVehicle } from '../testing/alarm-fixture.ts';
import { emptyTables } from '../testing/empty-tables.ts';
import { testDatabase, type TestDatabase } from '../testing/test-database.ts';
import { type CommandDispatcher, createCommandDispatcher } from './command-dispatcher.ts';

let test: TestDatabase;
let dispatcher: CommandDispatcher;
let device: { deviceId: number; vehicleId: number };
/** Selects the answers that the database rejects. */
let isRefused: (answer: unknown) => boolean;
let refused: number;

beforeAll(async () => {
  test = await testDatabase();
  await ensureBasics(test.database);
});
afterAll(() => test.close());
beforeEach(async () => {
  await emptyTables(test.database, 'vehicles', 'devices');
  device = await addTrackedVehicle(test.database, 1, 'SBA 1');
  [isRefused, refused] = [() => false, 0];
});
afterEach(() => dispatcher.close());

const query = async (text: string, values?: unknown[]) => {
  if (text.includes(`SET ended_at = now(), answer = $2`) && isRefused(values?.[1])) {
    refused += 1;
    throw new Error('not now');
  }
  return test.database.query(text, values);
};
async function openDispatcher(): Promise<void> {
  const logger = pino({ level: 'silent' });
  const database: Database = new Proxy(test.database, {
    get: (target, key, receiver): unknown => (key === 'query' ? query : Reflect.get(target, key, receiver)),
  });
  dispatcher = await createCommandDispatcher({ database, bus: createMemoryBus(logger), logger, everyMs: 200 });
}
const add = (state: string, sentSecondsAgo: number | null = null) =>
  test.database.query(
    `INSERT INTO device_commands (organisation_id, device_id, vehicle_id, kind, state, sent_at, expires_at)
     VALUES (1, $1, $2, 'locate', $3, now() - make_interval(secs => $4), now() - interval '1 s')`,
    [device.deviceId, device.vehicleId, state, sentSecondsAgo],
  );
const commands = async () => {
  const { rows } = await test.database.query('SELECT state, answer FROM device_commands ORDER BY id');
  return rows;
};

it('writes an answer that the database refused at first later, and none of the previous device', async () => {
  await add('sent', 20);
  await add('sent', 10);
  await openDispatcher();
  isRefused = () => true;
  dispatcher.answered(device.deviceId, 'first');
  await expect.poll(() => refused).toBeGreaterThan(0);
  isRefused = () => false;
  dispatcher.answered(device.deviceId, 'second');
  await expect.poll(commands).toEqual([
    { state: 'answered', answer: 'first' },
    { state: 'answered', answer: 'second' },
  ]);
});

it('stores an answer with a byte 0, and continues with all others when one is never accepted', async () => {
  await add('sent', 10);
  await openDispatcher();
  dispatcher.answered(device.deviceId, 'OK\0');
  await expect.poll(commands).toEqual([{ state: 'answered', answer: 'OK' }]);
  await add('sent', 10);
  await add('waiting');
  isRefused = () => true;
  dispatcher.answered(device.deviceId, 'never');
  await expect
    .poll(async () => (await commands()).map(({ state }: { state: string }) => state))
    .toEqual(['answered', 'sent', 'expired']);
  expect(refused).toBeGreaterThan(0);
});

it('reads the reply to an engine command in the format of the protocol in which it arrives', async () => {
  const replies = [
    ['gt06', 'engineStop', 'DYD=Success!', 'done'],
    ['gt06', 'engineStop', 'DYD=Unvalued Fix', 'refused'],
    ['gt06', 'engineResume', 'HFYD=Fail!', 'refused'],
    ['gt06', 'engineStop', 'HFYD=Success!', 'answered'],
    ['jt808', 'engineStop', 'not supported (0x8105)', 'refused'],
    ['teltonika', 'engineStop', 'DYD=Success!', 'answered'],
    ['gt06', 'locate', 'DYD=Success!', 'answered'],
  ] as const;
  for (const [protocol, kind, text, state] of replies) {
    await emptyTables(test.database, 'device_commands');
    await add('sent', 10);
    await test.database.query('UPDATE device_commands SET kind = $1', [kind]);
    await openDispatcher();
    dispatcher.arrived(device.deviceId, { protocol, acceptsCommands: () => false, send: () => false });
    dispatcher.answered(device.deviceId, text);
    await expect.poll(commands).toEqual([{ state, answer: text }]);
    await dispatcher.close();
  }
});

it('leaves the commands of a device to the gateway at which it arrived last', async () => {
  const logger = pino({ level: 'silent' });
  const bus = createMemoryBus(logger);
  const sent: string[] = [];
  const open = async (name: string) => {
    const options = { database: test.database, bus, logger, everyMs: 100, others: { requestStates: () => {} } };
    const listener = { protocol: 'gt06', acceptsCommands: () => true, send: () => sent.push(name) > 0 };
    return { listener, dispatcher: await createCommandDispatcher(options) };
  };
  const [former, present] = [await open('former'), await open('present')];
  dispatcher = present.dispatcher;
  former.dispatcher.arrived(device.deviceId, former.listener);
  // Its connection to the former one broke without a word.
  present.dispatcher.arrived(device.deviceId, present.listener);
  await test.database.query(
    `INSERT INTO device_commands (organisation_id, device_id, vehicle_id, kind, state, expires_at)
     VALUES (1, $1, $2, 'locate', 'waiting', now() + interval '1 h')`,
    [device.deviceId, device.vehicleId],
  );
  bus.publish('command-made', { deviceIds: [device.deviceId] });
  await expect.poll(commands).toEqual([{ state: 'sent', answer: null }]);
  await former.dispatcher.close();
  expect(sent).toEqual(['present']);
});
