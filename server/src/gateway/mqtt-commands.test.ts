import { connectPacket, publishPacket, subscribePacket } from '@milepost/protocols/mqtt/client-packets';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DeviceClient, deviceClient } from '../testing/device-client.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { addDevice, type TestGateway, testGateway } from '../testing/test-gateway.ts';

let test: TestDatabase;
let gateway: TestGateway;
let client: DeviceClient | null = null;
beforeAll(async () => {
  test = await testDatabase();
  gateway = await testGateway(test);
});
afterAll(async () => {
  client?.close();
  await gateway?.close();
  await test?.close();
});

const TOPIC = 'owntracks/asha/van';
const place = (more: object = {}) =>
  JSON.stringify({ _type: 'location', lat: 20, lon: 73.8, tst: Math.floor(Date.now() / 1000) - 60, ...more });

it('sends a command to a phone on the MQTT port once it has subscribed, not before, and takes its position as the answer', async () => {
  const { deviceId, vehicleId } = await addDevice(test.database, TOPIC);
  const made = await test.database.query<{ id: number }>(
    `INSERT INTO device_commands (organisation_id, device_id, vehicle_id, kind, expires_at)
     SELECT organisation_id, $1, id, 'locate', now() + interval '1 day' FROM vehicles WHERE id = $2 RETURNING id`,
    [deviceId, vehicleId],
  );
  const state = async () =>
    (await test.database.query('SELECT state, answer FROM device_commands WHERE id = $1', [made.rows[0]?.id])).rows[0];
  gateway.bus.publish('command-made', { deviceIds: [deviceId] });
  client = await deviceClient(gateway.ports.get('mqtt/tcp') ?? 0);
  client.send(connectPacket({ clientId: 'van', username: null, password: null, keepAliveS: 60 }));
  client.send(publishPacket(TOPIC, place()));
  const stored = async () =>
    (await test.database.query('SELECT FROM positions WHERE device_id = $1', [deviceId])).rowCount;
  await expect.poll(stored).toBe(1);
  expect(await state()).toEqual({ state: 'waiting', answer: null });
  client.send(subscribePacket(1, [`${TOPIC}/cmd`]));
  await expect.poll(state).toEqual({ state: 'sent', answer: null });
  const question = '{"_type":"cmd","action":"reportLocation"}';
  await expect
    .poll(() => Buffer.from(client?.received() ?? []).toString('latin1'))
    .toContain(`${TOPIC}/cmd${question}`);
  client.send(publishPacket(TOPIC, place({ t: 'r', lat: 20.5 })));
  await expect.poll(state).toEqual({ state: 'answered', answer: 'location' });
  await expect.poll(stored).toBe(2);
});
