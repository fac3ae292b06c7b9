import { afterAll, beforeAll, expect, test } from 'vitest';
import { alarmWords } from '../../notify/alarm-words.ts';
import { listDueAlarms } from '../../store/alarm-delivery/notices.ts';
import { takeDueAlarms } from '../../store/alarm-delivery/take-due-alarms.ts';
import { onlyRow } from '../../store/rows.ts';
import { addAlarm, addRule, addTrackedVehicle } from '../../testing/alarm-fixture.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

// The subject of an alarm besides its rule: the geofence, and the speed limit that was exceeded.

let fixture: HttpFixture;
let admin: TestBrowser;
let vehicle: Awaited<ReturnType<typeof addTrackedVehicle>>;
let schoolId: number;
beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
  vehicle = await addTrackedVehicle(fixture.database, 1, 'SBA 1');
  const made = await fixture.database.query<{ id: number }>(
    `INSERT INTO geofences (organisation_id, name, shape, south, north, west, east, area_m2)
     VALUES (1, 'School', '{}', 0, 0, 0, 0, 0) RETURNING id`,
  );
  schoolId = onlyRow(made).id;
});
afterAll(() => fixture.close());

/** An episode of speeding on that day, as tracking writes it. */
const speeding = (from: string, to: string | null, limitKph: number, fenceId: number | null) =>
  fixture.database.query(
    `INSERT INTO overspeeds (installation_id, key, confirmed_at, vehicle_id, started_at, ended_at, duration_s, lat, lon,
       limit_kph, max_kph, distance_m, fence_id)
     VALUES ($1, $2::text, $2::text::timestamptz, $3, $2::text::timestamptz, $4, 60, 0, 0, $5, 99, 100, $6)`,
    [vehicle.installationId, at(from), vehicle.vehicleId, to && at(to), limitKph, fenceId],
  );
const at = (clock: string) => `2026-02-02T${clock}:00Z`;

/** An alarm of a rule that begins at that time. */
async function alarmOf(condition: object, clock: string, more: { about?: string; value?: number } = {}) {
  const ruleId = await addRule(fixture.database, 1, { name: 'Rule', severity: 'minor', condition });
  return addAlarm(fixture.database, { ...vehicle, ruleId, severity: 'minor', startedAt: at(clock), ...more });
}
const shown = async (id: number) => (await admin.call('get-alarm', { id })).alarm;

test('an alarm about a geofence names it', async () => {
  const id = await alarmOf({ kind: 'geofenceEnter', fenceIds: null }, '00:00', { about: String(schoolId) });
  expect(await shown(id)).toMatchObject({ fenceName: 'School', limitKph: null, measures: null, code: null });
});

test('an alarm of speeding names the limit that was exceeded, and its geofence', async () => {
  await speeding('10:00', '10:05', 30, schoolId);
  await speeding('10:05', null, 80, null);
  const there = { kind: 'overspeed', limitKph: null };
  const value = 58;
  expect(await shown(await alarmOf(there, '10:02', { value }))).toMatchObject({
    fenceName: 'School',
    limitKph: 30,
    measures: 'speed',
  });
  // One limit ends where the next begins.
  expect(await shown(await alarmOf(there, '10:05', { value }))).toMatchObject({ fenceName: null, limitKph: 80 });
  // Nothing is displayed that is no longer known.
  expect(await shown(await alarmOf(there, '09:59', { value }))).toMatchObject({ fenceName: null, limitKph: null });
  // A rule with a limit of its own concerns no geofence.
  const own = { kind: 'overspeed', limitKph: 50 };
  expect(await shown(await alarmOf(own, '10:02', { value }))).toMatchObject({ fenceName: null, limitKph: 50 });
});

test('so do its messages', async () => {
  await fixture.database.query('UPDATE alarms SET notified_at = now()');
  const id = await alarmOf({ kind: 'overspeed', limitKph: null }, '10:02', { value: 58 });
  await takeDueAlarms(fixture.database, () => '');
  const { rows } = await fixture.database.query<{ userId: number }>(
    `SELECT user_id AS "userId" FROM alarm_notices WHERE alarm_id = $1 AND channel = 'bell'`,
    [id],
  );
  const [story] = await listDueAlarms(fixture.database, { userId: rows[0]?.userId ?? 0, channel: 'bell' }, 9);
  if (!story) throw new Error('nobody is told');
  const reader = { timeZone: 'UTC', units: 'metric', language: 'en' } as const;
  expect(alarmWords(story, reader, () => null).text).toMatch(/^58 km\/h, the limit in School is 30 km\/h · /);
});
