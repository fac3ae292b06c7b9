import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type HttpFixture, httpFixture } from '../../testing/http-fixture.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { emptyTables } from '../../testing/empty-tables.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';

const PASSWORD = 'a password of mine';
let fixture: HttpFixture;
let admin: TestBrowser;

beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
});
afterAll(() => fixture.close());
beforeEach(() => emptyTables(fixture.database, 'vehicles', 'drivers', 'vehicle_groups'));

const WHOLE = {
  name: 'Ana Silva',
  number: 'D-7',
  phone: '+598 99 123 456',
  email: 'ana@example.org',
  licenceNumber: 'UY 4711',
  licenceClasses: ['B', 'C'],
  licenceExpiresOn: '2027-05-01',
  hiredOn: '2020-01-01',
  leftOn: null,
  emergencyName: 'Rosa',
  emergencyPhone: '+598 98 000 000',
  note: 'Nights only',
};
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const list = async (input: Record<string, unknown> = {}) =>
  (await admin.call('get-driver-list', input)).rows?.map(({ name }) => name) ?? [];

test('is stored with licence, groups, tags and account, and changed', async () => {
  const { id, name } = (await admin.call('save-group', { name: 'North' })).group ?? { id: 0, name: '' };
  const group = { id, name };
  const me = await fixture.database.query<{ id: number }>("SELECT id FROM users WHERE username = 'admin'");
  const input = { ...WHOLE, groupIds: [group.id], userId: me.rows[0]?.id };
  const tags = [{ kind: 'ibutton' as const, tag: '01:00:0a-1b', from: '2026-01-01T00:00:00.000Z', to: null }];
  const saved = (await admin.call('save-driver', { ...input, tags })).driver;
  expect(saved).toMatchObject({ ...WHOLE, groups: [group], vehicle: null });
  expect(saved?.tags).toEqual([{ ...tags[0], tag: '1000A1B' }]);
  const changed = await admin.call('save-driver', { ...input, id: saved?.id, phone: '1', version: saved?.version });
  expect(changed.driver).toMatchObject({ ...WHOLE, phone: '1', groups: [group], tags: saved?.tags });
});

test('the second person who saves is shown who saved first', async () => {
  const { driver } = await admin.call('save-driver', { name: 'Ana' });
  const read = { id: driver?.id, version: driver?.version };
  await admin.call('save-driver', { ...read, name: 'Anna' });
  const second = await admin.call('save-driver', { ...read, name: 'Hannah' });
  expect([second.status, second.code, second.params]).toEqual([409, 'changed-meanwhile', { who: 'admin' }]);
  expect(await list()).toEqual(['Anna']);
});

test.each([
  ['leftOn', { hiredOn: '2026-02-01', leftOn: '2026-01-01' }],
  ['licenceExpiresOn', { licenceExpiresOn: '2026-02-30' }],
  ['email', { email: 'ana' }],
  ['groupIds', { groupIds: [999_999] }],
  ['userId', { userId: 999_999 }],
  ['tags.0.tag', { tags: [{ kind: 'rfid' as const, tag: '--' }] }],
  [
    'tags.0.to',
    { tags: [{ kind: 'rfid' as const, tag: 'A', from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' }] },
  ],
])('%s is refused at its field', async (field, values) => {
  const answer = await admin.call('save-driver', { name: 'Ana', ...values });
  expect([answer.status, Object.keys(answer.fields ?? {})]).toEqual([422, [field]]);
});

test('a number belongs to one driver', async () => {
  await admin.call('save-driver', { name: 'Ana', number: 'd1' });
  const answer = await admin.call('save-driver', { name: 'Ben', number: 'D1' });
  expect([answer.status, answer.fields]).toEqual([409, { number: 'Another driver has this number.' }]);
});

const tag = (from: string | null = null, to: string | null = null) => [
  { kind: 'rfid' as const, tag: '00a1', from, to },
];

describe('a tag', () => {
  test('belongs to one driver at a time', async () => {
    await admin.call('save-driver', { name: 'Ana', tags: tag(null, '2026-03-01T00:00:00Z') });
    const early = await admin.call('save-driver', { name: 'Ben', tags: tag('2026-02-01T00:00:00Z') });
    expect(early.fields).toEqual({ 'tags.0.tag': 'Ana has the tag A1 at that time.' });
    expect((await admin.call('save-driver', { name: 'Ben', tags: tag('2026-03-01T00:00:00Z') })).status).toBe(200);
  });

  test('assigned twice at one time is refused', async () => {
    const answer = await admin.call('save-driver', { name: 'Ana', tags: [...tag(), ...tag()] });
    expect(answer.fields).toEqual({ 'tags.1.tag': 'The tag A1 is given twice for the same time.' });
  });

  test('assigned concurrently to two drivers goes to one of them', async () => {
    const answers = await Promise.all(['A', 'B', 'C'].map((name) => admin.call('save-driver', { name, tags: tag() })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
  });
});

test('a removed driver leaves the vehicle and the tag; restored, the driver has them again', async () => {
  const tags = [{ kind: 'rfid' as const, tag: 'A1' }];
  const id = (await admin.call('save-driver', { name: 'Ana', tags })).driver?.id ?? 0;
  const vehicle = (await admin.call('save-vehicle', { registration: 'SBA 1', driverId: id })).vehicle?.id ?? 0;
  const usual = async () => (await admin.call('get-vehicle-by-id', { id: vehicle })).vehicle?.driverId;
  await admin.call('delete-driver', { id });
  expect([await list(), await usual()]).toEqual([[], null]);
  expect((await admin.call('get-driver-by-id', { id })).status).toBe(404);
  await admin.call('restore-driver', { id });
  expect([await list(), await usual()]).toEqual([['Ana'], id]);
  expect((await admin.call('get-driver-by-id', { id })).driver?.tags).toMatchObject([{ tag: 'A1', to: null }]);
});

/** The drivers of the list without the two whose days are counted in UTC. */
const own = async (input: Record<string, unknown>) =>
  (await list(input))?.filter((name) => name !== 'ben' && name !== 'Old');

describe('the list', () => {
  beforeEach(async () => {
    const north = (await admin.call('save-group', { name: 'North' })).group?.id ?? 0;
    await admin.call('save-driver', { ...WHOLE, licenceExpiresOn: day(400), tags: [{ kind: 'rfid', tag: 'BEEF01' }] });
    await admin.call('save-driver', { name: 'ben', licenceExpiresOn: day(-1), groupIds: [north] });
    await admin.call('save-driver', { name: 'Eva', licenceExpiresOn: day(30) });
    await admin.call('save-driver', { name: 'Old', leftOn: day(-10) });
  });

  test('is sorted by name, without those who left', async () => {
    expect(await list()).toEqual(['Ana Silva', 'ben', 'Eva']);
    expect(await list({ state: 'left' })).toEqual(['Old']);
    expect(await list({ state: 'all', sort: 'licenceExpiresOn' })).toEqual(['ben', 'Eva', 'Ana Silva', 'Old']);
  });

  test.each([
    ['silva'],
    ['4711 silva ana'],
    ['rosa nights'],
    ['d-7'],
    ['99123456'],
    ['ana@'],
    ['4711'],
    ['rosa'],
    ['nights'],
    ['beef'],
  ])('finds a driver by %j', async (search) => {
    expect(await list({ search })).toEqual(['Ana Silva']);
  });

  // Each of the two zones has another date than UTC for half of the day.
  test.each(['Pacific/Kiritimati', 'Etc/GMT+12'])('counts days in the zone of the organisation, %s', async (zone) => {
    await fixture.database.query('UPDATE organisations SET time_zone = $1 WHERE id = 1', [zone]);
    const dayThere = (days: number) =>
      new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(Date.now() + days * 86_400_000);
    await admin.call('save-driver', { name: 'Until today', licenceExpiresOn: dayThere(0), leftOn: dayThere(0) });
    await admin.call('save-driver', { name: 'Till yesterday', licenceExpiresOn: dayThere(-1), leftOn: dayThere(-1) });
    await admin.call('save-driver', { name: 'Far', licenceExpiresOn: dayThere(60) });
    await admin.call('save-driver', { name: 'Near', licenceExpiresOn: dayThere(59) });
    const found = [
      await own({ licence: 'expired', state: 'left' }),
      await own({ licence: 'soon' }),
      await own({ state: 'left' }),
    ];
    await fixture.database.query("UPDATE organisations SET time_zone = 'UTC' WHERE id = 1");
    expect(found).toEqual([['Till yesterday'], ['Eva', 'Near', 'Until today'], ['Till yesterday']]);
  });

  test('is filtered by licence and group', async () => {
    const groupId = (await admin.call('get-group-list')).rows?.[0]?.id;
    expect(await list({ licence: 'expired' })).toEqual(['ben']);
    expect(await list({ licence: 'soon' })).toEqual(['Eva']);
    expect(await list({ licence: 'missing', state: 'all' })).toEqual(['Old']);
    expect(await list({ groupId })).toEqual(['ben']);
  });

  test('offers drivers by name and number, with the chosen one first', async () => {
    const { rows } = await admin.call('get-driver-list', { search: 'eva' });
    const choices = await admin.call('get-driver-choices', { search: 'd-7', chosenId: rows?.[0]?.id });
    expect(choices.rows?.map(({ name }) => name)).toEqual(['Eva', 'Ana Silva']);
  });
});

test('a driver created by name in the form of a vehicle is one like the others', async () => {
  const { driver } = await admin.call('name-driver', { name: 'Ana' });
  expect((await admin.call('get-driver-by-id', { id: driver?.id ?? 0 })).driver).toMatchObject({
    name: 'Ana',
    version: 1,
    tags: [],
  });
});

test('a change is in the audit log with the values before and after', async () => {
  const { driver } = await admin.call('save-driver', { ...WHOLE, tags: [{ kind: 'rfid', tag: 'A1' }] });
  await admin.call('save-driver', { ...WHOLE, id: driver?.id, phone: '2', tags: [] });
  const { rows } = await admin.call('get-audit-list', {
    direction: 'desc',
    subject: 'driver',
    subjectId: String(driver?.id),
  });
  expect(rows?.[0]).toMatchObject({
    action: 'change',
    before: { phone: WHOLE.phone, tags: 'rfid A1' },
    after: { phone: '2', tags: null },
  });
});

test('a person who may edit drivers chooses no account, and one who may edit users only accounts below their own and their own', async () => {
  const { database } = fixture;
  const add = (username: string, priority: number, mayUsers: boolean) =>
    addUser(database, {
      username,
      password: PASSWORD,
      organisationId: 1,
      priority,
      grants: { drivers: ['view', 'create', 'edit'], ...(mayUsers && { users: ['view', 'edit'] }) },
    });
  const ids = {
    clerk: await add('clerk', 50, false),
    chief: await add('chief', 20, true),
    peer: await add('peer', 20, true),
    below: await add('below', 70, false),
  };
  const clerk = await fixture.signedIn('clerk', PASSWORD);
  const chief = await fixture.signedIn('chief', PASSWORD);
  const colleague = (await admin.call('save-driver', { name: 'Ana', userId: ids.peer })).driver;
  const free = (await admin.call('save-driver', { name: 'Ben' })).driver;
  const save = async (who: TestBrowser, id: number | undefined, userId: number | null) => {
    const version = id && (await admin.call('get-driver-by-id', { id })).driver?.version;
    const { status, fields } = await who.call('save-driver', { id, version, name: `N ${userId}`, userId });
    return fields?.['userId'] ?? status;
  };
  const mayNot = 'Only people who can edit users can choose the account of a driver.';
  const above = 'This role is not below yours.';

  expect(await save(clerk, free?.id, ids.clerk)).toBe(mayNot);
  expect(await save(clerk, undefined, ids.clerk)).toBe(mayNot);
  expect(await save(clerk, colleague?.id, null)).toBe(mayNot);
  expect(await save(clerk, colleague?.id, ids.clerk)).toBe(mayNot);
  // Everything else is changed as before.
  expect(await save(clerk, colleague?.id, ids.peer)).toBe(200);
  expect((await clerk.call('get-driver-form-choices', { id: colleague?.id })).users).toEqual([]);

  expect(await save(chief, colleague?.id, ids.chief)).toBe(above);
  expect(await save(chief, colleague?.id, null)).toBe(above);
  expect(await save(chief, free?.id, ids.peer)).toBe(above);
  expect(await save(chief, free?.id, ids.below)).toBe(200);
  expect(await save(chief, free?.id, ids.chief)).toBe(200);
  expect((await chief.call('get-driver-form-choices', { id: free?.id })).users).toMatchObject([
    { name: 'below · below' },
    { name: 'chief · chief' },
    { name: 'clerk · clerk' },
  ]);
  // Nobody here could manage an account that moved to another organisation.
  const branch = await addOrganisation(database, 'Branch');
  await database.query('UPDATE users SET organisation_id = $2 WHERE id = $1', [ids.peer, branch]);
  expect(await save(clerk, colleague?.id, null)).toBe(mayNot);
  expect(await save(chief, colleague?.id, null)).toBe(200);
  const holders = 'SELECT name, user_id AS "userId" FROM drivers ORDER BY id';
  expect((await database.query(holders)).rows).toEqual([
    { name: 'N null', userId: null },
    { name: `N ${ids.chief}`, userId: ids.chief },
  ]);
});
