import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertImport } from '../../store/imports/change-imports.ts';
import { ADMINISTRATOR } from '../../store/roles/basic-roles.ts';
import { addFile } from '../../testing/add-file.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addTracked } from '../../testing/insert-facts.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

let fixture: HttpFixture;
let chief: TestBrowser;
let chiefId: number;
let organisationId: number;
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
  vehicleId = (await addTracked(fixture.database, { registration: 'ABC 123', organisationId })).vehicleId;
});
afterAll(() => fixture.close());

/** The tables with a row in which a trace of the person is found. */
async function tablesWithTraces(): Promise<string[]> {
  const { rows } = await fixture.database.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c WHERE c.relkind = 'r' AND NOT c.relispartition
       AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rows: all } = await fixture.database.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
    if (all.some(({ row }) => TRACES.test(row))) found.push(name);
  }
  return found;
}

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
    `INSERT INTO notifications (user_id, kind, title, text) VALUES ($1, 'documents', 'Badge of Zebulon Quagmire', '')`,
    [chiefId],
  );
  await fixture.database.query(
    `INSERT INTO mails (organisation_id, recipient, subject, text, state) VALUES ($1, $2, 'Shift', 'Hello', 'sent')`,
    [organisationId, PERSON.email],
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
  return { id, expense };
}

it('erases every trace of a dismissed driver, and leaves bills without the name', async () => {
  const { id, expense } = await addDriver();
  expect(await tablesWithTraces()).toEqual(
    expect.arrayContaining([
      'audit_log',
      'bulk_changes',
      'documents',
      'driver_tags',
      'drivers',
      'files',
      'mails',
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
    dismissed: true,
    held: false,
  });

  const hold = { vehicleId, firstDay: YESTERDAY, reason: 'Accident' };
  const { hold: set } = await chief.call('create-legal-hold', hold);
  expect(await chief.call('erase-driver', { id })).toMatchObject({ status: 409 });
  await chief.call('end-legal-hold', { id: set?.id ?? 0, reason: 'Settled' });

  expect(await chief.call('erase-driver', { id })).toMatchObject({ status: 200 });
  expect(await tablesWithTraces()).toEqual([]);
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
