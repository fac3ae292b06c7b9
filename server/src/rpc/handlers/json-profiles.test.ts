import type { JsonMapping } from '@milepost/contract/json-profile-operations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../../store/roles/basic-roles.ts';
import { httpFixture, type HttpFixture, stubGateways } from '../../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

const MESSAGE = {
  topic: 'fleet/van-9/pos',
  carrier: 'broker' as const,
  address: 'mqtt://broker.example.org:1883',
  at: '2026-03-01T08:00:00.000Z',
  count: 3,
  text: '{"lat":20.0059,"lon":73.7898,"t":"2026-03-01T13:30:00+05:30","v":10}',
};
const BROKER = {
  address: 'mqtt://broker.example.org:1883',
  state: 'connected' as const,
  since: '2026-03-01T07:00:00.000Z',
  fault: null,
  filters: ['fleet/#'],
  refused: [],
  messages: 3,
};
const MAPPING: JsonMapping = {
  identity: { level: 1 },
  time: { path: ['t'], form: 'iso' },
  place: { lat: ['lat'], lon: ['lon'] },
  speed: { path: ['v'], unit: 'ms' },
  course: null,
  altitude: null,
  ignition: null,
  battery: null,
  attributes: [],
};
let fixture: HttpFixture;
let admin: TestBrowser;
let branch: TestBrowser;
let changes = 0;

beforeAll(async () => {
  fixture = await httpFixture({
    gateways: {
      ...stubGateways([]),
      broker: async () => BROKER,
      jsonMessages: async (ids) => ({
        unknown: [MESSAGE],
        readBy: new Map(
          ids.map((id) => [id, { count: 7, faults: 1, fault: 'the longitude is missing', last: MESSAGE }]),
        ),
      }),
    },
  });
  admin = await fixture.signedIn();
  const organisationId = await addOrganisation(fixture.database, 'Branch', 1);
  const { grants } = ADMINISTRATOR;
  await addUser(fixture.database, { username: 'branch', password: 'pass-word', organisationId, grants });
  branch = await fixture.signedIn('branch', 'pass-word');
  fixture.services.bus.subscribe('json-profiles-changed', () => changes++);
});
afterAll(() => fixture.close());

const preview = (mapping: JsonMapping | null, message = MESSAGE.text) =>
  admin.call('get-json-preview', { topic: MESSAGE.topic, message, mapping });
const save = (filter: string, more: object = {}) =>
  admin.call('save-json-profile', { name: 'Vans', filter, mapping: MAPPING, ...more });

test('a message is decoded, and its meaning shown', async () => {
  const fields = [
    { path: ['lat'], kind: 'number', value: '20.0059' },
    { path: ['lon'], kind: 'number', value: '73.7898' },
    { path: ['t'], kind: 'text', value: '2026-03-01T13:30:00+05:30' },
    { path: ['v'], kind: 'number', value: '10' },
  ];
  expect(await preview(null)).toMatchObject({ status: 200, fields, identity: null, decoded: null });
  // 10 m/s are 36 km/h.
  expect(await preview(MAPPING)).toMatchObject({
    fields,
    identity: 'van-9',
    decoded: {
      fault: null,
      messages: [{ fix: { lat: 20.0059, lon: 73.7898, speedKph: 36, time: '2026-03-01T08:00:00.000Z' } }],
    },
  });
  expect(await preview({ ...MAPPING, time: { path: ['t'], form: 'seconds' } })).toMatchObject({
    fields,
    decoded: { fault: 'the time is not in the form that was chosen: 2026-03-01T13:30:00+05:30' },
  });
  expect(await preview(MAPPING, '[1]')).toMatchObject({
    fields: [],
    decoded: { fault: 'the message is not a JSON object, nor a list of them' },
  });
});

test('a profile is saved, changed and deleted only by the root organisation, and announced to the gateway', async () => {
  const { id, status } = await save('fleet/+/pos');
  expect(status).toBe(200);
  expect(await save('fleet/+/pos')).toMatchObject({
    status: 409,
    fields: { filter: 'Another profile has this topic filter already.' },
  });
  expect(await save('fleet/+/position', { id, name: 'All vans' })).toMatchObject({ status: 200, id });
  expect(await admin.call('get-json-profile-list')).toMatchObject({
    profiles: [
      {
        id,
        name: 'All vans',
        filter: 'fleet/+/position',
        mapping: MAPPING,
        changedBy: 'admin',
        messages: 7,
        faults: 1,
      },
    ],
    mine: true,
    messages: [MESSAGE],
    broker: BROKER,
  });
  expect(await branch.call('get-json-profile-list')).toMatchObject({
    profiles: [],
    mine: false,
    messages: [],
    broker: null,
  });
  const { topic, text: message } = MESSAGE;
  for (const refused of [
    await branch.call('save-json-profile', { name: 'x', filter: 'x', mapping: MAPPING }),
    await branch.call('delete-json-profile', { id }),
    await branch.call('get-json-preview', { topic, message, mapping: null }),
  ])
    expect(refused.status).toBe(403);
  expect((await admin.call('delete-json-profile', { id })).status).toBe(200);
  expect((await admin.call('delete-json-profile', { id })).status).toBe(404);
  expect((await save('fleet/+/gone', { id })).status).toBe(404);
  expect(changes).toBe(3);
  const { rows } = await fixture.database.query(
    `SELECT action, subject_name AS name FROM audit_log WHERE subject = 'json-profile' ORDER BY id`,
  );
  expect(rows).toEqual([
    { action: 'create', name: 'Vans' },
    { action: 'change', name: 'All vans' },
    { action: 'delete', name: 'All vans' },
  ]);
});

test.each([
  ['fleet/+x', { filter: 'Enter a topic filter, such as fleet/+/position or fleet/#.' }],
  ['fleet/#/pos', { filter: 'Enter a topic filter, such as fleet/+/position or fleet/#.' }],
  ['fleet', { 'mapping.identity.level': 'The topic filter has no such level.' }],
])('%s is refused', async (filter, fields) => {
  expect(await save(filter)).toMatchObject({ status: 422, fields });
});

test('the last message of a device with private time is shown only to those who see places of private time', async () => {
  const { id } = await save('fleet/+/pos');
  const { 'private-trips': _private, ...grants } = ADMINISTRATOR.grants;
  await addUser(fixture.database, { username: 'other', password: 'pass-word', organisationId: 1, grants });
  const other = await fixture.signedIn('other', 'pass-word');
  const last = async (person: TestBrowser) =>
    (await person.call('get-json-profile-list')).profiles?.find((one) => one.id === id)?.last;
  expect(await last(other)).toEqual(MESSAGE);
  await fixture.database.query('INSERT INTO devices (organisation_id, identity) VALUES (1, $1)', ['van-9']);
  await fixture.database.query(
    `INSERT INTO private_rules (organisation_id, attribute, attribute_value, time_zone) VALUES (1, 'input1', 'true', 'UTC')`,
  );
  expect(await last(other)).toBeNull();
  expect(await last(admin)).toEqual(MESSAGE);
  await fixture.database.query('DELETE FROM private_rules');
  expect((await admin.call('delete-json-profile', { id: id ?? 0 })).status).toBe(200);
});

test('there are at most 100', async () => {
  await fixture.database.query(
    `INSERT INTO json_profiles (name, filter, mapping) SELECT 'P', 'fleet/' || n, '{}' FROM generate_series(1, 100) n`,
  );
  expect(await save('one/more')).toMatchObject({
    status: 409,
    message: 'There can be at most 100 profiles. Delete one first.',
  });
  await fixture.database.query('DELETE FROM json_profiles');
});
