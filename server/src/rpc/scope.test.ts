import type { OperationName } from '@milepost/contract/operations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../store/roles/basic-roles.ts';
import { httpFixture, type HttpFixture } from '../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../testing/organisations.ts';
import type { TestBrowser } from '../testing/test-browser.ts';

/** North and South are companies below the root; North has a branch. All their people have all permissions. */
let fixture: HttpFixture;
let north: TestBrowser;
let south: TestBrowser;
let branch: TestBrowser;
let root: TestBrowser;
/** The records of South. */
let theirs: { vehicle: number; device: number; group: number; driver: number };
/** A vehicle and a device of North. */
let ours: { vehicle: number; device: number };

const id = (answer: { id: number } | undefined) => answer?.id ?? 0;

beforeAll(async () => {
  fixture = await httpFixture();
  const { database } = fixture;
  const northId = await addOrganisation(database, 'North');
  const organisations = {
    north: northId,
    south: await addOrganisation(database, 'South'),
    branch: await addOrganisation(database, 'Branch of North', northId),
  };
  const personOf = async (username: keyof typeof organisations) => {
    const { grants } = ADMINISTRATOR;
    await addUser(database, { username, password: 'pass-word', organisationId: organisations[username], grants });
    return fixture.signedIn(username, 'pass-word');
  };
  north = await personOf('north');
  south = await personOf('south');
  branch = await personOf('branch');
  root = await fixture.signedIn();
  const group = id((await south.call('save-group', { name: 'South group' })).group);
  const driver = id((await south.call('save-driver', { name: 'South driver' })).driver);
  const device = id((await south.call('save-device', { identity: 'south-1' })).device);
  const secret = { registration: 'SOUTH 1', groupId: group, driverId: driver, deviceId: device };
  theirs = { vehicle: id((await south.call('save-vehicle', secret)).vehicle), device, group, driver };
  ours = {
    vehicle: id((await north.call('save-vehicle', { registration: 'NORTH 1' })).vehicle),
    device: id((await north.call('save-device', { identity: 'north-1' })).device),
  };
});
afterAll(() => fixture.close());

const everything = async () => {
  const vehicle = (await south.call('get-vehicle-by-id', { id: theirs.vehicle })).vehicle;
  const device = (await south.call('get-device-by-id', { id: theirs.device })).device;
  return { vehicle, device, groups: (await south.call('get-group-list')).rows };
};

describe('a record of another organisation is not found', () => {
  const calls: [OperationName, () => Record<string, unknown>][] = [
    ['get-vehicle-by-id', () => ({ id: theirs.vehicle })],
    ['get-vehicle-now', () => ({ id: theirs.vehicle })],
    [
      'get-vehicle-track',
      () => ({ vehicleId: theirs.vehicle, from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }),
    ],
    ['save-vehicle', () => ({ id: theirs.vehicle, registration: 'STOLEN' })],
    ['delete-vehicle', () => ({ id: theirs.vehicle })],
    ['restore-vehicle', () => ({ id: theirs.vehicle })],
    ['save-group', () => ({ id: theirs.group, name: 'Stolen' })],
    ['save-driver', () => ({ id: theirs.driver, name: 'Stolen' })],
    ['get-device-by-id', () => ({ id: theirs.device })],
    ['save-device', () => ({ id: theirs.device, identity: 'stolen' })],
    ['delete-device', () => ({ id: theirs.device })],
    ['restore-device', () => ({ id: theirs.device })],
    ['make-device-secret', () => ({ id: theirs.device })],
    ['drop-device-secret', () => ({ id: theirs.device })],
    ['adopt-device', () => ({ protocol: 'gt06', identity: 'new-device', vehicleId: theirs.vehicle })],
  ];

  test.each(calls)('%s: not found, and nothing changes', async (name, input) => {
    const before = await everything();
    expect((await north.call(name, input())).status).toBe(404);
    expect((await branch.call(name, input())).status).toBe(404);
    expect(await everything()).toEqual(before);
  });

  test('lists show only records of the own organisation and below', async () => {
    for (const name of ['get-vehicle-list', 'get-device-list', 'get-group-list', 'get-driver-list'] as const) {
      expect(JSON.stringify(await north.call(name)), name).not.toMatch(/south/i);
      expect(JSON.stringify(await south.call(name)), name).toMatch(/south/i);
    }
    expect((await north.call('get-vehicle-list', { search: 'south' })).total).toBe(0);
    expect((await north.call('get-vehicle-list', { groupId: theirs.group })).total).toBe(0);
  });
});

describe('nothing of another organisation can be linked to the own', () => {
  test('its device into a vehicle', async () => {
    const before = await everything();
    const answer = await north.call('save-vehicle', {
      id: ours.vehicle,
      registration: 'NORTH 1',
      deviceId: theirs.device,
    });
    expect(answer).toMatchObject({ status: 409, fields: { deviceId: 'This device is not available.' } });
    expect(await everything()).toEqual(before);
  });

  test('its group and its driver', async () => {
    const input = { registration: 'NORTH 2', groupId: theirs.group, driverId: theirs.driver };
    const answer = await north.call('save-vehicle', input);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.fields ?? {})).toEqual(['groupId', 'driverId']);
    expect((await north.call('get-vehicle-list', { search: 'NORTH 2' })).total).toBe(0);
  });

  test('its device by its identity: in use, without its owner', async () => {
    const message = 'This device is already registered.';
    const conflict = { status: 409, message, fields: { identity: message } };
    expect(await north.call('save-device', { identity: 'south-1' })).toMatchObject(conflict);
    const adoption = { protocol: 'gt06', identity: 'south-1', registration: 'NORTH 3' };
    expect(await north.call('adopt-device', adoption)).toMatchObject(conflict);
    expect((await north.call('get-vehicle-list', { search: 'NORTH 3' })).total).toBe(0);
    // The same reply as for a device of one's own.
    expect(await north.call('save-device', { identity: 'north-1' })).toMatchObject(conflict);
  });
});

test('a company sees its branch, the branch not its company, the root sees all', async () => {
  const { vehicle } = await branch.call('save-vehicle', { registration: 'BRANCH 1' });
  expect((await north.call('get-vehicle-by-id', { id: vehicle?.id })).status).toBe(200);
  expect((await branch.call('get-vehicle-by-id', { id: ours.vehicle })).status).toBe(404);
  expect((await root.call('get-vehicle-by-id', { id: theirs.vehicle })).status).toBe(200);
  const found = await root.call('get-vehicle-list');
  expect(found.rows?.map((row) => row.registration)).toEqual(
    expect.arrayContaining(['BRANCH 1', 'NORTH 1', 'SOUTH 1']),
  );
});

test("a company's device does not go into its branch's vehicle, where the branch would see it", async () => {
  const { vehicle } = await branch.call('save-vehicle', { registration: 'BRANCH 2' });
  const input = { id: vehicle?.id, registration: 'BRANCH 2', deviceId: ours.device };
  expect((await north.call('save-vehicle', input)).status).toBe(409);
});

test('a change announces the organisation whose fleet changed, though another made it', async () => {
  const { vehicle } = await branch.call('save-vehicle', { registration: 'BRANCH 3' });
  const published = fixture.events.at(-1);
  await north.call('save-vehicle', { id: vehicle?.id, registration: 'BRANCH 4' });
  expect(fixture.events.at(-1)).toEqual(published);
});

test('refusals of the gateway are shown only to the root organisation', async () => {
  expect((await root.call('get-connect-info')).refusals).toHaveLength(1);
  expect((await south.call('get-connect-info')).refusals).toEqual([]);
});
