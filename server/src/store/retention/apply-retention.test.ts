import { afterEach, beforeEach, expect, it } from 'vitest';
import { addOrganisation } from '../../testing/organisations.ts';
import { addTracked, insertAlarm, insertDay, insertTrip } from '../../testing/insert-facts.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { writeBasics } from '../organisations/basics.ts';
import { readDeletedSpans, readPositionsSince } from '../tracks/dropped-days.ts';
import { dayOf, ensureDay } from '../tracks/partitions.ts';
import { applyRetention } from './apply-retention.ts';
import { previewRetention } from './preview-retention.ts';

const DAY_MS = 86_400_000;
/** Noon, so that no test runs over midnight. */
const NOW = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2);

let db: TestDatabase;
let root: number;
beforeEach(async () => {
  db = await testDatabase();
  root = (await writeBasics(db.database, 'UTC')).organisationId;
  await query('UPDATE retention_clock SET at = $1, advanced_at = $1', NOW);
});
afterEach(() => db.close());

const query = async (sql: string, ...values: unknown[]) =>
  (await db.database.query<Record<string, unknown>>(sql, values)).rows;
const ago = (days: number, hours = 0) => new Date(NOW.getTime() - days * DAY_MS + hours * 3_600_000);
/** The day of a time, UTC. */
const dayAgo = (days: number) => ago(days).toISOString().slice(0, 10);
const keep = (organisationId: number, retention: object) =>
  query('UPDATE organisations SET retention = $2 WHERE id = $1', organisationId, retention);
const never = new AbortController().signal;
const apply = (pieceRows?: number) =>
  applyRetention(db.database, { signal: never, now: NOW, ...(pieceRows !== undefined && { pieceRows }) });

async function addVehicle(registration: string, organisationId: number) {
  const ids = await addTracked(db.database, { registration, organisationId });
  await query('UPDATE installations SET installed_at = $2 WHERE id = $1', ids.installationId, ago(5000));
  return ids;
}

/** A position of each of these days, at noon. */
async function report(deviceId: number, ...days: number[]) {
  for (const each of days) {
    await query(
      `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags)
       VALUES ($1, $2, 1, now(), -349000000, -562000000, 0, 0, 1)`,
      deviceId,
      ago(each),
    );
  }
}

const daysOf = async (deviceId: number) =>
  (await query('SELECT fix_time FROM positions WHERE device_id = $1 ORDER BY fix_time', deviceId)).map(({ fix_time }) =>
    Math.round((NOW.getTime() - Number(fix_time)) / DAY_MS),
  );

const trip = (of: Awaited<ReturnType<typeof addVehicle>>, days: number) =>
  insertTrip(db.database, of, {
    start: ago(days).toISOString(),
    end: ago(days, 1).toISOString(),
    distanceM: 1000,
  });
const tripDays = async (vehicleId: number) =>
  (await query('SELECT started_at FROM trips WHERE vehicle_id = $1 ORDER BY started_at', vehicleId)).map(
    ({ started_at }) => Math.round((NOW.getTime() - Number(started_at)) / DAY_MS),
  );

it('deletes nothing until somebody chooses, and nothing of what is kept for ever', async () => {
  const one = await addVehicle('A 1', root);
  await report(one.deviceId, 3000, 1);
  await trip(one, 3000);
  expect(await apply()).toBe(true);
  await keep(root, { positions: 'forever', facts: 'forever' });
  expect(await apply()).toBe(true);
  expect(await daysOf(one.deviceId)).toEqual([3000, 1]);
  expect(await tripDays(one.vehicleId)).toEqual([3000]);
});

it('deletes positions older than an organisation keeps them; those below inherit its choice or have their own', async () => {
  const branch = await addOrganisation(db.database, 'Branch', root);
  const shop = await addOrganisation(db.database, 'Shop', root);
  const archive = await addOrganisation(db.database, 'Archive', shop);
  await keep(root, { positions: 30, facts: 'forever' });
  await keep(shop, { positions: 400 });
  await keep(archive, { positions: 'forever' });
  await ensureDay(db.database, dayOf(ago(31).getTime()));
  const retained: Record<string, number[]> = {};
  for (const [name, id] of Object.entries({ root, branch, shop, archive })) {
    const ids = await addVehicle(name, id);
    await report(ids.deviceId, 401, 400, 31, 30, 0);
    await trip(ids, 401);
    retained[name] = [];
  }
  expect(await apply(2)).toBe(true);
  for (const name of Object.keys(retained)) {
    const [device] = await query('SELECT id FROM devices WHERE identity = $1', name);
    retained[name] = await daysOf(Number(device?.['id']));
  }
  expect(retained).toEqual({
    root: [30, 0],
    branch: [30, 0],
    shop: [400, 31, 30, 0],
    archive: [401, 400, 31, 30, 0],
  });
  // Facts outlive their positions.
  expect(await query('SELECT count(*)::int AS trips FROM trips')).toEqual([{ trips: 4 }]);
  const entries = await query(`SELECT organisation_id, before FROM audit_log WHERE action = 'retention' ORDER BY 1`);
  expect(entries).toEqual([
    { organisation_id: root, before: { positions: 3 } },
    { organisation_id: branch, before: { positions: 3 } },
    { organisation_id: shop, before: { positions: 1 } },
  ]);
});

it('remembers which positions are gone, so that facts of then are never recomputed and a track says so', async () => {
  const one = await addVehicle('A 1', root);
  await report(one.deviceId, 40, 35, 20, 1);
  await trip(one, 40);
  await query(
    `INSERT INTO refused_reports (device_id, received_at, reason, content) VALUES ($1, $2, 'old', ''), ($1, $3, 'new', '')`,
    one.deviceId,
    ago(40),
    ago(1),
  );
  await keep(root, { positions: 30 });
  await apply();
  expect(await query('SELECT reason FROM refused_reports')).toEqual([{ reason: 'new' }]);
  const since = await readPositionsSince(db.database, { id: one.installationId, deviceId: one.deviceId });
  // The day of the last deleted position has ended.
  expect(since).toBe(Date.parse(`${dayAgo(34)}T00:00:00Z`));
  expect(await readDeletedSpans(db.database, one.vehicleId, ago(38), ago(10))).toEqual([
    { from: ago(38).toISOString(), to: `${dayAgo(34)}T00:00:00.000Z` },
  ]);
  expect(await readDeletedSpans(db.database, one.vehicleId, ago(25), ago(10))).toEqual([]);
  // A report of then that arrives late is deleted by the next run.
  await report(one.deviceId, 38);
  await apply();
  expect(await daysOf(one.deviceId)).toEqual([20, 1]);
});

it('deletes facts and closed alarms in pieces, and leaves what still goes on', async () => {
  const one = await addVehicle('A 1', root);
  for (const days of [100, 99, 98, 91, 89, 1]) await trip(one, days);
  const open = { start: ago(200).toISOString(), end: null, distanceM: 1 };
  await insertTrip(db.database, one, open);
  await insertDay(db.database, one, { day: dayAgo(91), distanceM: 1000 });
  await insertDay(db.database, one, { day: dayAgo(90), distanceM: 1000 });
  await insertAlarm(db.database, one, {
    start: ago(95).toISOString(),
    clearedAt: ago(95, 1).toISOString(),
    organisationId: root,
  });
  await insertAlarm(db.database, one, { start: ago(95).toISOString(), clearedAt: null, organisationId: root });
  await keep(root, { facts: 90, alarms: 90 });
  expect(await apply(2)).toBe(true);
  expect(await tripDays(one.vehicleId)).toEqual([200, 89, 1]);
  expect(await query('SELECT day::text FROM day_totals')).toEqual([{ day: dayAgo(90) }]);
  expect(await query('SELECT cleared_at FROM alarms')).toEqual([{ cleared_at: null }]);
});

it('is stopped after any piece and goes on with the next run', async () => {
  const one = await addVehicle('A 1', root);
  for (let days = 40; days < 50; days++) await trip(one, days);
  await keep(root, { facts: 30 });
  const stop = new AbortController();
  stop.abort();
  expect(await applyRetention(db.database, { signal: stop.signal, now: NOW, pieceRows: 3 })).toBe(false);
  expect(await tripDays(one.vehicleId)).toHaveLength(10);
  expect(await apply(3)).toBe(true);
  expect(await tripDays(one.vehicleId)).toEqual([]);
  expect(await query(`SELECT before FROM audit_log WHERE action = 'retention'`)).toEqual([{ before: { facts: 10 } }]);
});

it('deletes pictures and files by their upload, except those of bills and papers', async () => {
  const { vehicleId } = await addVehicle('A 1', root);
  const addFile = async (name: string, kind: string, days: number, recordKind: string) => {
    const [file] = await query(
      `INSERT INTO files (organisation_id, hash, name, kind, type, size_bytes, added_at, taken_at, orphan_since)
       VALUES ($1, sha256('x'), $2, $3, 'image/png', 1, $4, $5, NULL) RETURNING id`,
      root,
      name,
      kind,
      ago(days),
      ago(3000),
    );
    await query(
      `INSERT INTO file_links (organisation_id, file_id, record_kind, record_id, vehicle_id, at, picture)
       VALUES ($1, $2, $3, 1, $4, $5, $6)`,
      root,
      file?.['id'],
      recordKind,
      vehicleId,
      ago(days),
      kind === 'picture',
    );
  };
  await addFile('old picture', 'picture', 91, 'vehicle');
  await addFile('new picture', 'picture', 89, 'vehicle');
  await addFile('old bill', 'picture', 91, 'expense');
  await addFile('old clip', 'video', 91, 'alarm');
  await keep(root, { pictures: 90 });
  await apply();
  expect(await query('SELECT name FROM files ORDER BY 1')).toEqual([
    { name: 'new picture' },
    { name: 'old bill' },
    { name: 'old clip' },
  ]);
  await keep(root, { pictures: 90, files: 90 });
  await apply();
  expect(await query('SELECT name FROM files ORDER BY 1')).toEqual([{ name: 'new picture' }, { name: 'old bill' }]);
});

it('keeps everything of a vehicle that a legal hold covers, and counts it in the dry run', async () => {
  const one = await addVehicle('A 1', root);
  await report(one.deviceId, 60, 50, 40, 1);
  for (const days of [60, 50, 40]) await trip(one, days);
  await query(
    `INSERT INTO legal_holds (organisation_id, vehicle_id, set_by_organisation_id, from_time, to_time, reason)
     VALUES ($1, $2, $1, $3, $4, 'Accident')`,
    root,
    one.vehicleId,
    ago(52),
    ago(45),
  );
  const days = { positions: 30, facts: 30, audit: 90 };
  const preview = await previewRetention(db.database, {
    now: NOW,
    organisationIds: [root],
    instead: { organisationId: root, choice: days },
    maxMs: 10_000,
  });
  const none = { count: null, held: 0, oldest: null, newest: null, complete: true };
  const two = { count: 2, held: 1, oldest: dayAgo(60), newest: dayAgo(40), complete: true };
  expect(preview).toEqual([
    { kind: 'positions', ...two },
    { kind: 'facts', ...two },
    ...['alarms', 'pictures', 'files', 'messages'].map((kind) => ({ kind, ...none })),
    { kind: 'audit', ...none, count: 0 },
  ]);
  expect(await daysOf(one.deviceId)).toHaveLength(4);
  await keep(root, days);
  await apply();
  expect(await daysOf(one.deviceId)).toEqual([50, 1]);
  expect(await tripDays(one.vehicleId)).toEqual([50]);
  await query('UPDATE legal_holds SET ended_at = now()');
  await apply();
  expect(await daysOf(one.deviceId)).toEqual([1]);
});

it('keeps mails and entries that name a vehicle on hold by a former registration', async () => {
  const { vehicleId } = await addVehicle('ZZZ 9', root);
  const rename = `INSERT INTO audit_log (organisation_id, at, subject, subject_id, action, before, after)
    VALUES ($1, $2, 'vehicle', $3, 'change', '{"registration": "SBC 0659"}', '{"registration": "ZZZ 9"}')`;
  await query(rename, root, ago(100), String(vehicleId));
  for (const text of ['SBC 0659 was speeding', 'zzz 9 was speeding', 'ABC 1 was speeding'])
    await query(
      `INSERT INTO mails (organisation_id, at, recipient, subject, text, state) VALUES ($1, $2, 'a@b.example', '', $3, 'sent')`,
      root,
      ago(50),
      text,
    );
  for (const registration of ['SBC 0659', 'ABC 1'])
    await query(
      `INSERT INTO audit_log (organisation_id, at, subject, subject_id, action, after)
       VALUES ($1, $2, 'installation', '1', 'create', jsonb_build_object('vehicle', $3::text))`,
      root,
      ago(50),
      registration,
    );
  await query(
    `INSERT INTO legal_holds (organisation_id, vehicle_id, set_by_organisation_id, from_time, to_time, reason)
     VALUES ($1, $2, $1, $3, $4, 'Accident')`,
    root,
    vehicleId,
    ago(52),
    ago(45),
  );
  await keep(root, { messages: 30, audit: 30 });
  for (let night = 0; night < 2; night++) {
    await apply();
    expect(await query('SELECT text FROM mails ORDER BY id')).toEqual([
      { text: 'SBC 0659 was speeding' },
      { text: 'zzz 9 was speeding' },
    ]);
    expect(
      await query("SELECT subject FROM audit_log WHERE subject <> 'retention' AND at < $1 ORDER BY id", ago(30)),
    ).toEqual([{ subject: 'vehicle' }, { subject: 'installation' }]);
  }
});

it('keeps positions until each organisation that holds the past of a moved vehicle lets them go', async () => {
  const other = await addOrganisation(db.database, 'Other', root);
  const one = await addVehicle('A 1', root);
  await report(one.deviceId, 60, 45, 1);
  await query('UPDATE installations SET removed_at = $2 WHERE id = $1', one.installationId, ago(10));
  const there = await addVehicle('B 1', other);
  await query(
    'UPDATE installations SET device_id = $2, installed_at = $3, removed_at = $4 WHERE id = $1',
    there.installationId,
    one.deviceId,
    ago(50),
    ago(10),
  );
  await keep(root, { positions: 30 });
  await keep(other, { positions: 'forever' });
  await apply();
  expect(await daysOf(one.deviceId)).toEqual([45, 1]);
  await keep(other, { positions: 40 });
  await apply();
  expect(await daysOf(one.deviceId)).toEqual([1]);
});

it('advances at most two days when the clock jumps a year ahead, and follows it back', async () => {
  const one = await addVehicle('A 1', root);
  await report(one.deviceId, 29, 27, 1);
  await keep(root, { positions: 30 });
  await applyRetention(db.database, { signal: never, now: ago(-365) });
  expect(await daysOf(one.deviceId)).toEqual([27, 1]);
  await applyRetention(db.database, { signal: never, now: ago(-365, 1) });
  expect(await daysOf(one.deviceId)).toEqual([27, 1]);
  await apply();
  expect(await query('SELECT at FROM retention_clock')).toEqual([{ at: NOW }]);
});

it('stops deleting by former periods as soon as others are chosen', async () => {
  const one = await addVehicle('A 1', root);
  for (const days of [60, 50]) await trip(one, days);
  await keep(root, { facts: 30 });
  // Another choice is made while a piece is deleted: the trigger stands for a person who saves at this moment.
  await query(`CREATE FUNCTION choose_otherwise() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    UPDATE organisations SET retention = '{"facts": "forever"}'; RETURN NULL; END $$`);
  await query('CREATE TRIGGER otherwise AFTER DELETE ON trips FOR EACH STATEMENT EXECUTE FUNCTION choose_otherwise()');
  expect(await apply(1)).toBe(true);
  expect(await tripDays(one.vehicleId)).toHaveLength(1);
});
