import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../../store/roles/basic-roles.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

/** North has the branches East and West; South is another company. */
let fixture: HttpFixture;
let admin: TestBrowser;
let chief: TestBrowser;
let ids: Record<'north' | 'east' | 'west' | 'south', number>;

beforeAll(async () => {
  fixture = await httpFixture();
  const { database } = fixture;
  admin = await fixture.signedIn();
  const north = await addOrganisation(database, 'North');
  ids = {
    north,
    east: await addOrganisation(database, 'East', north),
    west: await addOrganisation(database, 'West', north),
    south: await addOrganisation(database, 'South'),
  };
  const { grants } = ADMINISTRATOR;
  await addUser(database, { username: 'chief', password: 'pass-word', organisationId: north, grants });
  chief = await fixture.signedIn('chief', 'pass-word');
});
afterAll(() => fixture.close());

const tree = async () => {
  const { rows } = await fixture.database.query<{ name: string; above: string | null }>(
    'SELECT o.name, a.name AS above FROM organisations o LEFT JOIN organisations a ON a.id = o.parent_id ORDER BY o.id',
  );
  return rows.map(({ name, above }) => `${name} < ${above}`);
};

test('the list shows the own one, without those above it, and those below', async () => {
  const { rows } = await chief.call('get-organisation-list');
  expect(rows?.map(({ name, parentId, own, users }) => ({ name, parentId, own, users }))).toEqual([
    { name: 'East', parentId: ids.north, own: false, users: 0 },
    { name: 'North', parentId: null, own: true, users: 1 },
    { name: 'West', parentId: ids.north, own: false, users: 0 },
  ]);
});

describe('refused without any change', () => {
  const refused = { parentId: 'This organisation is not available.' };
  test.each([
    ['a new one below another company', () => ({ name: 'New', parentId: ids.south }), 422, refused],
    ['a new one below the root', () => ({ name: 'New', parentId: 1 }), 422, refused],
    ['moving the own one', () => ({ id: ids.north, name: 'North', parentId: ids.south }), 422, refused],
    ['naming what is above the own one', () => ({ id: ids.north, name: 'North', parentId: 1 }), 422, refused],
    ['moving a branch out', () => ({ id: ids.east, name: 'East', parentId: 1 }), 422, refused],
    [
      'a circle of one',
      () => ({ id: ids.east, name: 'East', parentId: ids.east }),
      422,
      { parentId: 'An organisation cannot be below itself.' },
    ],
    ['renaming another company', () => ({ id: ids.south, name: 'Ours', parentId: null }), 404, undefined],
    ['renaming the root', () => ({ id: 1, name: 'Ours', parentId: null }), 404, undefined],
  ])('%s', async (_what, input, status, fields) => {
    const before = await tree();
    expect(await chief.call('save-organisation', input())).toMatchObject({ status, ...(fields && { fields }) });
    expect(await tree()).toEqual(before);
  });

  test('a cycle of several, also by two concurrent moves', async () => {
    const before = await tree();
    const answers = await Promise.all([
      chief.call('save-organisation', { id: ids.east, name: 'East', parentId: ids.west }),
      chief.call('save-organisation', { id: ids.west, name: 'West', parentId: ids.east }),
    ]);
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    const moved = answers[0].status === 200 ? { id: ids.east, name: 'East' } : { id: ids.west, name: 'West' };
    await chief.call('save-organisation', { ...moved, parentId: ids.north });
    expect(await tree()).toEqual(before);
  });

  test.each([
    ['save-fence', { name: 'F', shape: { kind: 'circle', centre: { lat: 0, lon: 0 }, radiusM: 100 } }],
    ['save-alarm-rule', { name: 'R', condition: { kind: 'overspeed', limitKph: 90 }, allVehicles: true }],
    ['save-webhook', { name: 'W', url: 'https://hook.example.org/', severities: ['critical'] }],
    ['save-place', { name: 'P', lat: 0, lon: 0 }],
  ] as const)('removing one that has %s', async (route, values) => {
    const organisationId = await addOrganisation(fixture.database, route, ids.north);
    expect((await chief.call(route, { ...values, organisationId })).status).toBe(200);
    const answer = await chief.call('delete-organisation', { id: organisationId });
    expect(answer).toMatchObject({
      status: 409,
      message: 'This organisation still has users, vehicles or other records.',
    });
    // The tests after this count the organisations.
    for (const table of ['geofences', 'alarm_rules', 'webhooks', 'places']) {
      await fixture.database.query(`DELETE FROM ${table} WHERE organisation_id = $1`, [organisationId]);
    }
    expect((await chief.call('delete-organisation', { id: organisationId })).status).toBe(200);
  });

  test('removing the own one, another company’s, or one with records', async () => {
    const before = await tree();
    expect((await chief.call('delete-organisation', { id: ids.north })).status).toBe(409);
    expect((await chief.call('delete-organisation', { id: ids.south })).status).toBe(404);
    expect((await admin.call('delete-organisation', { id: 1 })).status).toBe(409);
    expect((await admin.call('delete-organisation', { id: ids.north })).status).toBe(409);
    await fixture.database.query('INSERT INTO drivers (organisation_id, name) VALUES ($1, $2)', [ids.west, 'Ana']);
    expect((await chief.call('delete-organisation', { id: ids.west })).status).toBe(409);
    expect(await tree()).toEqual(before);
  });
});

test('created, renamed, moved, removed; who sees it follows immediately', async () => {
  const { organisation } = await chief.call('save-organisation', { name: 'Depot', parentId: ids.east });
  expect(organisation).toMatchObject({ name: 'Depot', parentId: ids.east, own: false, users: 0, vehicles: 0 });
  const id = organisation?.id;
  const { grants } = ADMINISTRATOR;
  await addUser(fixture.database, { username: 'east', password: 'pass-word', organisationId: ids.east, grants });
  const east = await fixture.signedIn('east', 'pass-word');
  const seen = async () => (await east.call('get-organisation-list')).rows?.map((row) => row.name);
  expect(await seen()).toEqual(['Depot', 'East']);
  await chief.call('save-organisation', { id, name: 'Yard', parentId: ids.west });
  expect(await seen()).toEqual(['East']);
  expect(fixture.events.at(-1)).toEqual({ name: 'access-changed', event: { userId: null, roleId: null } });
  expect(await chief.call('delete-organisation', { id })).toEqual({ status: 200 });
  const { rows } = await chief.call('get-audit-list', { subject: 'organisation', direction: 'asc' });
  expect(rows?.slice(-3).map(({ action, before, after }) => ({ action, before, after }))).toEqual([
    { action: 'create', before: null, after: { name: 'Depot', above: 'East', timeZone: 'UTC', currency: 'INR' } },
    { action: 'move', before: { name: 'Depot', above: 'East' }, after: { name: 'Yard', above: 'West' } },
    { action: 'delete', before: { name: 'Yard', above: 'West', timeZone: 'UTC', currency: 'INR' }, after: null },
  ]);
});
