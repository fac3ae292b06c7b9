import { afterAll, beforeAll, expect, it } from 'vitest';
import { forgetDeliveries } from '../../store/alarm-delivery/forget-deliveries.ts';
import { addFindings } from '../../store/devices/device-findings.ts';
import { ADMINISTRATOR } from '../../store/roles/basic-roles.ts';
import { addFile } from '../../testing/add-file.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addTracked, insertAlarm } from '../../testing/insert-facts.ts';
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
  await fixture.database.query(`UPDATE organisations SET retention = '{"alarms": 10, "audit": 36500}' WHERE id = $1`, [
    company,
  ]);
  // The last run was long ago, on 21 February in Kolkata.
  await fixture.database.query(`UPDATE retention_clock SET at = '2026-02-20T18:30:00Z'`);
  const { gone, hold } = await chief.call('create-legal-hold', { vehicleId: ids.vehicleId, ...HOLD });
  expect(gone).toEqual([
    { kind: 'positions', before: '2026-02-11T00:00:00.000Z' },
    { kind: 'alarms', before: '2026-02-10T18:30:00.000Z' },
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

/** Runs a test while the vehicle is on hold for February 2026. */
async function whileOnHold(work: () => Promise<void>): Promise<void> {
  const { hold } = await chief.call('create-legal-hold', { vehicleId: ids.vehicleId, ...HOLD });
  await work();
  await chief.call('end-legal-hold', { id: hold?.id ?? 0, reason: 'Settled' });
}
const REFUSED = `A legal hold covers ABC 123 at this time: ${HOLD.reason}. Ask an administrator to end the hold first.`;

it('no exchange or swap of devices takes the days of a hold from its vehicle', async () => {
  const other = await addTracked(fixture.database, { registration: 'XYZ 9', organisationId: company });
  const spare = await chief.call('save-device', { identity: '9001' });
  const both = {
    vehicleId: other.vehicleId,
    otherVehicleId: ids.vehicleId,
    deviceId: other.deviceId,
    otherDeviceId: ids.deviceId,
  };
  const swap = { vehicleId: ids.vehicleId, deviceId: spare.device?.id ?? 0 };
  await whileOnHold(async () => {
    for (const at of ['2026-01-15T00:00:00Z', '2026-02-27T00:00:00Z']) {
      expect(await chief.call('exchange-devices', { ...both, at })).toMatchObject({
        status: 409,
        fields: { at: REFUSED },
      });
      expect(await chief.call('swap-device', { ...swap, at })).toMatchObject({ status: 409, fields: { at: REFUSED } });
    }
    const { deviceId, otherDeviceId, ...preview } = both;
    expect([deviceId, otherDeviceId]).toEqual([other.deviceId, ids.deviceId]);
    expect((await chief.call('preview-device-exchange', { ...preview, at: '2026-02-27T00:00:00Z' })).status).toBe(409);
    // Nothing of the days of the hold moves.
    const after = { ...both, at: '2026-03-01T00:00:00Z' };
    expect((await chief.call('exchange-devices', after)).status).toBe(200);
    const back = { ...after, deviceId: ids.deviceId, otherDeviceId: other.deviceId };
    expect((await chief.call('exchange-devices', back)).status).toBe(200);
  });
});

it('who drove a vehicle on hold stays recorded, so that the driver is not erased', async () => {
  const { driver } = await chief.call('save-driver', {
    name: 'Ana',
    tags: [{ kind: 'rfid', tag: 'A1', from: null, to: null }],
  });
  const driverId = driver?.id ?? 0;
  const bob = (await chief.call('save-driver', { name: 'Bob' })).driver?.id ?? 0;
  const of = { driverId, vehicleId: ids.vehicleId, from: '2026-02-10T00:00:00Z', to: '2026-02-12T00:00:00Z' };
  const id = (await chief.call('save-assignment', of)).assignment?.id ?? 0;
  const changes = [{ driverId: bob }, { to: '2026-02-11T00:00:00Z' }, { from: '2026-02-11T00:00:00Z' }];
  await whileOnHold(async () => {
    expect(await chief.call('delete-assignment', { id })).toMatchObject({ status: 409, message: REFUSED });
    for (const change of changes)
      expect(await chief.call('save-assignment', { ...of, id, ...change })).toMatchObject({
        status: 409,
        message: REFUSED,
      });
    expect(
      (await chief.call('save-assignment', { ...of, id, note: 'Accident', to: '2026-02-13T00:00:00Z' })).status,
    ).toBe(200);
  });
  expect((await chief.call('delete-assignment', { id })).status).toBe(200);

  await fixture.database.query(
    `INSERT INTO tag_spans (installation_id, key, confirmed_at, vehicle_id, started_at, ended_at, duration_s, tag, last_at)
     SELECT $1, 'k', at, $2, at, at + interval '1 hour', 3600, t.tag, at
     FROM driver_tags t, (SELECT timestamptz '2026-02-12 08:00Z' AS at) s WHERE t.driver_id = $3`,
    [ids.installationId, ids.vehicleId, driverId],
  );
  await whileOnHold(async () => {
    expect((await chief.call('save-driver', { id: driverId, name: 'Ana', tags: [] })).status).toBe(409);
    const kept = [{ kind: 'rfid', tag: 'A1', from: '2026-02-01T00:00:00Z', to: null }] as const;
    expect((await chief.call('save-driver', { id: driverId, name: 'Ana', tags: [...kept] })).status).toBe(200);
  });
});

it('what was sent about a vehicle on hold, and found about its device, outlives its usual time', async () => {
  const { database } = fixture;
  const alarm = await insertAlarm(database, ids, {
    start: '2026-02-12T08:00:00Z',
    clearedAt: '2026-02-12T08:10:00Z',
    organisationId: company,
  });
  await database.query(`UPDATE installations SET installed_at = '2020-01-01'`);
  await database.query(
    `WITH hook AS (INSERT INTO webhooks (organisation_id, name, url, severities) VALUES ($1, 'Hook', 'https://example.org', '{major}') RETURNING id),
       bell AS (INSERT INTO notifications (user_id, at, kind, title, text) VALUES
         ($2, '2026-02-12 08:00Z', 'alarm', 'ABC 123: too fast', ''), ($2, '2026-02-12 08:00Z', 'alarm', 'XYZ 9: too fast', '')),
       notice AS (INSERT INTO alarm_notices (alarm_id, user_id, channel, told_at) VALUES ($3, $2, 'bell', '2026-02-12 08:00Z')),
       found AS (INSERT INTO device_doubts (device_id, day, kind, times, at, address)
         SELECT $4, day, 'elsewhere', 1, day, '192.0.2.1' FROM unnest('{2026-02-12, 2026-01-12}'::date[]) AS day)
     INSERT INTO webhook_deliveries (webhook_id, key, event, about, body, state, created_at, alarm_id)
     SELECT id, gen_random_uuid(), 'alarm.raised', 'x', '{}', 'delivered', '2026-02-12 08:00Z', $3 FROM hook`,
    [company, chiefId, alarm, ids.deviceId],
  );
  const stored = async () => {
    await forgetDeliveries(database);
    await addFindings(database, []);
    const { rows } = await database.query(
      `SELECT (SELECT array_agg(title) FROM notifications) AS bell, (SELECT count(*)::int FROM alarm_notices) AS notices,
         (SELECT count(*)::int FROM webhook_deliveries) AS deliveries, (SELECT array_agg(day::text) FROM device_doubts) AS found`,
    );
    return rows;
  };
  await whileOnHold(async () => {
    expect(await stored()).toEqual([{ bell: ['ABC 123: too fast'], notices: 1, deliveries: 1, found: ['2026-02-12'] }]);
  });
  expect(await stored()).toEqual([{ bell: null, notices: 0, deliveries: 0, found: null }]);
});

it('a picture of a vehicle on hold keeps its time', async () => {
  const fileId = await addFile(fixture, { organisationId: company, userId: chiefId }, 'door.txt');
  const record = { recordKind: 'vehicle', recordId: ids.vehicleId } as const;
  await chief.call('add-files', { ...record, fileIds: [fileId] });
  const file = { fileId, name: 'door.txt' };
  expect((await chief.call('change-file', { ...file, takenAt: '2026-02-12T10:00:00Z' })).status).toBe(200);
  await whileOnHold(async () => {
    expect((await chief.call('change-file', { ...file, takenAt: '2026-03-12T10:00:00Z' })).status).toBe(409);
    const renamed = { fileId, name: 'left door.txt', takenAt: '2026-02-12T10:00:00.000Z' };
    expect((await chief.call('change-file', renamed)).status).toBe(200);
    expect((await chief.call('remove-file', { ...record, fileId })).status).toBe(409);
  });
});
