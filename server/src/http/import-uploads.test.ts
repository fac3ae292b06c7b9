import { readdir } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { MAX_IMPORT_BYTES } from '@milepost/contract/import-kinds';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importFixture, type ImportFixture } from '../testing/import-fixture.ts';
import { addUser } from '../testing/organisations.ts';

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await importFixture();
});
afterAll(() => fixture.close());

const PLATES = 'Plate\nVAN 1\n';
const grants = (action: 'view' | 'create') => ({
  vehicles: action === 'view' ? ['view' as const] : ['view' as const, action],
});
const organisationId = async () =>
  (await fixture.database.query<{ id: number }>('SELECT min(id) AS id FROM organisations')).rows[0]?.id ?? 0;
const person = async (username: string, action: 'view' | 'create') => {
  await addUser(fixture.database, {
    username,
    password: 'pass-word',
    organisationId: await organisationId(),
    grants: grants(action),
    email: `${username}@x.org`,
  });
  return fixture.signedIn(username, 'pass-word');
};
const drafts = async () =>
  (await fixture.database.query<{ n: number }>('SELECT count(*)::int AS n FROM imports')).rows[0]?.n;

test('a person who may create vehicles uploads a file; others, clients without a session and other sites cannot', async () => {
  const sender = await person('sender', 'create');
  expect(await fixture.send(PLATES, 'fleet.csv', sender)).toEqual({ status: 200, id: expect.any(Number) });
  const before = await drafts();
  expect((await fixture.send(PLATES, 'fleet.csv', await person('viewer', 'view'))).status).toBe(403);
  expect((await fixture.send(PLATES, 'fleet.csv', fixture.browser())).status).toBe(400);
  const { csrfToken } = sender;
  sender.csrfToken = 'another';
  expect((await fixture.send(PLATES, 'fleet.csv', sender)).status).toBe(403);
  sender.csrfToken = csrfToken;
  await fixture.database.query(`UPDATE users SET limited = true WHERE username = 'sender'`);
  expect((await fixture.send(PLATES, 'fleet.csv', sender)).code).toBe('limit-all');
  expect(await drafts()).toBe(before);
});

test('a slow upload makes nobody else wait', async () => {
  const slow = await person('slow', 'create');
  const body = new PassThrough();
  body.write('Plate\n');
  const sending = fixture.app.inject({
    method: 'POST',
    url: '/imports/vehicle',
    headers: {
      ...slow.headers('session'),
      cookie: [...slow.cookies].map(([key, value]) => `${key}=${value}`).join('; '),
      'content-type': 'application/octet-stream',
      'x-file-name': 'slow.csv',
    },
    payload: body,
  });
  await expect.poll(() => readdir(fixture.services.files.incoming)).toHaveLength(1);
  expect(await fixture.send(PLATES, 'fleet.csv')).toMatchObject({ status: 200 });
  body.end('VAN 1\n');
  expect((await sending).json()).toMatchObject({ status: 200 });
  expect(await readdir(fixture.services.files.incoming)).toEqual([]);
});

test('records created together with vehicles need their own permission', async () => {
  const sender = await person('narrow', 'create');
  const { id = 0 } = await fixture.send('Plate;Group;IMEI\nNARROW 1;North;358000000000009\n', 'fleet.csv', sender);
  const columns = ['registration', 'group', 'device'].map((field) => ({ field, days: 'dmy' }));
  const tried = await sender.call('check-import', { id, columns, mode: 'new', create: true });
  expect(tried.import?.counts).toEqual({ fault: 1 });
  expect((await sender.call('check-import', { id, columns, mode: 'update', create: true })).status).toBe(403);
  // A person with more permissions tries the import, which does not give these permissions to the sender.
  await fixture.admin.call('check-import', { id, columns, mode: 'new', create: true });
  expect((await sender.call('run-import', { id })).status).toBe(403);
});

test('a file that is too large, empty or no spreadsheet is refused with a message, and an unknown kind is not found', async () => {
  const large = new Uint8Array(MAX_IMPORT_BYTES + 1).fill(65);
  expect(await fixture.send(large, 'large.csv')).toMatchObject({ status: 422, code: 'file-large' });
  expect(await fixture.send('', 'empty.csv')).toMatchObject({ status: 422, code: 'file-empty' });
  expect(await fixture.send(new Uint8Array([0x25, 0x50, 0x44, 0x46, 0]), 'a.pdf')).toMatchObject({
    status: 422,
    code: 'sheet-unreadable',
  });
  expect(await fixture.send('Plate\n', 'heads.csv')).toMatchObject({ status: 422, code: 'sheet-no-lines' });
  const reply = await fixture.admin.post({
    url: '/imports/users',
    headers: fixture.admin.headers('session'),
    body: 'x',
  });
  expect(reply.statusCode).toBe(404);
});

test('of the drafts of one person the newest five are retained', async () => {
  const sender = await person('often', 'create');
  for (let index = 0; index < 7; index += 1) await fixture.send(PLATES, `${index}.csv`, sender);
  const { rows } = await fixture.database.query<{ name: string }>(
    `SELECT file_name AS name FROM imports WHERE username = 'often' ORDER BY id`,
  );
  expect(rows.map(({ name }) => name)).toEqual(['2.csv', '3.csv', '4.csv', '5.csv', '6.csv']);
});

test('a workbook is recognised by its content, whatever its name', async () => {
  const bytes = await writeXlsx({ sheets: [{ name: 'A', rows: [['Plate'], ['XL 1']] }] });
  const { id = 0 } = await fixture.send(bytes, 'fleet.csv');
  expect((await fixture.admin.call('get-import', { id })).import?.columns[0]).toMatchObject({
    heading: 'Plate',
    field: 'registration',
    samples: ['XL 1'],
  });
});
