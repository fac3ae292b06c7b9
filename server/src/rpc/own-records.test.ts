import { randomUUID } from 'node:crypto';
import { type OperationName, OPERATIONS } from '@milepost/contract/operations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMINISTRATOR, DRIVER } from '../store/roles/basic-roles.ts';
import { addFile } from '../testing/add-file.ts';
import { ROUTE_NAMES } from '../testing/expected-access.ts';
import { foreignInput } from '../testing/foreign-input.ts';
import { onlyRow } from '../store/rows.ts';
import { fileFixture, type FileFixture } from '../testing/file-fixture.ts';
import { addOrganisation, addUser } from '../testing/organisations.ts';
import type { TestBrowser } from '../testing/test-browser.ts';
import { validInput } from '../testing/valid-input.ts';

/**
 * Two drivers of one company with accounts of the starting role. Everything of the colleague contains the mark, and so
 * does everything that belongs to nobody: no operation may show any of it to the driver.
 */
const MARK = 'Zanzibar';

let fixture: FileFixture;
let boss: TestBrowser;
let driver: TestBrowser;
let organisationId: number;
let users: { driver: number; colleague: number };
let own: Records;
let theirs: Records;

interface Records {
  driver: number;
  vehicle: number;
  routeRun: number;
  expense: number;
  document: number;
  inspection: number;
  /** The files of the expense, the document, the driver and the run. */
  files: number[];
}

const today = new Date().toISOString().slice(0, 10);
const SIGNATURE = [[0, 0, 10, 10]];

beforeAll(async () => {
  fixture = await fileFixture();
  const { database } = fixture;
  organisationId = await addOrganisation(database, 'Company');
  const add = (username: string, grants: typeof ADMINISTRATOR.grants, priority: number) =>
    addUser(database, { username, password: 'pass-word', organisationId, grants, priority });
  const bossId = await add('boss', ADMINISTRATOR.grants, 2);
  users = {
    driver: await add('driver', DRIVER.grants, 40),
    colleague: await add(`${MARK.toLowerCase()}.colleague`, DRIVER.grants, 40),
  };
  boss = await fixture.signedIn('boss', 'pass-word');
  const checklist = (await boss.call('save-checklist', { name: 'Daily', items: ['Tyres'] })).checklist?.id ?? 0;
  own = await addRecords('Own', users.driver, bossId, checklist);
  theirs = await addRecords(MARK, users.colleague, bossId, checklist);
  const letter = { subject: `${MARK} letter`, html: '<p>Hello</p>', key: randomUUID() };
  expect((await boss.call('send-message', { ...letter, peopleIds: [users.colleague] })).status).toBe(200);
  await boss.call('send-message', { ...letter, subject: 'Own letter', key: randomUUID(), peopleIds: [users.driver] });
  driver = await fixture.signedIn('driver', 'pass-word');
});
afterAll(() => fixture.close());

async function addRecords(name: string, userId: number, bossId: number, checklistId: number): Promise<Records> {
  const made = await boss.call('save-driver', { name: `${name} driver`, userId, licenceNumber: `${name} licence` });
  const driverId = made.driver?.id ?? 0;
  const vehicle = await boss.call('save-vehicle', { registration: `${name} 1`, driverId });
  const vehicleId = vehicle.vehicle?.id ?? 0;
  const bill = { kind: 'toll', amount: 100, day: '2026-01-02', vehicleId, driverId, note: `${name} bill` };
  const expense = (await boss.call('save-expense', bill)).expense?.id ?? 0;
  const paper = { kind: 'badge', holder: 'driver', driverId, number: `${name} badge`, validUntil: '2030-01-01' };
  const document = (await boss.call('save-document', { ...validInput('save-document'), vehicleId: null, ...paper }))
    .document?.id;
  const { rows } = await fixture.database.query<{ id: number; run: number }>(
    `WITH i AS (INSERT INTO inspections (organisation_id, vehicle_id, checklist_id, name, answers, defects, signed_by,
         signature, created_by)
       VALUES ($1, $2, $3, 'Daily', '[]', 0, $4, $5, $6) RETURNING id),
     r AS (INSERT INTO routes (organisation_id, name, colour) VALUES ($1, $4 || ' route', '#2f9e44') RETURNING id),
     u AS (INSERT INTO route_runs (organisation_id, route_id, day, vehicle_id, driver_id, starts_at, ends_at)
       SELECT $1, id, $8::date, $2, $7, now(), now() + interval '3 hours' FROM r RETURNING id)
     SELECT i.id, u.id AS run FROM i, u`,
    [organisationId, vehicleId, checklistId, name, JSON.stringify(SIGNATURE), userId, driverId, today],
  );
  const { id: inspection, run } = onlyRow({ rows });
  const files: number[] = [];
  const records = { expense, document: document ?? 0, driver: driverId, run };
  for (const [recordKind, recordId] of Object.entries(records)) {
    const id = await addFile(fixture, { organisationId, userId: bossId }, `${name} ${recordKind}.txt`);
    expect((await boss.call('add-files', { recordKind, recordId, fileIds: [id] })).status, recordKind).toBe(200);
    files.push(id);
  }
  return { driver: driverId, vehicle: vehicleId, routeRun: run, expense, document: document ?? 0, inspection, files };
}

const ENDS = ['logout', 'login', 'get-csrf-token-preLogin', 'end-own-session'];
const walked = ROUTE_NAMES.filter((name) => !ENDS.includes(name));
/** People to whom one may write: their names belong to the organisation. */
const NAMES_OF_PEOPLE: readonly OperationName[] = ['get-message-choices'];
const stored = async () => {
  const { rows } = await fixture.database.query(
    `SELECT (SELECT to_jsonb(d) FROM drivers d WHERE d.id = $1) AS driver, (SELECT to_jsonb(v) FROM vehicles v WHERE v.id = $2) AS vehicle,
            (SELECT to_jsonb(e) FROM expenses e WHERE e.id = $3) AS expense, (SELECT to_jsonb(d) FROM documents d WHERE d.id = $4) AS document,
            (SELECT to_jsonb(u) FROM route_runs u WHERE u.id = $5) AS run, (SELECT to_jsonb(i) FROM inspections i WHERE i.id = $6) AS inspection,
            (SELECT jsonb_agg(l ORDER BY l.id) FROM file_links l WHERE l.file_id = ANY($7)) AS files`,
    [theirs.driver, theirs.vehicle, theirs.expense, theirs.document, theirs.routeRun, theirs.inspection, theirs.files],
  );
  return JSON.stringify(rows);
};

test('the office reads what is hidden from the driver', async () => {
  const reading = walked.filter((name) => name.startsWith('get-'));
  const revealing: OperationName[] = [];
  for (const name of reading) {
    const answers = [await boss.call(name, foreignInput(name, theirs)), await boss.call(name, validInput(name))];
    if (JSON.stringify(answers).includes(MARK)) revealing.push(name);
  }
  expect(revealing.length, revealing.join(', ')).toBeGreaterThan(15);
});

test.each(walked)('%s shows and changes nothing of a colleague', async (name) => {
  driver.preLoginToken =
    OPERATIONS[name].csrf === 'preLogin' ? ((await driver.call('get-csrf-token-preLogin')).csrfToken ?? '') : '';
  const before = await stored();
  const file = theirs.files[0] ?? 0;
  for (const input of [
    foreignInput(name, { ...theirs, file }),
    { ...foreignInput(name, theirs), recordKind: 'expense', recordId: theirs.expense },
    { ...validInput(name), search: MARK },
    validInput(name),
  ]) {
    const answer = await driver.call(name, input);
    if (!NAMES_OF_PEOPLE.includes(name)) expect(JSON.stringify(answer)).not.toContain(MARK);
    // 429: some operations are rate-limited.
    expect([200, 403, 404, 409, 422, 429], answer.message).toContain(answer.status);
  }
  expect(await stored()).toBe(before);
});

test('a driver sees their own run, licence, documents, inspections and unread messages', async () => {
  const day = await driver.call('get-my-day');
  expect(day).toMatchObject({
    status: 200,
    driver: { id: own.driver, name: 'Own driver', licenceNumber: 'Own licence' },
    vehicles: [{ id: own.vehicle, registration: 'Own 1' }],
    runs: [{ id: own.routeRun, route: 'Own route', vehicle: 'Own 1', stops: 0 }],
    documents: [{ id: own.document, kind: 'badge', number: 'Own badge', state: 'valid' }],
    inspections: [{ id: own.inspection, registration: 'Own 1' }],
    unread: 1,
  });
});

test('a driver opens only their own inspections, and inspects only their own vehicle', async () => {
  expect((await driver.call('get-inspection-by-id', { id: own.inspection })).inspection?.id).toBe(own.inspection);
  expect((await driver.call('get-inspection-by-id', { id: theirs.inspection })).status).toBe(404);
  const { vehicles, checklists } = await driver.call('get-inspection-choices', { vehicle: '', vehicleId: own.vehicle });
  expect(vehicles?.map(({ id }) => id)).toEqual([own.vehicle]);
  const looked = { ...validInput('add-inspection'), checklistId: checklists?.[0]?.id };
  const refused = await driver.call('add-inspection', { ...looked, vehicleId: theirs.vehicle });
  expect(refused).toMatchObject({ status: 422, fields: { vehicleId: expect.anything() } });
  const added = await driver.call('add-inspection', { ...looked, vehicleId: own.vehicle });
  expect(added.inspection).toMatchObject({ vehicleId: own.vehicle });
  expect((await driver.call('get-my-day')).inspections?.map(({ id }) => id)).toContain(added.inspection?.id);
});

test('a driver sees their own bills, and enters one for their own vehicle with its photo', async () => {
  expect((await driver.call('get-own-bill-list')).rows?.map(({ note }) => note)).toEqual(['Own bill']);
  const photo = await addFile(fixture, { organisationId, userId: users.driver }, 'pump.txt');
  const bill = { kind: 'fuel', amount: 5120, day: '2026-01-03', quantity: 40, fileIds: [photo] };
  expect((await driver.call('add-own-bill', { ...bill, vehicleId: theirs.vehicle })).status).toBe(422);
  const added = await driver.call('add-own-bill', { ...bill, vehicleId: own.vehicle });
  expect(added.bill).toMatchObject({ kind: 'fuel', state: 'submitted', amount: 5120, registration: 'Own 1' });
  const { expense } = await boss.call('get-expense-by-id', { id: added.bill?.id });
  expect(expense).toMatchObject({ driverId: own.driver, vehicleId: own.vehicle, quantity: 40 });
  expect((await driver.call('get-file-list', { recordKind: 'expense', recordId: added.bill?.id })).rows).toHaveLength(
    1,
  );
});

test.each([
  ['expense', 0],
  ['document', 1],
  ['driver', 2],
  ['run', 3],
] as const)('a driver opens files of their own %s, and none of a colleague’s', async (recordKind, at) => {
  const ids = { expense: 'expense', document: 'document', driver: 'driver', run: 'routeRun' } as const;
  const list = (of: Records) => driver.call('get-file-list', { recordKind, recordId: of[ids[recordKind]] });
  expect((await list(own)).rows?.map(({ id }) => id)).toContain(own.files[at]);
  expect((await list(theirs)).status).toBe(404);
  expect((await fixture.get(`/files/${own.files[at]}`, driver)).status).toBe(200);
  expect((await fixture.get(`/files/${theirs.files[at]}`, driver)).status).toBe(404);
  // A file that can be seen may still not be changed.
  const record = { recordKind, recordId: own[ids[recordKind]] };
  expect((await driver.call('remove-file', { ...record, fileId: own.files[at] })).status).toBe(403);
});

test('a driver opens the page of their own run for as long as it is theirs', async () => {
  expect((await driver.call('open-own-run', { id: theirs.routeRun })).status).toBe(404);
  const { token } = await driver.call('open-own-run', { id: own.routeRun });
  const outsider = fixture.browser();
  const open = async () => (await outsider.call('get-driver-run', { token })).run?.route;
  expect(await open()).toBe('Own route');
  await fixture.database.query('UPDATE route_runs SET driver_id = $2 WHERE id = $1', [own.routeRun, theirs.driver]);
  expect(await open()).toBeUndefined();
  await fixture.database.query('UPDATE route_runs SET driver_id = $2 WHERE id = $1', [own.routeRun, own.driver]);
  expect(await open()).toBe('Own route');
});

test('a driver who opens their own run often keeps the newest five links', async () => {
  const tokens: string[] = [];
  for (let time = 0; time < 7; time++) {
    tokens.push((await driver.call('open-own-run', { id: own.routeRun })).token ?? '');
  }
  const outsider = fixture.browser();
  const ended = await Promise.all(
    tokens.map(async (token) => (await outsider.call('get-driver-run', { token })).ended),
  );
  expect(ended).toEqual(['revoked', 'revoked', null, null, null, null, null]);
});

test('a driver limited to some vehicles attaches no file of another one to an entry, to read it there', async () => {
  const { database } = fixture;
  const grants = { ...DRIVER.grants, vehicles: ['view'] } as const;
  const userId = await addUser(database, { username: 'narrow', password: 'pass-word', organisationId, grants });
  const driverId = (await boss.call('save-driver', { name: 'Narrow driver', userId })).driver?.id ?? 0;
  // The person drives a vehicle that the limit hides, and sees another one.
  const save = async (registration: string, more: object) =>
    (await boss.call('save-vehicle', { registration, ...more })).vehicle?.id ?? 0;
  const [driven, shown, hidden] = [
    await save('Driven 1', { driverId }),
    await save('Shown 1', {}),
    await save('Hidden 1', {}),
  ];
  await database.query('UPDATE users SET limited = true, limit_vehicle_ids = $2 WHERE id = $1', [userId, [shown]]);
  const files = [];
  for (const recordId of [driven, hidden]) {
    const id = await addFile(fixture, { organisationId, userId: 1 }, `vehicle ${recordId}.txt`);
    const at = { organisation_id: organisationId, file_id: id, record_kind: 'vehicle', record_id: recordId };
    await database.query(
      `INSERT INTO file_links (organisation_id, file_id, record_kind, record_id, vehicle_id, at, picture)
       VALUES ($1, $2, $3, $4, $4, now(), false)`,
      Object.values(at),
    );
    await database.query('UPDATE files SET orphan_since = NULL, held_by = NULL WHERE id = $1', [id]);
    files.push(id);
  }
  const narrow = await fixture.signedIn('narrow', 'pass-word');
  const { checklists } = await narrow.call('get-inspection-choices', { vehicle: '', vehicleId: driven });
  const defect = { item: 'Tyres', result: 'defect', severity: 'minor', note: 'worn' };
  for (const id of files) {
    expect((await fixture.get(`/files/${id}`, narrow)).status).toBe(404);
    const bill = { kind: 'toll', vehicleId: driven, amount: 100, day: '2026-01-03', fileIds: [id] };
    expect((await narrow.call('add-own-bill', bill)).status, 'bill').toBe(404);
    const looked = { ...validInput('add-inspection'), vehicleId: driven, checklistId: checklists?.[0]?.id };
    const answers = [{ ...defect, fileIds: [id] }];
    expect((await narrow.call('add-inspection', { ...looked, answers })).status, 'inspection').toBe(404);
    expect((await fixture.get(`/files/${id}`, narrow)).status).toBe(404);
  }
});

test('an account without a driver’s record has nothing of its own', async () => {
  const grants = DRIVER.grants;
  await addUser(fixture.database, { username: 'nobody', password: 'pass-word', organisationId, grants });
  const nobody = await fixture.signedIn('nobody', 'pass-word');
  expect(await nobody.call('get-my-day')).toMatchObject({
    driver: null,
    vehicles: [],
    runs: [],
    documents: [],
    inspections: [],
  });
  expect((await nobody.call('get-own-bill-list')).total).toBe(0);
  expect((await nobody.call('add-own-bill', { ...validInput('add-own-bill'), vehicleId: own.vehicle })).status).toBe(
    422,
  );
});

const entry = async (browser: TestBrowser) =>
  (await browser.call('get-nav-menu')).menuList?.find(({ path }) => path === 'apps/my-day')?.CM;

test('the left menu shows the day to drivers, and hides it from an office that is no driver', async () => {
  expect(await entry(driver)).toBe(1);
  expect(await entry(boss)).toBe(2);
  const { menuList } = await driver.call('get-nav-menu');
  expect(menuList?.map(({ title }) => title)).toEqual(['My day', 'Messages']);
});
