import { afterAll, beforeAll, expect, it } from 'vitest';
import { addTracked } from '../../testing/insert-facts.ts';
import { addOrganisation } from '../../testing/organisations.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { readDashboard, readWeekdays } from '../dashboard/dashboard.ts';
import { readTimeline } from '../timeline/timeline.ts';
import { readVehicleDay, readVehicleDays } from '../timeline/vehicle-day.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let test: TestDatabase;
let organisationId: number;
let vehicleId: number;
/** The last midnight, and two days and 16 hours before now. */
const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const seenAt = Date.now() - 64 * HOUR_MS;

beforeAll(async () => {
  test = await testDatabase();
  organisationId = await addOrganisation(test.database, 'North');
  ({ vehicleId } = await addSeen('SILENT 1', seenAt));
  await addSeen('FRESH 1', Date.now() - HOUR_MS);
  const { installationId } = await addSeen('BARE 1', seenAt);
  await test.database.query('UPDATE installations SET removed_at = now() WHERE id = $1', [installationId]);
});
afterAll(() => test?.close());

async function addSeen(registration: string, ms: number) {
  const made = await addTracked(test.database, { registration, organisationId });
  await test.database.query('INSERT INTO tracking_states (installation_id, time, hash, state) VALUES ($1, $2, 0, $3)', [
    made.installationId,
    new Date(ms),
    JSON.stringify({ seenAt: ms }),
  ]);
  return made;
}

const scope = () => ({ organisationId, organisationIds: [organisationId], root: false, limit: null });
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const todayS = () => (Date.now() - midnight) / 1000;
const near = (seconds: number) => expect.closeTo(seconds, -2);

it('makes every day since the last contact unknown, and nothing before it', async () => {
  const { days } = await readVehicleDays(test.database, scope(), { vehicleId, days: 7 }, new Date());
  const firstS = (Math.ceil(seenAt / DAY_MS) * DAY_MS - seenAt) / 1000;
  const whole = Math.round((midnight - seenAt) / 1000 - firstS) / 86_400;
  expect(days.map(({ unseenS }) => unseenS)).toEqual([
    near(todayS()),
    ...Array.from({ length: whole }, () => 86_400),
    near(firstS),
  ]);
  expect(days[0]).toMatchObject({ day: dayOf(Date.now()), stopS: 0, tripS: 0, engineKnownS: 0 });
});

it('is the same on the dashboard, by the hour, in the timeline and on the card', async () => {
  const now = new Date();
  const today = dayOf(now.getTime());
  const clock = { timeZone: 'UTC', today };
  const range = { from: today, to: today };
  const dashboard = await readDashboard(test.database, scope(), { range, clock, by: 'unseen', now });
  expect(dashboard.sums).toMatchObject({ unseenS: near(todayS()), stopS: 0 });
  expect(dashboard.top.map(({ registration }) => registration)).toEqual(['SILENT 1']);
  const hours = dashboard.series.rows.map(({ unseenS }) => unseenS);
  expect(hours.reduce((a, b) => a + b, 0)).toEqual(near(todayS()));
  const { days } = await readWeekdays(test.database, scope(), { clock, now });
  // No data was received on this day, but its unknown time is known.
  expect(days[0]).toMatchObject({ known: false, untilNow: { unseenS: near(todayS()) } });

  const span = { from: new Date(midnight), to: new Date(midnight + DAY_MS) };
  const request = { ...span, search: '', sort: 'registration', direction: 'desc' as const, page: 1, pageSize: 10 };
  const { rows } = await readTimeline(test.database, scope(), request, () => null);
  expect(rows.map(({ registration, bands, totals }) => [registration, bands.length, totals.unseenS])).toEqual([
    ['SILENT 1', 1, near(todayS())],
    ['FRESH 1', 0, 0],
    ['BARE 1', 0, 0],
  ]);
  expect(rows[0]?.bands[0]).toMatchObject({ kind: 'unknown', start: new Date(seenAt).toISOString(), open: true });
  const card = await readVehicleDay(test.database, scope(), { vehicleId, ...span, alarms: false }, () => null);
  expect(card.totals.unseenS).toEqual(near(todayS()));
});

it('ends when the vehicle is deleted: earlier days stay, and it is not in today’s', async () => {
  const { vehicleId: goneId } = await addSeen('GONE 1', seenAt);
  await test.database.query('UPDATE vehicles SET deleted_at = $2 WHERE id = $1', [
    goneId,
    new Date(seenAt + 10 * HOUR_MS),
  ]);
  const now = new Date();
  const { days } = await readVehicleDays(test.database, scope(), { vehicleId: goneId, days: 7 }, now);
  expect(days.reduce((sum, { unseenS }) => sum + unseenS, 0)).toEqual(near(10 * 3600));
  const today = dayOf(now.getTime());
  const range = { from: today, to: today };
  const { sums } = await readDashboard(test.database, scope(), {
    range,
    clock: { timeZone: 'UTC', today },
    by: 'unseen',
    now,
  });
  expect(sums.unseenS).toEqual(near(todayS()));
});

it('ends when the vehicle is sold: later days have no unknown time, and it is not in today’s', async () => {
  const { vehicleId: soldId } = await addSeen('SOLD 1', seenAt);
  const soldAt = new Date(seenAt + 10 * HOUR_MS);
  await test.database.query(`UPDATE vehicles SET status = 'sold', status_since = $2 WHERE id = $1`, [soldId, soldAt]);
  const now = new Date();
  const { days } = await readVehicleDays(test.database, scope(), { vehicleId: soldId, days: 7 }, now);
  expect(days.reduce((sum, { unseenS }) => sum + unseenS, 0)).toEqual(near(10 * 3600));
  const today = dayOf(now.getTime());
  const range = { from: today, to: today };
  const clock = { timeZone: 'UTC', today };
  const { sums, top, bottom } = await readDashboard(test.database, scope(), { range, clock, by: 'unseen', now });
  expect([...top, ...bottom].map(({ registration }) => registration)).not.toContain('SOLD 1');
  expect(sums.unseenS).toEqual(near(todayS()));
});
