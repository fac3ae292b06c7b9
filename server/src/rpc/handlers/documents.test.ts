import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addFile } from '../../testing/add-file.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { emptyTables } from '../../testing/empty-tables.ts';

let fixture: HttpFixture;
let admin: TestBrowser;
let vehicleId: number;
let driverId: number;
beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
  vehicleId = (await admin.call('save-vehicle', { registration: 'SBA 1234' })).vehicle?.id ?? 0;
  driverId = (await admin.call('save-driver', { name: 'Ana Silva' })).driver?.id ?? 0;
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await emptyTables(fixture.database, 'documents');
});

/** The date `days` days from today in the organisation's zone, which is UTC. */
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const insurance = (more: Record<string, unknown> = {}) =>
  admin.call('save-document', { kind: 'insurance', holder: 'vehicle', vehicleId, ...more });
const made = async (more: Record<string, unknown> = {}) => {
  const { document, ...rest } = await insurance(more);
  if (!document) throw new Error(JSON.stringify(rest));
  return document;
};
const listed = async (input: Record<string, unknown>) =>
  (await admin.call('get-document-list', input)).rows?.map(({ id }) => id);

describe('a document', () => {
  test('stores every field', async () => {
    const fields = {
      number: 'P/2026/77',
      issuer: 'National Insurance',
      issuedOn: '2026-01-10',
      validFrom: '2026-01-15',
      validUntil: day(10),
      cost: 1_250_050,
      currency: 'INR',
      note: 'Two drivers\nnamed',
    };
    const { document } = await insurance(fields);
    expect(document).toEqual({
      id: expect.any(Number),
      organisationId: 1,
      kind: 'insurance',
      holder: 'vehicle',
      vehicleId,
      driverId: null,
      holderName: 'SBA 1234',
      ...fields,
      daysLeft: 10,
      state: 'due',
      renewsId: null,
      version: 1,
    });
    expect(await admin.call('get-document-by-id', { id: document?.id })).toMatchObject({ document, chain: [document] });
  });

  test.each([
    [
      'ends before it begins',
      { validFrom: '2026-05-02', validUntil: '2026-05-01' },
      { validUntil: 'Must not be before the start.' },
    ],
    [
      'ends before it was issued',
      { issuedOn: '2026-05-02', validUntil: '2026-05-01' },
      { validUntil: 'Must not be before the start.' },
    ],
    ['is of nothing', { vehicleId: null }, { vehicleId: 'Choose a vehicle.' }],
    ['is of a vehicle that there is not', { vehicleId: 999_999 }, { vehicleId: 'There is no such vehicle.' }],
    [
      'is of a kind that vehicles have not',
      { kind: 'licence' },
      { kind: 'This kind of document cannot belong to this.' },
    ],
    ['costs another currency', { cost: 100, currency: 'USD' }, { cost: 'Your organisation uses INR.' }],
    ['costs less than nothing', { cost: -1 }, { cost: 'Use 0 or more.' }],
    ['has a day that there is not', { validUntil: '2026-02-30' }, { validUntil: 'Choose a day.' }],
  ])('is refused when it %s', async (_what, more, fields) => {
    const answer = await insurance(more);
    expect(answer.status).toBe(422);
    expect(answer.fields).toMatchObject(fields);
  });

  test('that two people save is a conflict for the second, who sees what the first saved', async () => {
    const { id } = await made({ number: 'A' });
    expect((await insurance({ id, number: 'B', version: 1 })).document?.version).toBe(2);
    expect(await insurance({ id, number: 'C', version: 1 })).toMatchObject({
      status: 409,
      code: 'changed-meanwhile',
      params: { who: 'admin' },
    });
    expect((await admin.call('get-document-by-id', { id })).document?.number).toBe('B');
  });

  test('is removed with its vehicle and restored with it; changes are in the audit log', async () => {
    const { id } = await made({ number: 'A' });
    await insurance({ id, number: 'B' });
    await admin.call('delete-vehicle', { id: vehicleId });
    expect(await listed({})).toEqual([]);
    await admin.call('restore-vehicle', { id: vehicleId });
    expect(await listed({})).toEqual([id]);
    const { rows } = await fixture.database.query(
      `SELECT action, subject_name, before, after FROM audit_log WHERE subject = 'document' AND subject_id = $1 ORDER BY id`,
      [String(id)],
    );
    expect(rows).toEqual([
      {
        action: 'create',
        subject_name: 'SBA 1234',
        before: null,
        after: { of: 'SBA 1234', number: 'A', documentKind: 'insurance' },
      },
      { action: 'change', subject_name: 'SBA 1234', before: { number: 'A' }, after: { number: 'B' } },
    ]);
  });
});

describe('a renewal', () => {
  test('follows its document, which is then no longer due; deleting it reverts that', async () => {
    const first = await made({ validUntil: day(5) });
    const second = await made({ validUntil: day(370), renewsId: first.id });
    expect(second.renewsId).toBe(first.id);
    const third = await made({ validUntil: day(735), renewsId: second.id });
    for (const { id } of [first, second, third]) {
      const { chain } = await admin.call('get-document-by-id', { id });
      expect(chain?.map((one) => [one.id, one.state])).toEqual([
        [third.id, 'valid'],
        [second.id, 'renewed'],
        [first.id, 'renewed'],
      ]);
    }
    expect(await listed({})).toEqual([third.id]);
    expect(await listed({ state: 'renewed' })).toEqual([first.id, second.id]);
    expect((await admin.call('get-due-list', {})).total).toBe(0);
    await admin.call('delete-document', { id: third.id });
    expect(await listed({})).toEqual([second.id]);
    await admin.call('delete-document', { id: second.id });
    expect((await admin.call('get-due-list', {})).rows?.map(({ id }) => id)).toEqual([first.id]);
    await admin.call('restore-document', { id: second.id });
    expect((await admin.call('get-due-list', {})).total).toBe(0);
  });

  test('has its scan from the start, and is not created when that is not available', async () => {
    const { rows } = await fixture.database.query<{ id: number }>(`SELECT id FROM users WHERE username = 'admin'`);
    const fileId = await addFile(fixture, { organisationId: 1, userId: rows[0]?.id ?? 0 }, 'scan.txt');
    const first = await made({ validUntil: day(5) });
    expect((await insurance({ renewsId: first.id, fileIds: [999_999] })).status).toBe(404);
    const second = await made({ renewsId: first.id, fileIds: [fileId] });
    const files = await admin.call('get-file-list', { recordKind: 'document', recordId: second.id });
    expect(files.rows?.map(({ name }) => name)).toEqual(['scan.txt']);
  });

  test('is refused a second time, and for another kind', async () => {
    const first = await made({ validUntil: day(5) });
    expect((await insurance({ renewsId: first.id, holder: 'organisation' })).fields).toMatchObject({
      kind: 'A renewal must have the kind and the holder of the document it renews.',
    });
    const second = await made({ renewsId: first.id });
    expect(await insurance({ renewsId: first.id })).toMatchObject({ status: 409, code: 'document-renewed' });
    await admin.call('delete-document', { id: second.id });
    await made({ renewsId: first.id });
    expect(await admin.call('restore-document', { id: second.id })).toMatchObject({
      status: 409,
      code: 'document-renewed',
    });
  });
});

describe('the list of what is due', () => {
  test('has one line for a document and its task: the earlier one, the task on the same day', async () => {
    const due = async () =>
      (await admin.call('get-due-list', {})).rows?.map(({ kind, daysLeft }) => `${kind} ${daysLeft}`);
    const { id } = await made({ validUntil: day(5) });
    const about = { recordKind: 'document', recordId: id };
    const { task } = await admin.call('save-task', { title: 'Renew it', dueOn: day(5), ...about });
    expect(await due()).toEqual(['task 5']);
    expect((await admin.call('get-due-list', {})).total).toBe(1);
    await admin.call('move-task', { id: task?.id, dueOn: day(6) });
    expect(await due()).toEqual(['document 5']);
    await admin.call('move-task', { id: task?.id, dueOn: day(2), state: 'done' });
    expect(await due()).toEqual(['document 5']);
    // After the renewal only the task remains due.
    await admin.call('move-task', { id: task?.id, dueOn: day(6), state: 'open' });
    await made({ renewsId: id });
    expect(await due()).toEqual(['task 6']);
    await admin.call('delete-task', { id: task?.id });
  });
});

describe('the list', () => {
  test('is sorted by the last day, and shows the state of each as of today', async () => {
    for (const validUntil of [day(31), null, day(-1), day(0), day(30)]) await made({ validUntil });
    const { rows } = await admin.call('get-document-list', {});
    expect(rows?.map(({ daysLeft, state }) => [daysLeft, state])).toEqual([
      [-1, 'expired'],
      [0, 'due'],
      [30, 'due'],
      [31, 'valid'],
      [null, 'valid'],
    ]);
    expect((await listed({ state: 'due' }))?.length).toBe(2);
    const due = await admin.call('get-due-list', { vehicleId });
    expect(due).toMatchObject({ total: 3, overdue: 1, rows: [{ about: 'insurance', daysLeft: -1 }, {}, {}] });
    expect((await admin.call('get-due-list', { vehicleId: 999_999 })).total).toBe(0);
  });

  test('finds every word in any field, the plate without its space, and the kind in any language', async () => {
    const policy = await made({ number: 'P/77', issuer: 'National Insurance', note: 'covers 50% of glass' });
    const licence = (
      await admin.call('save-document', { kind: 'licence', holder: 'driver', driverId, number: 'DL-99' })
    ).document?.id;
    const found = async (search: string) => {
      const rows = await documentsFound(admin, search);
      expect(rows).toEqual(await listed({ search }));
      return rows;
    };
    for (const text of ['p/77', 'NATIONAL', 'glass sba', 'sba1234', '1234 insurance', 'बीमा', 'التأمين', '50%']) {
      expect(await found(text), text).toEqual([policy.id]);
    }
    for (const text of ['dl-99', 'silva', 'licence ana', 'لقيادة']) expect(await found(text), text).toEqual([licence]);
    for (const text of ['nothing', 'silva glass', '5_%']) expect(await found(text), text).toEqual([]);
    const { rows } = await admin.call('get-found-records', { search: 'dl-99' });
    expect(rows).toEqual([
      { kind: 'document', id: licence, label: 'Ana Silva', moved: null, note: 'Driving licence · DL-99' },
    ]);
    await admin.call('save-vehicle', { id: vehicleId, registration: 'XY 777' });
    expect(await found('xy777')).toEqual([policy.id]);
    await admin.call('save-vehicle', { id: vehicleId, registration: 'SBA 1234' });
  });
});

test('a person who sees one vehicle sees its documents and those of its driver, and no others', async () => {
  const { database } = fixture;
  const organisationId = await addOrganisation(database, 'Company');
  const grants = {
    media: ['view', 'create', 'edit', 'delete'],
    vehicles: ['view', 'edit', 'create'],
    drivers: ['view', 'create'],
  } as const;
  await addUser(database, { username: 'boss', password: 'pass-word', organisationId, grants, email: 'b@x.org' });
  const clerkId = await addUser(database, {
    username: 'clerk',
    password: 'pass-word',
    organisationId,
    grants,
    email: 'c@x.org',
  });
  const boss = await fixture.signedIn('boss', 'pass-word');
  const vehicle = async (registration: string, driver: string) => {
    const driving = (await boss.call('save-driver', { name: driver })).driver?.id ?? 0;
    const id = (await boss.call('save-vehicle', { registration, driverId: driving })).vehicle?.id ?? 0;
    return { id, driver: driving };
  };
  const [own, other] = [await vehicle('OWN 1', 'Own driver'), await vehicle('OTHER 1', 'Other driver')];
  const ids = [];
  for (const { id, driver } of [own, other]) {
    ids.push(await save(boss, { holder: 'vehicle', vehicleId: id, validUntil: day(1) }));
    ids.push(await save(boss, { holder: 'driver', driverId: driver, validUntil: day(2) }));
  }
  const ofAll = await save(boss, { holder: 'organisation', validUntil: day(3) });
  const foreign = await made({ validUntil: day(1) });
  await database.query('UPDATE users SET limited = true, limit_vehicle_ids = ARRAY[$2::int] WHERE id = $1', [
    clerkId,
    own.id,
  ]);
  const clerk = await fixture.signedIn('clerk', 'pass-word');
  expect(await seen(boss)).toEqual([
    [...ids, ofAll],
    [...ids, ofAll],
    [...ids, ofAll],
  ]);
  expect(await seen(clerk)).toEqual([ids.slice(0, 2), ids.slice(0, 2), ids.slice(0, 2)]);
  for (const id of [...ids.slice(2), ofAll, foreign.id]) {
    expect((await clerk.call('get-document-by-id', { id })).status).toBe(404);
    expect((await clerk.call('delete-document', { id })).status).toBe(404);
  }
  expect((await clerk.call('save-document', { kind: 'other', holder: 'vehicle', vehicleId: other.id })).status).toBe(
    422,
  );
  expect((await clerk.call('save-document', { kind: 'other', holder: 'driver', driverId: other.driver })).status).toBe(
    422,
  );
  expect((await clerk.call('save-document', { kind: 'other', holder: 'organisation' })).status).toBe(403);
  const choices = async (holder: string) => (await clerk.call('get-document-holders', { holder })).rows;
  expect(await choices('vehicle')).toEqual([{ id: own.id, name: 'OWN 1', currency: 'INR' }]);
  expect(await choices('driver')).toEqual([{ id: own.driver, name: 'Own driver', currency: 'INR' }]);
  expect(await choices('organisation')).toEqual([]);
});

const save = async (who: TestBrowser, input: Record<string, unknown>) =>
  (await who.call('save-document', { kind: 'other', ...input })).document?.id;

/** The documents in three different lists. */
const seen = async (who: TestBrowser) => [
  (await who.call('get-document-list', {})).rows?.map(({ id }) => id).toSorted(),
  (await who.call('get-due-list', {})).rows?.map(({ id }) => id).toSorted(),
  (await documentsFound(who, 'other'))?.toSorted(),
];

const documentsFound = async (who: TestBrowser, search: string) =>
  (await who.call('get-found-records', { search })).rows?.flatMap(({ kind, id }) => (kind === 'document' ? [id] : []));

const saveLicence = async (more: Record<string, unknown>) =>
  (await admin.call('save-document', { kind: 'licence', holder: 'driver', driverId, ...more })).document?.id ?? 0;
const licenceOf = async () => {
  const { driver: shown } = await admin.call('get-driver-by-id', { id: driverId });
  return [shown?.licenceNumber, shown?.licenceExpiresOn, shown?.licenceDocumentId];
};

describe("a driver's licence", () => {
  test('has the number and the day of its document, also when that is renewed, changed or deleted', async () => {
    await admin.call('save-driver', {
      id: driverId,
      name: 'Ana Silva',
      licenceNumber: 'OWN',
      licenceExpiresOn: day(5),
    });
    expect(await licenceOf()).toEqual(['OWN', day(5), null]);
    const first = await saveLicence({ number: 'L-1', validUntil: day(100) });
    expect(await licenceOf()).toEqual(['L-1', day(100), first]);
    // The driver's form does not change the document's values.
    await admin.call('save-driver', { id: driverId, name: 'Ana Silva', licenceNumber: 'X', licenceExpiresOn: day(9) });
    expect(await licenceOf()).toEqual(['L-1', day(100), first]);
    const second = await saveLicence({ number: 'L-2', validUntil: day(400), renewsId: first });
    expect(await licenceOf()).toEqual(['L-2', day(400), second]);
    await saveLicence({ id: second, number: 'L-2', validUntil: day(300), renewsId: first });
    expect(await licenceOf()).toEqual(['L-2', day(300), second]);
    await admin.call('delete-document', { id: second });
    expect(await licenceOf()).toEqual(['L-1', day(100), first]);
    await admin.call('delete-document', { id: first });
    await admin.call('save-driver', {
      id: driverId,
      name: 'Ana Silva',
      licenceNumber: 'OWN',
      licenceExpiresOn: day(6),
    });
    expect(await licenceOf()).toEqual(['OWN', day(6), null]);
  });
});
