import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADMINISTRATOR } from '../../store/roles/basic-roles.ts';
import { addFile } from '../../testing/add-file.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addTracked } from '../../testing/insert-facts.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

let fixture: HttpFixture;
let chief: TestBrowser;
let reseller: TestBrowser;
let chiefId: number;
let company: number;
let ids: Awaited<ReturnType<typeof addTracked>>;
const HOLD = { firstDay: '2026-02-01', lastDay: '2026-02-28', reason: 'Accident of 12 February' };

beforeAll(async () => {
  fixture = await httpFixture();
  const { grants } = ADMINISTRATOR;
  const above = await addOrganisation(fixture.database, 'Reseller');
  company = await addOrganisation(fixture.database, 'Company', above);
  const add = (username: string, organisationId: number) =>
    addUser(fixture.database, { username, password: 'pass-word', organisationId, grants });
  await add('reseller', above);
  chiefId = await add('chief', company);
  chief = await fixture.signedIn('chief', 'pass-word');
  reseller = await fixture.signedIn('reseller', 'pass-word');
  ids = await addTracked(fixture.database, { registration: 'ABC 123', organisationId: company });
  await fixture.database.query(`UPDATE organisations SET time_zone = 'Asia/Kolkata' WHERE id = $1`, [company]);
});
afterAll(() => fixture.close());

it('a hold has its days on the clock of the organisation, its author and its reason, and so has its end', async () => {
  const { hold, gone } = await chief.call('create-legal-hold', { vehicleId: ids.vehicleId, ...HOLD });
  expect(gone).toEqual([]);
  expect(hold).toMatchObject({ registration: 'ABC 123', ...HOLD, createdBy: 'chief', endedAt: null, mayEnd: true });
  const stored = await fixture.database.query('SELECT from_time, to_time FROM legal_holds WHERE id = $1', [hold?.id]);
  expect(stored.rows).toEqual([
    { from_time: new Date('2026-01-31T18:30:00Z'), to_time: new Date('2026-02-28T18:30:00Z') },
  ]);
  const id = hold?.id ?? 0;
  expect(await chief.call('end-legal-hold', { id, reason: 'Settled' })).toMatchObject({
    hold: { endedBy: 'chief', endReason: 'Settled' },
  });
  expect((await chief.call('end-legal-hold', { id, reason: 'Settled' })).status).toBe(409);
  expect((await chief.call('get-legal-hold-list')).rows).toMatchObject([{ id, endedBy: 'chief' }]);
  const log = await fixture.database.query(
    `SELECT action, username, subject_name, after ->> 'reason' AS reason, after ->> 'endReason' AS ended
     FROM audit_log WHERE subject = 'legal-hold' ORDER BY id`,
  );
  expect(log.rows).toEqual([
    { action: 'create', username: 'chief', subject_name: 'ABC 123', reason: HOLD.reason, ended: null },
    { action: 'end', username: 'chief', subject_name: 'ABC 123', reason: null, ended: 'Settled' },
  ]);
});

it('a hold of an organisation above is visible, and only that organisation can end it', async () => {
  const { hold } = await reseller.call('create-legal-hold', { vehicleId: ids.vehicleId, ...HOLD });
  const id = hold?.id ?? 0;
  expect((await chief.call('get-legal-hold-list')).rows?.find((row) => row.id === id)).toMatchObject({ mayEnd: false });
  expect((await chief.call('end-legal-hold', { id, reason: 'No' })).status).toBe(403);
  expect((await reseller.call('end-legal-hold', { id, reason: 'Settled' })).status).toBe(200);
});

it('a hold over what is gone says so', async () => {
  await fixture.database.query(
    `INSERT INTO deleted_positions (device_id, ranges) VALUES ($1, '{(-infinity,"2026-02-11T00:00:00Z")}')`,
    [ids.deviceId],
  );
  await fixture.database.query(`UPDATE organisations SET retention = '{"alarms": 1, "audit": 36500}' WHERE id = $1`, [
    company,
  ]);
  const { gone, hold } = await chief.call('create-legal-hold', { vehicleId: ids.vehicleId, ...HOLD });
  expect(gone).toEqual([
    { kind: 'positions', before: '2026-02-11T00:00:00.000Z' },
    { kind: 'alarms', before: expect.any(String) },
  ]);
  await chief.call('end-legal-hold', { id: hold?.id ?? 0, reason: 'Done' });
});

it('days in the wrong order are refused at their field', async () => {
  const wrong = { ...HOLD, vehicleId: ids.vehicleId, lastDay: '2026-01-31' };
  expect(await chief.call('create-legal-hold', wrong)).toMatchObject({
    status: 422,
    fields: { lastDay: 'Must not be before the start.' },
  });
});

it('nobody removes a picture of a vehicle on hold', async () => {
  const file = await addFile(fixture, { organisationId: company, userId: chiefId }, 'dent.txt');
  const record = { recordKind: 'vehicle', recordId: ids.vehicleId } as const;
  await chief.call('add-files', { ...record, fileIds: [file] });
  const { hold } = await chief.call('create-legal-hold', { ...HOLD, vehicleId: ids.vehicleId, lastDay: null });
  expect(await chief.call('remove-file', { ...record, fileId: file })).toMatchObject({ status: 409 });
  await chief.call('end-legal-hold', { id: hold?.id ?? 0, reason: 'Settled' });
  expect(await chief.call('remove-file', { ...record, fileId: file })).toMatchObject({ status: 200 });
});
