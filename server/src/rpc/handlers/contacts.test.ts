import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { emptyTables } from '../../testing/empty-tables.ts';

let fixture: HttpFixture;
let admin: TestBrowser;
beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await emptyTables(fixture.database, 'contacts');
});

const save = (more: Record<string, unknown> = {}) =>
  admin.call('save-contact', { kind: 'vendor', name: 'Ancap Centro', ...more });
const made = async (more: Record<string, unknown> = {}) => {
  const { contact, ...rest } = await save(more);
  if (!contact) throw new Error(JSON.stringify(rest));
  return contact;
};
const names = async (input: Record<string, unknown>) =>
  (await admin.call('get-contact-list', input)).rows?.map(({ name }) => name);

test('a contact stores every field', async () => {
  const fields = {
    kind: 'workshop',
    name: 'Taller Élite',
    phones: ['+598 99 123 456', '1727'],
    emails: ['taller@example.com'],
    address: 'Rambla 1\nMontevideo',
    place: { lat: -34.9, lon: -56.2 },
    note: 'Ask for Ana',
  };
  const contact = await made(fields);
  expect(contact).toEqual({ id: expect.any(Number), organisationId: 1, ...fields, version: 1 });
  expect(await admin.call('get-contact-by-id', { id: contact.id })).toMatchObject({ contact });
});

test.each([
  ['has no name', { name: ' ' }, { name: 'Enter a value.' }],
  ['has a mail that is none', { emails: ['nobody'] }, { 'emails.0': 'Enter an e-mail address.' }],
])('a contact that %s is refused', async (_what, more, fields) => {
  const answer = await save(more);
  expect(answer.status).toBe(422);
  expect(answer.fields).toMatchObject(fields);
});

test('a name is used once, ignoring case; that of a deleted one is free, which is not restored over its successor', async () => {
  const { id } = await made();
  expect(await save({ name: 'ANCAP CENTRO' })).toMatchObject({
    status: 409,
    fields: { name: 'Another contact has this name.' },
  });
  await admin.call('delete-contact', { id });
  expect(await names({})).toEqual([]);
  await made();
  expect((await admin.call('restore-contact', { id })).status).toBe(409);
});

test('contacts are found by the text of any field, phones with and without their spaces, and by kind', async () => {
  await made({ phones: ['+598 99 123 456'] });
  await made({ kind: 'workshop', name: 'Taller Élite', address: 'Rambla 1', emails: ['taller@example.com'] });
  expect(await names({ search: '59899123' })).toEqual(['Ancap Centro']);
  expect(await names({ search: 'elite rambla' })).toEqual(['Taller Élite']);
  expect(await names({ search: 'taller@ex' })).toEqual(['Taller Élite']);
  expect(await names({ kind: 'vendor' })).toEqual(['Ancap Centro']);
  expect(await names({ sort: 'name', direction: 'desc' })).toEqual(['Taller Élite', 'Ancap Centro']);
  expect((await admin.call('get-found-records', { search: 'elite' })).rows).toEqual([
    expect.objectContaining({ kind: 'contact', label: 'Taller Élite', note: 'Rambla 1' }),
  ]);
});

test('the second of two people who save gets a conflict; changes are in the audit log', async () => {
  const { id } = await made({ note: 'A' });
  await save({ id, note: 'B', version: 1 });
  expect(await save({ id, note: 'C', version: 1 })).toMatchObject({ status: 409, code: 'changed-meanwhile' });
  const { rows } = await fixture.database.query(
    `SELECT action, subject_name AS name, before, after FROM audit_log WHERE subject = 'contact' AND subject_id = $1 ORDER BY id`,
    [String(id)],
  );
  expect(rows).toEqual([
    {
      action: 'create',
      name: 'Ancap Centro',
      before: null,
      after: { contactKind: 'vendor', name: 'Ancap Centro', note: 'A' },
    },
    { action: 'change', name: 'Ancap Centro', before: { note: 'A' }, after: { note: 'B' } },
  ]);
});

test('contacts of another organisation are not seen', async () => {
  const west = await addOrganisation(fixture.database, 'West');
  await addUser(fixture.database, {
    username: 'wes',
    password: 'pass-word',
    organisationId: west,
    grants: { contacts: ['view', 'create', 'edit', 'delete'] },
  });
  const { id } = await made();
  const wes = await fixture.signedIn('wes', 'pass-word');
  expect((await wes.call('get-contact-list', {})).rows).toEqual([]);
  expect((await wes.call('get-contact-by-id', { id })).status).toBe(404);
  expect((await wes.call('save-contact', { id, kind: 'vendor', name: 'Theirs' })).status).toBe(404);
});
