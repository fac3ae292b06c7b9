/** JSON over a real port, before and after a person creates its profile. */
import type { JsonMapping } from '@milepost/contract/json-profile-operations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { saveJsonProfile } from '../store/devices/json-profiles.ts';
import { addOrganisation } from '../testing/organisations.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { type TestGateway, testGateway } from '../testing/test-gateway.ts';

const ACTOR = { userId: null, username: 'test', address: null };
const MAPPING: JsonMapping = {
  identity: { level: 1 },
  time: null,
  place: { lat: ['lat'], lon: ['lon'] },
  speed: null,
  course: null,
  altitude: null,
  ignition: null,
  battery: null,
  attributes: [],
};
let test: TestDatabase;
let gateway: TestGateway;

beforeAll(async () => {
  test = await testDatabase();
  await addOrganisation(test.database, 'Root', null);
  gateway = await testGateway(test);
});
afterAll(async () => {
  await gateway?.close();
  await test?.close();
});

const post = async (topic: string, lat: number) => {
  const port = gateway.ports.get('owntracks/http') ?? 0;
  const body = JSON.stringify({ lat, lon: 73.7898 });
  return (await fetch(`http://127.0.0.1:${port}/${topic}`, { method: 'POST', body })).status;
};

it('is counted while the message is unknown; its last message can be viewed once it has a profile', async () => {
  for (const lat of [20.1, 20.2]) expect(await post('fleet/van-8/pos', lat)).toBe(400);
  expect(await post('fleet/van-9/pos', 20.3)).toBe(400);
  expect(gateway.json.unknown().map(({ topic, count }) => [topic, count])).toEqual([
    ['fleet/van-9/pos', 1],
    ['fleet/van-8/pos', 2],
  ]);
  // Without an identity, three requests of one address are one row of the list.
  expect(gateway.contacts.list()).toMatchObject([{ identity: null, frames: 3, faults: 3 }]);

  const { id } = await saveJsonProfile(test.database, ACTOR, { name: 'Vans', filter: 'fleet/+/pos', mapping: MAPPING });
  gateway.bus.publish('json-profiles-changed', {});
  await expect.poll(() => gateway.json.unknown()).toEqual([]);
  expect(gateway.json.readBy(id)).toMatchObject({
    count: 0,
    last: { topic: 'fleet/van-9/pos', text: '{"lat":20.3,"lon":73.7898}' },
  });
  await post('fleet/van-8/pos', 20.4);
  expect(gateway.json.readBy(id)).toMatchObject({ count: 1, last: { topic: 'fleet/van-8/pos' } });
});
