import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runExport } from '../../reports/export/run-export.ts';
import { insertImport } from '../../store/imports/change-imports.ts';
import { DRIVER_TABLES } from '../../store/personal-data/driver-tables.ts';
import { ADMINISTRATOR } from '../../store/roles/basic-roles.ts';
import { addFile } from '../../testing/add-file.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addTracked, insertTrip } from '../../testing/insert-facts.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import { fetchPersonalFile, rowsIn, tablesWithTraces } from '../../testing/personal-file.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

let fixture: HttpFixture;
let chief: TestBrowser;
let chiefId: number;
let organisationId: number;
let vehicle: Awaited<ReturnType<typeof addTracked>>;
let vehicleId: number;
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
/** Texts that occur nowhere else. */
const PERSON = {
  name: 'Zebulon Quagmire',
  number: 'ZQ-4711',
  phone: '+598 99 112 233',
  email: 'zebulon@example.org',
  licenceNumber: 'LIC-ZQ-77',
  emergencyName: 'Zoe Quagmire',
  emergencyPhone: '+598 99 112 234',
  note: 'Quagmire prefers mornings',
};
const TRACES = /zebulon|quagmire|zq-4711|lic-zq|99 ?112 ?23|\bzebtag/i;

beforeAll(async () => {
  fixture = await httpFixture();
  const { grants } = ADMINISTRATOR;
  organisationId = await addOrganisation(fixture.database, 'Company');
  chiefId = await addUser(fixture.database, { username: 'chief', password: 'pass-word', organisationId, grants });
  chief = await fixture.signedIn('chief', 'pass-word');
  vehicle = await addTracked(fixture.database, { registration: 'ABC 123', organisationId });
  ({ vehicleId } = vehicle);
});
afterAll(() => fixture.close());
let driver: Awaited<ReturnType<typeof addDriver>>;
beforeAll(async () => {
  driver = await addDriver();
});

async function addDriver(): Promise<{ id: number; expense: number }> {
  const tags = [{ kind: 'ibutton' as const, tag: 'zebtag7' }];
  const saved = await chief.call('save-driver', { ...PERSON, licenceClasses: ['C'], tags });
  const id = saved.driver?.id ?? 0;
  const attach = async (recordKind: 'driver' | 'document' | 'expense', recordId: number, name: string) => {
    const file = await addFile(fixture, { organisationId, userId: chiefId }, name);
    expect(await chief.call('add-files', { recordKind, recordId, fileIds: [file] })).toMatchObject({ status: 200 });
  };
  await attach('driver', id, 'zebulon.txt');
  const paper = { kind: 'badge', holder: 'driver', driverId: id, number: 'LIC-ZQ-78', note: 'of Quagmire' } as const;
  const document = (await chief.call('save-document', paper)).document?.id ?? 0;
  await attach('document', document, 'quagmire.txt');
  const bill = { kind: 'toll', driverId: id, vehicleId, day: YESTERDAY, amount: 500 } as const;
  const saving = await chief.call('save-expense', bill);
  expect(saving, JSON.stringify(saving)).toMatchObject({ status: 200 });
  const expense = saving.expense?.id ?? 0;
  await attach('expense', expense, 'bill.txt');
  const from = new Date(Date.now() - 3 * 86_400_000).toISOString();
  const assigned = { driverId: id, vehicleId, from, to: new Date(Date.now() - 86_400_000).toISOString() };
  expect(await chief.call('save-assignment', assigned)).toMatchObject({ status: 200 });
  const task = { title: 'Renew the licence of Zebulon Quagmire', recordKind: 'driver', recordId: id } as const;
  expect(await chief.call('save-task', task)).toMatchObject({ status: 200 });
  const letter = { driverIds: [id], subject: 'Shift', html: '<p>Hello</p>', key: randomUUID() };
  expect(await chief.call('send-message', letter)).toMatchObject({ status: 200 });
  await fixture.database.query(
    `INSERT INTO notifications (user_id, kind, title, text, path)
     VALUES ($1, 'reminder', 'Badge of Zebulon Quagmire', '', $2)`,
    [chiefId, `media/documents?open=${document}`],
  );
  const account = await addUser(fixture.database, {
    username: 'wheel',
    password: 'pass-word',
    organisationId,
    grants: {},
  });
  await fixture.database.query('UPDATE drivers SET user_id = $2 WHERE id = $1', [id, account]);
  await fixture.database.query(
    `INSERT INTO inspections (organisation_id, vehicle_id, name, at, answers, defects, signed_by, signature, words,
       created_by) VALUES ($1, $2, 'Daily', now(), '[]', 0, $3, '[[1, 2, 3, 4]]', '', $4)`,
    [organisationId, vehicleId, PERSON.name, account],
  );
  await fixture.database.query(
    `INSERT INTO bulk_changes (organisation_id, user_id, kind, entries) VALUES ($1, $2, 'driver', $3)`,
    [organisationId, chiefId, JSON.stringify([{ id, before: { name: PERSON.name } }])],
  );
  const line = JSON.stringify([{ line: 2, cells: [PERSON.name] }]);
  const columns = [{ field: 'name', days: 'dmy' as const }];
  const table = { name: 'Drivers', headings: ['Name'], columns, top: [], head: 1, lines: 1, parts: [line] };
  await insertImport(fixture.database, {
    organisationId,
    userId: chiefId,
    username: 'chief',
    kind: 'driver',
    fileName: 'drivers.csv',
    tables: [table],
    best: 0,
  });
  // It was run: its line is this driver.
  await fixture.database.query(`UPDATE import_lines SET record_id = $1, name = $2`, [id, PERSON.name]);
  await fixture.database.query('DELETE FROM import_sheets');
  return { id, expense };
}

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

it('everything that is held on a driver comes as one file, for whoever may erase it', async () => {
  const { id } = driver;
  // The first trip is the driver's; then somebody else drove, and nobody.
  const mine = await insertTrip(fixture.database, vehicle, { start: ago(60), end: ago(59), distanceM: 31_000 });
  await insertTrip(fixture.database, vehicle, { start: ago(10), end: ago(9), distanceM: 17_000 });

  const { download } = await chief.call('export-driver-data', { id });
  expect(download).toMatchObject({ state: 'done', format: 'zip', title: 'Personal data of Zebulon Quagmire' });
  const file = await fetchPersonalFile(fixture, chief, download?.id ?? 0);
  expect(rowsIn(file, 'drivers')).toMatchObject([{ id, name: PERSON.name, phone: PERSON.phone, note: PERSON.note }]);
  expect(rowsIn(file, 'driver-tags')).toMatchObject([{ kind: 'ibutton', tag: 'ZEBTAG7' }]);
  expect(rowsIn(file, 'trips')).toMatchObject([{ id: mine, distance_m: 31_000, start_lat: -34.9 }]);
  expect(rowsIn(file, 'expenses')).toMatchObject([{ amount: 500, day: YESTERDAY }]);
  expect(rowsIn(file, 'messages')).toMatchObject([{ subject: 'Shift' }]);
  expect(rowsIn(file, 'tasks')).toHaveLength(1);
  expect(rowsIn(file, 'documents')).toMatchObject([{ number: 'LIC-ZQ-78' }]);
  expect(file.get('drivers.csv')).toContain('Zebulon Quagmire');
  expect(file.get('score.csv')).toContain('Zebulon Quagmire');
  const pictures = [...file].filter(([name]) => name.startsWith('files/')).map(([, content]) => content);
  expect(pictures.toSorted()).toEqual(['bill.txt', 'quagmire.txt', 'zebulon.txt']);
  const index = file.get('index.html') ?? '';
  for (const name of file.keys()) {
    if (name !== 'index.html') expect(index).toContain(`href="${name.split('/').map(encodeURIComponent).join('/')}"`);
  }
  // Neither secrets nor other people.
  expect([...file.values()].join('')).not.toMatch(/token_hash|password|\bchief\b.*@/);

  // A table with a trace is in the file, or says why it is not.
  const names = new Set([...file.keys()].map((name) => name.replace(/\.json$/, '').replaceAll('-', '_')));
  const others = (await tablesWithTraces(fixture, TRACES)).filter((name) => !names.has(name));
  expect(others.filter((name) => !isExplained(name))).toEqual([]);

  const log = await fixture.database.query(
    `SELECT username, subject_id, before, after FROM audit_log WHERE subject = 'driver' AND action = 'export-data'`,
  );
  expect(log.rows).toEqual([{ username: 'chief', subject_id: String(id), before: null, after: null }]);
});

const isExplained = (table: string) => 'notExported' in (DRIVER_TABLES[table] ?? {});

it('the file has the entries of the audit log about the driver and those of the account, private time by its right', async () => {
  const { database } = fixture;
  const { rows: users } = await database.query<{ id: number }>(
    `SELECT u.id FROM drivers d JOIN users u ON u.id = d.user_id WHERE d.id = $1`,
    [driver.id],
  );
  const account = users[0];
  const { rows: assignments } = await database.query<{ id: number }>(
    'SELECT id FROM driver_assignments WHERE driver_id = $1',
    [driver.id],
  );
  const [assignment] = assignments;
  const entries: [userId: number | null, subject: string, subjectId: string, action: string, organisation: number][] = [
    [account?.id ?? 0, 'alarm', '7', 'acknowledge', organisationId],
    [account?.id ?? 0, 'private-mark', '8', 'create', organisationId],
    [chiefId, 'user', String(account?.id), 'disable', organisationId],
    [chiefId, 'assignment', String(assignment?.id), 'change', organisationId],
    [chiefId, 'alarm', '9', 'acknowledge', organisationId],
    [account?.id ?? 0, 'alarm', '10', 'acknowledge', await addOrganisation(database, 'Far away')],
  ];
  for (const [userId, subject, subjectId, action, organisation] of entries) {
    await database.query(
      `INSERT INTO audit_log (organisation_id, user_id, subject, subject_id, action) VALUES ($1, $2, $3, $4, $5)`,
      [organisation, userId, subject, subjectId, action],
    );
  }
  const { 'private-trips': _private, ...others } = ADMINISTRATOR.grants;
  await addUser(database, { username: 'auditor', password: 'pass-word', organisationId, grants: others });
  const found = async (browser: TestBrowser) => {
    const { download } = await browser.call('export-driver-data', { id: driver.id });
    const rows = rowsIn(await fetchPersonalFile(fixture, browser, download?.id ?? 0), 'audit-log');
    return entries
      .filter(([, subject, subjectId, action]) =>
        rows.some((row) => row['subject'] === subject && row['subject_id'] === subjectId && row['action'] === action),
      )
      .map(([, subject, , action]) => `${subject} ${action}`);
  };
  const open = ['alarm acknowledge', 'user disable', 'assignment change'];
  expect(await found(await fixture.signedIn('auditor', 'pass-word'))).toEqual(open);
  expect(await found(chief)).toEqual(['alarm acknowledge', 'private-mark create', ...open.slice(1)]);
  await database.query('DELETE FROM audit_log WHERE subject_id = ANY($1) AND username IS NULL', [
    entries.map(([, , subjectId]) => subjectId),
  ]);
});

it('a role gets only the records that it may view, and the file names the missing ones', async () => {
  const grants = { drivers: ['view', 'delete'] as const };
  await addUser(fixture.database, { username: 'keeper', password: 'pass-word', organisationId, grants });
  const keeper = await fixture.signedIn('keeper', 'pass-word');
  const { download } = await keeper.call('export-driver-data', { id: driver.id });
  const file = await fetchPersonalFile(fixture, keeper, download?.id ?? 0);
  expect(rowsIn(file, 'drivers')).toMatchObject([{ id: driver.id, phone: PERSON.phone }]);
  expect(rowsIn(file, 'driver-tags')).toHaveLength(1);
  const others = ['audit-log', 'documents', 'expenses', 'inspections', 'mails', 'messages', 'notifications', 'tasks'];
  expect(others.filter((name) => file.has(`${name}.json`))).toEqual([]);
  const contents = [...file].filter(([name]) => name.startsWith('files/')).map(([, content]) => content);
  expect(contents).toEqual(['zebulon.txt']);
  expect(file.get('index.html')).toMatch(/Left out.*expenses/);
});

it('a file that takes longer than a moment is left to a job', async () => {
  const { database, services } = fixture;
  const { rows } = await database.query<{ id: number }>(
    `INSERT INTO downloads (organisation_id, user_id, kind, title, format, params, organisation_ids, kinds, private)
     VALUES ($1, $2, 'driver-data', 'Data', 'zip', $3, '{}', '{driver-data}', true) RETURNING id`,
    [organisationId, chiefId, JSON.stringify({ personId: driver.id })],
  );
  const file = rows[0]?.id ?? 0;
  const attempt = { last: false, bell: true };
  await expect(runExport(services, file, { ...attempt, signal: AbortSignal.abort() })).rejects.toThrow();
  expect((await chief.call('get-download', { id: file })).download).toMatchObject({ state: 'waiting', fault: null });
  await runExport(services, file, { ...attempt, signal: new AbortController().signal });
  const { download } = await chief.call('get-download', { id: file });
  expect(download).toMatchObject({ state: 'done', fault: null });
  expect(rowsIn(await fetchPersonalFile(fixture, chief, file), 'drivers')).toHaveLength(1);
  expect((await chief.call('delete-download', { id: file })).status).toBe(200);
});

it('the file of a driver is not for people without the right, of other organisations, or who lost the right', async () => {
  const { id } = driver;
  const { database } = fixture;
  const views = { drivers: ['view', 'create', 'edit'] as const };
  await addUser(database, { username: 'clerk', password: 'pass-word', organisationId, grants: views });
  const clerk = await fixture.signedIn('clerk', 'pass-word');
  expect(await clerk.call('export-driver-data', { id })).toMatchObject({ status: 403 });
  const elsewhere = await addOrganisation(database, 'Elsewhere');
  const { grants } = ADMINISTRATOR;
  await addUser(database, { username: 'stranger', password: 'pass-word', organisationId: elsewhere, grants });
  const stranger = await fixture.signedIn('stranger', 'pass-word');
  expect(await stranger.call('export-driver-data', { id })).toMatchObject({ status: 404 });

  const { download } = await chief.call('export-driver-data', { id });
  const file = download?.id ?? 0;
  await expect(fetchPersonalFile(fixture, stranger, file)).rejects.toThrow('404');
  await expect(fetchPersonalFile(fixture, clerk, file)).rejects.toThrow('404');
  const change = (may: boolean) =>
    database.query(
      `UPDATE role_permissions p SET can_delete = $2 FROM menus m, users u
       WHERE m.id = p.menu_id AND m.key = 'drivers' AND u.role_id = p.role_id AND u.id = $1`,
      [chiefId, may],
    );
  await change(false);
  await expect(fetchPersonalFile(fixture, chief, file)).rejects.toThrow('403');
  await change(true);
  await fetchPersonalFile(fixture, chief, file);
});

it('erases every trace of a dismissed driver, and leaves bills without the name', async () => {
  const { id, expense } = driver;
  expect(await tablesWithTraces(fixture, TRACES)).toEqual(
    expect.arrayContaining([
      'audit_log',
      'bulk_changes',
      'documents',
      'driver_tags',
      'drivers',
      'files',
      'import_lines',
      'inspections',
      'notifications',
      'tasks',
    ]),
  );
  expect(await chief.call('erase-driver', { id })).toMatchObject({ status: 409 });
  await chief.call('dismiss-driver', { id, lastDay: YESTERDAY });
  expect(await chief.call('get-driver-erasure', { id })).toMatchObject({
    tags: 1,
    assignments: 1,
    documents: 1,
    files: 2,
    messages: 1,
    expenses: 1,
    inspections: expect.any(Number),
    dismissed: true,
    held: false,
  });

  const hold = { vehicleId, firstDay: YESTERDAY, reason: 'Accident' };
  const { hold: set } = await chief.call('create-legal-hold', hold);
  expect(await chief.call('erase-driver', { id })).toMatchObject({ status: 409 });
  await chief.call('end-legal-hold', { id: set?.id ?? 0, reason: 'Settled' });

  expect(await chief.call('erase-driver', { id })).toMatchObject({ status: 200 });
  expect(await tablesWithTraces(fixture, TRACES)).toEqual([]);
  const bill = await chief.call('get-expense-by-id', { id: expense });
  expect(bill).toMatchObject({ status: 200, expense: { driverName: `#${id}` } });
  const files = await chief.call('get-file-list', { recordKind: 'expense', recordId: expense });
  expect(files.rows).toHaveLength(1);
  const log = await fixture.database.query(
    `SELECT username, subject_name, before, after FROM audit_log WHERE action = 'erase'`,
  );
  expect(log.rows).toEqual([{ username: 'chief', subject_name: `#${id}`, before: null, after: null }]);

  // It is over: nothing of it is listed, restored or erased once more.
  expect((await chief.call('get-driver-by-id', { id })).status).toBe(404);
  expect((await chief.call('restore-driver', { id })).status).toBe(404);
  expect((await chief.call('erase-driver', { id })).status).toBe(404);
});
