import { owntracks } from '@milepost/protocols/owntracks/owntracks';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMemoryBus } from '../bus/memory-bus.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { addDevice, type TestGateway, testGateway } from '../testing/test-gateway.ts';
import { createCommandDispatcher } from './command-dispatcher.ts';
import { RequestListeners } from './request-listeners.ts';

let test: TestDatabase;
let gateway: TestGateway;
beforeAll(async () => {
  test = await testDatabase();
  gateway = await testGateway(test);
});
afterAll(async () => {
  await gateway?.close();
  await test?.close();
});

const QUESTION = '[{"_type":"cmd","action":"reportLocation"}]';
let phones = 0;

async function phone() {
  const topic = `owntracks/asha/phone${++phones}`;
  const device = await addDevice(test.database, topic);
  const post = async (more: object = {}) => {
    const place = { _type: 'location', topic, lat: 20, lon: 73.8, tst: Math.floor(Date.now() / 1000) - 60, ...more };
    const url = `http://127.0.0.1:${gateway.ports.get('owntracks/http')}/`;
    return (await fetch(url, { method: 'POST', body: JSON.stringify(place) })).text();
  };
  return { ...device, post };
}

/** Inserts a command as the store does. */
async function make({ deviceId, vehicleId }: { deviceId: number; vehicleId: number }, kind: string, content?: string) {
  const { rows } = await test.database.query<{ id: string }>(
    `INSERT INTO device_commands (organisation_id, device_id, vehicle_id, kind, content, protocol, expires_at)
     SELECT organisation_id, $1, id, $3, $4, CASE WHEN $4 <> '' THEN 'owntracks' END, now() + interval '1 day'
     FROM vehicles WHERE id = $2 RETURNING id`,
    [deviceId, vehicleId, kind, content],
  );
  gateway.bus.publish('command-made', { deviceIds: [deviceId] });
  return Number(rows[0]?.id);
}

const stateOf = async (id: number) =>
  (await test.database.query('SELECT state, answer, fault FROM device_commands WHERE id = $1', [id])).rows[0];

it('sends a command to a phone in the answer to its next post, once, and takes its position as the answer', async () => {
  const { post, ...device } = await phone();
  expect(await post()).toBe('[]');
  const id = await make(device, 'locate');
  expect(await stateOf(id)).toMatchObject({ state: 'waiting' });
  expect(await post()).toBe(QUESTION);
  expect(await stateOf(id)).toMatchObject({ state: 'sent', answer: null });
  expect(await post({ lat: 20.5 })).toBe('[]');
  const next = await make(device, 'text', '{"_type":"cmd","action":"dump"}');
  expect(await post({ t: 'r', lat: 21 })).toBe('[{"_type":"cmd","action":"dump"}]');
  expect(await stateOf(id)).toMatchObject({ state: 'answered', answer: 'location' });
  expect(await stateOf(next)).toMatchObject({ state: 'sent' });
});

it('sends a command to one of several concurrent posts, and none that is no message of the app', async () => {
  const { post, ...device } = await phone();
  await post();
  await make(device, 'locate');
  const answers = await Promise.all([1, 2, 3, 4].map((at) => post({ lat: 20 + at / 10 })));
  expect(answers.filter((answer) => answer === QUESTION)).toHaveLength(1);
  const other = await phone();
  const id = await make(other, 'text', 'Call the office');
  expect(await other.post()).toBe('[]');
  expect(await stateOf(id)).toMatchObject({ state: 'failed', fault: 'not-taken' });
});

it('retains a command of an aborted request, and loses rather than repeats one of a server that died', async () => {
  const { post, ...device } = await phone();
  const id = await make(device, 'locate');
  const logger = pino({ level: 'silent' });
  const dispatcher = await createCommandDispatcher({ database: test.database, bus: createMemoryBus(logger), logger });
  const listeners = new RequestListeners(dispatcher);
  expect(await listeners.takeCommand(device.deviceId, owntracks, [], () => false)).toBeNull();
  let looks = 0;
  // The connection breaks after the check that it is open, while the command is being claimed.
  expect(await listeners.takeCommand(device.deviceId, owntracks, [], () => ++looks < 3)).toBeNull();
  expect(await stateOf(id)).toMatchObject({ state: 'waiting' });
  // The command below never reaches the phone, as when the server is killed before it replies.
  expect(await listeners.takeCommand(device.deviceId, owntracks, [], () => true)).toEqual({
    status: 200,
    body: QUESTION,
  });
  await dispatcher.close();
  expect(await post()).toBe('[]');
  expect(await stateOf(id)).toMatchObject({ state: 'sent', answer: null });
});
