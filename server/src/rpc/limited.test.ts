import { type OperationName, OPERATIONS } from '@milepost/contract/operations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../store/roles/basic-roles.ts';
import { addFile } from '../testing/add-file.ts';
import { addKnown, DAY, HIDDEN_LAT, MARK, METRES } from '../testing/add-known.ts';
import { foreignInput } from '../testing/foreign-input.ts';
import { httpFixture, type HttpFixture } from '../testing/http-fixture.ts';
import { insertAlarm, insertFence, insertVisit } from '../testing/insert-facts.ts';
import { addOrganisation, addUser } from '../testing/organisations.ts';
import type { TestBrowser } from '../testing/test-browser.ts';
import { validInput } from '../testing/valid-input.ts';
import { fakePlaces } from '../testing/fake-places.ts';

/**
 * One company with two groups of vehicles. The limited people have all permissions in it. The first is limited to one
 * group and one single vehicle; the role of the second is limited to the one group; the third is limited to both groups
 * and the role to the one. Everything that belongs to the other vehicles contains the mark, in words or in distances.
 */
const RANGE = { from: `${DAY}T00:00:00Z`, to: '2026-02-02T00:00:00Z' };
/** The source of the limit. */
const KINDS = ['by the person', 'by the role', 'by both'] as const;
type LimitKind = (typeof KINDS)[number];
const names = Object.keys(OPERATIONS).filter((name): name is OperationName => name in OPERATIONS);

let fixture: HttpFixture;
let limited: TestBrowser;
let people: Record<LimitKind, TestBrowser>;
let roleLimited: number[];
let boss: TestBrowser;
let organisationId: number;
let limitedId: number;
let hidden: Parameters<typeof foreignInput>[1] & { common: number };
let shownIds: Parameters<typeof foreignInput>[1];
let seen: { group: number; vehicle: number; single: number; fence: number };

beforeAll(async () => {
  fixture = await httpFixture({ places: fakePlaces((lat) => (lat === HIDDEN_LAT ? `${MARK} bay` : 'Port')) });
  const { database } = fixture;
  organisationId = await addOrganisation(database, 'Company');
  const add = (username: string, priority: number) =>
    addUser(database, {
      username,
      password: 'pass-word',
      organisationId,
      grants: ADMINISTRATOR.grants,
      priority,
      email: `${username}@x.org`,
    });
  const bossId = await add('boss', 2);
  limitedId = await add('limited', 3);
  const colleague = await add('colleague', 900);
  boss = await fixture.signedIn('boss', 'pass-word');
  const group = async (name: string) => (await boss.call('save-group', { name })).group?.id ?? 0;
  const [ours, theirs] = [await group('Ours'), await group(`${MARK} group`)];
  const fence = await insertFence(database, { name: 'Depot', organisationId });
  const known = (registration: string, groupId: number | null, distanceM: number) =>
    addKnown(database, registration, { organisationId, groupId, fenceId: fence, distanceM });
  const own = await known('OURS 1', ours, 1000);
  const single = await known('SINGLE 1', null, 2000);
  const others = await known(`${MARK} 1`, theirs, METRES);
  const driver = (await boss.call('save-driver', { name: `${MARK} driver` })).driver?.id ?? 0;
  const theirVehicle = { id: others.vehicleId, registration: `${MARK} 1`, groupId: theirs, driverId: driver };
  expect((await boss.call('save-vehicle', theirVehicle)).status).toBe(200);
  const planned = { driverId: driver, vehicleId: others.vehicleId, from: `${DAY}T00:00:00Z`, note: MARK };
  const assignment = (await boss.call('save-assignment', planned)).assignment?.id ?? 0;
  // Records that belong to no vehicle and therefore to the whole organisation, or that are on one of their routes:
  // still another customer's.
  const spot = { lat: HIDDEN_LAT, lon: 0 };
  const common = await insertFence(database, { name: `${MARK} everywhere`, organisationId });
  const place = await boss.call('save-place', { name: `${MARK} place`, category: 'customer', ...spot });
  const contact = await boss.call('save-contact', { kind: 'customer', name: `${MARK} contact`, place: spot });
  const depot = await boss.call('save-depot', { name: `${MARK} depot`, place: spot, radiusM: 100 });
  const areas = [[spot, { lat: HIDDEN_LAT, lon: 1 }, { lat: HIDDEN_LAT + 1, lon: 1 }]];
  const territory = await boss.call('save-territory', { name: `${MARK} land`, colour: '#2f9e44', areas });
  const outlet = await boss.call('save-outlet', {
    code: `${MARK} 7`,
    name: `${MARK} shop`,
    place: spot,
    handTerritoryId: territory.territory?.id ?? 0,
  });
  // The own vehicles are in the geofence that applies to all, and exceeded the speed limit there.
  for (const of of [own, single]) {
    const span = { start: `${DAY}T07:00:00Z`, end: `${DAY}T07:30:00Z` };
    await insertVisit(database, of, { ...span, fenceId: common, distanceM: 1 });
    await insertVisit(database, of, {
      start: `${DAY}T08:00:00Z`,
      end: null,
      durationS: 60,
      fenceId: common,
      distanceM: 1,
    });
    const alarmId = await insertAlarm(database, of, {
      start: `${DAY}T07:00:00Z`,
      clearedAt: null,
      organisationId,
      rule: 'Came',
    });
    await database.query('UPDATE alarms SET about = $2 WHERE id = $1', [alarmId, String(common)]);
    await database.query(
      `UPDATE alarm_rules SET condition = '{"kind":"geofenceEnter"}' WHERE id = (SELECT rule_id FROM alarms WHERE id = $1)`,
      [alarmId],
    );
  }
  await database.query('UPDATE geofences SET vehicle_ids = $2 WHERE id = $1', [
    fence,
    [own.vehicleId, single.vehicleId],
  ]);
  const shape = { kind: 'circle' as const, centre: { lat: HIDDEN_LAT, lon: 0 }, radiusM: 100 };
  const theirFence = (await boss.call('save-fence', { name: `${MARK} fence`, shape, groupIds: [theirs] })).fence?.id;
  const condition = { kind: 'overspeed' as const, limitKph: 90 };
  const rule = (await boss.call('save-alarm-rule', { name: `${MARK} rule`, condition, groupIds: [theirs] })).rule?.id;
  const share = (await boss.call('create-share', { vehicleId: others.vehicleId, note: MARK })).share?.id;
  const role = await database.query<{ role_id: number }>('SELECT role_id FROM users WHERE id = $1', [colleague]);
  const file = await addFile(fixture, { organisationId, userId: bossId }, `${MARK} file.txt`);
  const record = { recordKind: 'vehicle', recordId: others.vehicleId };
  expect((await boss.call('add-files', { ...record, fileIds: [file] })).status).toBe(200);
  hidden = {
    file,
    vehicle: others.vehicleId,
    device: others.deviceId,
    alarm: others.alarmId,
    group: theirs,
    driver,
    assignment,
    fence: theirFence ?? 0,
    common,
    place: place.place?.id ?? 0,
    contact: contact.contact?.id ?? 0,
    depot: depot.depot?.id ?? 0,
    territory: territory.territory?.id ?? 0,
    outlet: outlet.outlet?.id ?? 0,
    rule: rule ?? 0,
    share: share ?? 0,
    user: colleague,
    role: role.rows[0]?.role_id ?? 0,
    organisation: organisationId,
  };
  seen = { group: ours, vehicle: own.vehicleId, single: single.vehicleId, fence };
  shownIds = { vehicle: own.vehicleId, device: own.deviceId, alarm: own.alarmId, group: ours, fence };
  await limitTo([ours], [single.vehicleId]);
  limited = await fixture.signedIn('limited', 'pass-word');
  roleLimited = [await add('by-role', 3), await add('by-both', 3)];
  await database.query(
    'UPDATE roles SET limited = true, limit_group_ids = $2 WHERE id IN (SELECT role_id FROM users WHERE id = ANY($1))',
    [roleLimited, [ours]],
  );
  await limitTo([ours, theirs], [others.vehicleId], roleLimited[1]);
  people = {
    'by the person': limited,
    'by the role': await fixture.signedIn('by-role', 'pass-word'),
    'by both': await fixture.signedIn('by-both', 'pass-word'),
  };
});
afterAll(() => fixture.close());

const limitTo = (groups: number[], vehicles: number[], userId = limitedId, common = false) =>
  fixture.database.query(
    'UPDATE users SET limited = true, limit_group_ids = $2, limit_vehicle_ids = $3, limit_common = $4 WHERE id = $1',
    [userId, groups, vehicles, common],
  );

/** Everything about the other vehicles, as stored. */
async function storedOfOthers(): Promise<string> {
  const tables = [
    'vehicles',
    'devices',
    'vehicle_groups',
    'drivers',
    'geofences',
    'alarm_rules',
    'shares',
    'alarms',
    'files',
    'places',
    'contacts',
    'depots',
    'territories',
    'outlets',
  ];
  const keys = [
    'vehicle',
    'device',
    'group',
    'driver',
    'fence',
    'rule',
    'share',
    'alarm',
    'file',
    'place',
    'contact',
    'depot',
    'territory',
    'outlet',
  ] as const;
  // Executed thousands of times, so it is a prepared statement.
  const text = `SELECT ${tables.map((table, at) => `(SELECT to_jsonb(t) FROM ${table} t WHERE t.id = $${at + 1}) AS t${at}`).join(', ')},
       (SELECT jsonb_agg(a) FROM driver_assignments a WHERE a.vehicle_id = $1 OR a.driver_id = $4) AS assigned,
       (SELECT jsonb_agg(i) FROM installations i WHERE i.vehicle_id = $1) AS installed,
       (SELECT to_jsonb(u) FROM users u WHERE u.id = $15) AS colleague,
       (SELECT jsonb_agg(jsonb_build_array(u.limited, u.limit_group_ids, u.limit_vehicle_ids, role_id, r.limited, r.limit_group_ids)
          ORDER BY u.id) FROM users u JOIN roles r ON r.id = u.role_id WHERE u.id = ANY($16)) AS own`;
  const values = [...keys.map((key) => hidden[key]), hidden.user, [limitedId, ...roleLimited]];
  const { rows } = await fixture.database.query({ name: 'stored-of-others', text, values });
  return JSON.stringify(rows);
}

let stored: string;
const remember = async () => {
  stored = await storedOfOthers();
};
async function expectUnchanged(): Promise<void> {
  const before = stored;
  await remember();
  expect(stored).toBe(before);
}

const ENDS = ['logout', 'login', 'get-csrf-token-preLogin', 'end-own-session'];
const walked = KINDS.flatMap((kind) => names.filter((name) => !ENDS.includes(name)).map((name) => ({ kind, name })));
/** An id for each kind of record that has a hidden one. */
const SOME_KINDS =
  'file vehicle device alarm group driver assignment fence common place contact depot territory outlet rule share user role organisation'.split(
    ' ',
  );
const SOME = Object.fromEntries(SOME_KINDS.map((kind) => [kind, 987_650]));
/** True when an operation accepts the id of anything hidden; each of the others needs only one call. */
const takesIds = (name: OperationName) => JSON.stringify(foreignInput(name, SOME)) !== JSON.stringify(validInput(name));
const walkedByIds = walked.filter(({ name }) => takesIds(name));
const walkedByFence = walked.filter(
  ({ name }) => JSON.stringify(foreignInput(name, { fence: 987_650 })) !== JSON.stringify(validInput(name)),
);
/** The statuses that a call may return. */
const ANSWERS = [200, 403, 404, 409, 422];

describe('no operation shows or changes anything of other vehicles', () => {
  beforeAll(remember);

  test('the hidden records exist', () => {
    for (const [what, id] of Object.entries(hidden)) expect(id, what).toBeGreaterThan(0);
    expect(Object.keys(hidden).toSorted()).toEqual(SOME_KINDS.toSorted());
  });

  test('a person without limits reads them by many of these calls', async () => {
    const read = names.filter((name) => name.startsWith('get-') && name !== 'get-csrf-token-preLogin');
    const revealing: OperationName[] = [];
    for (const name of read) {
      const inputs = [
        { ...foreignInput(name, hidden), ...within(name) },
        { ...validInput(name), ...within(name) },
      ];
      const answers = [await boss.call(name, inputs[0]), await boss.call(name, inputs[1])];
      if (/Zanzibar|987654/.test(JSON.stringify(answers))) revealing.push(name);
    }
    expect(revealing.length, revealing.join(', ')).toBeGreaterThan(35);
  });

  test.each(walkedByIds)('$name, limited $kind, with their ids', async ({ kind, name }) => {
    const person = people[kind];
    person.preLoginToken = await preLogin(person, name);
    const answer = await person.call(name, { ...foreignInput(name, hidden), ...within(name) });
    const text = JSON.stringify(answer);
    expect(text).not.toContain(MARK);
    expect(text).not.toContain(String(METRES));
    expect(ANSWERS, answer.message).toContain(answer.status);
    await expectUnchanged();
  });

  test.each(walkedByFence)('$name, limited $kind, with a geofence of everybody', async ({ kind, name }) => {
    const person = people[kind];
    person.preLoginToken = await preLogin(person, name);
    const answer = await person.call(name, { ...foreignInput(name, { fence: hidden.common }), ...within(name) });
    expect(JSON.stringify(answer)).not.toContain(MARK);
    expect(ANSWERS, answer.message).toContain(answer.status);
    await expectUnchanged();
  });

  test.each(walked)('$name, limited $kind, requested for everything', async ({ kind, name }) => {
    const person = people[kind];
    person.preLoginToken = await preLogin(person, name);
    const answer = await person.call(name, { ...validInput(name), ...within(name) });
    if (!takesIds(name)) expect(ANSWERS, answer.message).toContain(answer.status);
    const text = JSON.stringify(answer);
    expect(text).not.toContain(MARK);
    expect(text).not.toContain(String(METRES));
    await expectUnchanged();
  });
});

/** Combines lists of ids; all other values are those of the own records. */
const together = (own: unknown, theirs: unknown): unknown =>
  Array.isArray(own) && Array.isArray(theirs) ? [...new Set([...own, ...theirs])] : own;

/** The day that has facts. */
function within(name: OperationName): Record<string, unknown> {
  const { shape } = OPERATIONS[name].input;
  return {
    ...('from' in shape && 'to' in shape && RANGE),
    ...('at' in shape && { at: `${DAY}T12:00:00Z` }),
    ...(name === 'get-dashboard' || name === 'get-dashboard-vehicles' ? { from: DAY, to: DAY } : {}),
  };
}

async function preLogin(person: TestBrowser, name: OperationName): Promise<string> {
  return OPERATIONS[name].csrf === 'preLogin' ? ((await person.call('get-csrf-token-preLogin')).csrfToken ?? '') : '';
}

/** An answer without the times at which it was made. */
const timeless = (answer: object) => JSON.stringify(answer).replaceAll(/\d{2}:\d{2}:\d{2}\.\d+Z/g, '');
const shown = async () => (await limited.call('get-vehicle-list')).total;

/** Contacts that they added themselves are visible to them, so they are excluded. */
const searchIn = (name: string) => (name === 'get-contact-list' ? MARK : '');

/** The number of records that belong to no vehicle. */
const counts = async () => {
  const lists = ['get-fence-list', 'get-place-list', 'get-contact-list', 'get-outlet-list', 'get-depot-list'] as const;
  const totals = await Promise.all(
    lists.map(async (name) => (await limited.call(name, { search: searchIn(name) })).total),
  );
  return [...totals, (await limited.call('get-territory-list')).total];
};
/** The geofences in the alarms for vehicles that entered a geofence. */
const came = async () =>
  (await limited.call('get-alarm-list', { search: 'Came' })).rows?.map(({ fenceName }) => fenceName);

const plates = async (kind: LimitKind) =>
  (await people[kind].call('get-vehicle-list')).rows?.map(({ registration }) => registration);

describe('the visible part', () => {
  test('contains the vehicles of the groups, and the single ones', async () => {
    const { rows } = await limited.call('get-vehicle-list');
    expect(rows?.map(({ registration }) => registration)).toEqual(['OURS 1', 'SINGLE 1']);
    expect((await limited.call('get-group-list')).rows?.map(({ name }) => name)).toEqual(['Ours']);
    expect((await limited.call('get-fence-list')).rows?.map(({ name }) => name)).toEqual(['Depot']);
    expect((await limited.call('get-visits-inside')).total).toBe(2);
    expect((await limited.call('get-alarm-list')).total).toBe(4);
    expect((await limited.call('get-trip-list', RANGE)).total).toBe(2);
  });

  test('is the intersection of both limits, when the role has one too', async () => {
    expect(await plates('by the role')).toEqual(['OURS 1']);
    expect(await plates('by both')).toEqual(['OURS 1']);
    // The single vehicle is listed on its own, but is in no group of the role.
    await limitTo([], [seen.single], roleLimited[1]);
    expect(await plates('by both')).toEqual([]);
    await limitTo([], [seen.vehicle, seen.single], roleLimited[1]);
    expect(await plates('by both')).toEqual(['OURS 1']);
  });

  test('includes all geofences, places, outlets and contacts if the limit allows it', async () => {
    expect([await counts(), await came()]).toEqual([
      [1, 0, 0, 0, 0, 0],
      [null, null],
    ]);
    await limitTo([seen.group], [seen.single], limitedId, true);
    // The geofence limited to the other vehicles stays hidden.
    expect([await counts(), await came()]).toEqual([
      [2, 1, 1, 1, 1, 1],
      [`${MARK} everywhere`, `${MARK} everywhere`],
    ]);
    await fixture.database.query(
      'UPDATE roles SET limit_common = false WHERE id IN (SELECT role_id FROM users WHERE id = $1)',
      [roleLimited[0]],
    );
    expect((await people['by the role'].call('get-place-list')).total).toBe(0);
    await limitTo([seen.group], [seen.single]);
  });

  test('includes what concerns the vehicles: their home, their route’s outlets, depot and area, and the contacts of their bills', async () => {
    const { database } = fixture;
    const vehicleId = seen.vehicle;
    await database.query('UPDATE vehicles SET home_place_id = $2 WHERE id = $1', [vehicleId, hidden['place']]);
    await database.query(
      `INSERT INTO expenses (organisation_id, kind, vehicle_id, vendor_id, day, amount, currency, state)
       VALUES ($1, 'repair', $2, $3, $4, 100, 'USD', 'approved')`,
      [organisationId, vehicleId, hidden['contact'], DAY],
    );
    const { rows } = await database.query<{ id: number }>(
      `WITH r AS (INSERT INTO routes (organisation_id, name, colour) VALUES ($1, 'North', '#2f9e44') RETURNING id),
         p AS (INSERT INTO route_plans (route_id, valid_from, weekdays, start_time, vehicle_id, begin_depot_id)
           SELECT id, '2026-02-01', '{1}', '08:00', $2, $3 FROM r RETURNING id)
       INSERT INTO route_plan_stops (plan_id, position, outlet_id) SELECT id, 1, $4 FROM p RETURNING plan_id AS id`,
      [organisationId, vehicleId, hidden['depot'], hidden['outlet']],
    );
    const seenNow = async () => [
      (await limited.call('get-place-list')).rows?.map(({ name }) => name),
      (await limited.call('get-contact-list')).rows?.flatMap(({ name }) =>
        name.startsWith(MARK) || name === 'Tyres' ? [name] : [],
      ),
      (await limited.call('get-outlet-list')).rows?.map(({ name }) => name),
      (await limited.call('get-depot-list')).rows?.map(({ name }) => name),
      (await limited.call('get-territory-list')).rows?.map(({ name, outlets }) => [name, outlets]),
    ];
    expect(await seenNow()).toEqual([
      [`${MARK} place`],
      [`${MARK} contact`],
      [`${MARK} shop`],
      [`${MARK} depot`],
      [[`${MARK} land`, 1]],
    ]);
    // A contact added by the limited person is visible to them.
    expect((await limited.call('save-contact', { kind: 'vendor', name: 'Tyres' })).status).toBe(200);
    expect((await limited.call('get-contact-list', { search: 'Tyres' })).total).toBe(1);
    // Entering the exact name of another person's contact reveals nothing more about it.
    expect((await boss.call('save-contact', { kind: 'customer', name: 'Acme' })).status).toBe(200);
    expect((await limited.call('name-vendor', { name: 'acme' })).fields).toEqual({
      name: 'Another contact has this name.',
    });
    expect((await boss.call('name-vendor', { name: 'acme' })).vendor?.name).toBe('Acme');
    await database.query('UPDATE route_plans SET deleted_at = now() WHERE id = $1', [rows[0]?.id]);
    await database.query('UPDATE vehicles SET home_place_id = NULL WHERE id = $1', [vehicleId]);
    await database.query('DELETE FROM expenses WHERE vendor_id = $1', [hidden['contact']]);
    expect(await seenNow()).toEqual([[], ['Tyres'], [], [], []]);
  });

  test('has the same totals as the group alone, when only the group is visible', async () => {
    await limitTo([seen.group], [], limitedId, true);
    const range = { from: DAY, to: DAY };
    const calls: [OperationName, Record<string, unknown>][] = [
      ['get-dashboard', range],
      ['get-dashboard-vehicles', range],
      ['get-dashboard-weekdays', {}],
      ['get-silent-vehicles', { days: 1 }],
      ['get-faulty-vehicles', {}],
      ['get-timeline', RANGE],
      ['get-visit-totals', RANGE],
    ];
    for (const [name, input] of calls) {
      const [mine, group] = [await limited.call(name, input), await boss.call(name, { ...input, groupId: seen.group })];
      expect(mine.status, name).toBe(200);
      expect(timeless(mine), name).toBe(timeless(group));
    }
    await limitTo([seen.group], [seen.single]);
  });

  test('changes with the group of a vehicle, at the next call', async () => {
    const move = (groupId: number | null) =>
      boss.call('save-vehicle', { id: seen.vehicle, registration: 'OURS 1', groupId });
    await move(null);
    expect(await shown()).toBe(1);
    await move(seen.group);
    expect(await shown()).toBe(2);
    await limitTo([], []);
    expect(await shown()).toBe(0);
    await limitTo([seen.group], [seen.single]);
  });
});

describe('nor when own ones are requested together with theirs', () => {
  beforeAll(remember);

  test.each(walkedByIds)('$name, limited $kind', async ({ kind, name }) => {
    const person = people[kind];
    person.preLoginToken = await preLogin(person, name);
    const [theirs, own] = [foreignInput(name, hidden), foreignInput(name, shownIds)];
    const both = Object.keys(own).map((field) => [field, together(own[field], theirs[field])]);
    const text = JSON.stringify(await person.call(name, { ...Object.fromEntries(both), ...within(name) }));
    expect(text).not.toContain(MARK);
    expect(text).not.toContain(String(METRES));
    await expectUnchanged();
  });
});
