import type { ReportParams } from '@milepost/contract/report-operations';
import type { OperationOutput } from '@milepost/contract/operation';
import { OPERATIONS, type Operations } from '@milepost/contract/operations';
import { httpFixture, type HttpFixture } from './http-fixture.ts';
import {
  addTracked,
  insertAlarm,
  insertDay,
  insertFence,
  insertIdle,
  insertStop,
  insertFuelChange,
  insertReadings,
  insertSensor,
  insertSwitch,
  insertTrip,
  insertVisit,
} from './insert-facts.ts';
import { addOffice } from './report-office-fixture.ts';
import { addRuns } from './report-runs-fixture.ts';
import type { TestBrowser } from './test-browser.ts';
import { fakePlaces } from './fake-places.ts';

export type ReportAnswer = OperationOutput<Operations['get-report']>;

/** The week of the facts: 29 March 2026 had 23 hours in Madrid. */
export const WEEK = { from: '2026-03-27', to: '2026-03-31' };

export interface ReportFixture {
  http: HttpFixture;
  admin: TestBrowser;
  /** Vehicles: two of the group North, one without a group. */
  ids: { north: number; vans: number; first: number; second: number; alone: number };
}

/**
 * A company in Madrid with three vehicles and a few days of facts, some across midnight and some across the end of the
 * week.
 */
export async function reportFixture(): Promise<ReportFixture> {
  const http = await httpFixture({ places: fakePlaces((lat) => (lat === -34.9 ? 'Port' : null)) });
  const { database } = http;
  await database.query(`UPDATE organisations SET time_zone = 'Europe/Madrid' WHERE id = 1`);
  const group = async (name: string) => {
    const made = await database.query<{ id: number }>(
      'INSERT INTO vehicle_groups (organisation_id, name) VALUES (1, $1) RETURNING id',
      [name],
    );
    return made.rows[0]?.id ?? 0;
  };
  const [north, vans] = [await group('North'), await group('Vans')];
  const first = await addTracked(database, { registration: 'SBA 1', groupId: north });
  const second = await addTracked(database, { registration: 'sba 2', groupId: north });
  const alone = await addTracked(database, { registration: 'ZZZ 9' });
  const fence = await insertFence(database, { name: 'Depot' });
  for (const [index, of] of [first, second, alone].entries()) {
    const cold = await insertSensor(database, of, { name: 'Load space', kind: 'temperature', unit: '°C' });
    const tank = await insertSensor(database, of, { name: 'Tank', kind: 'fuelLevel', unit: 'L' });
    const door = await insertSensor(database, of, { name: 'Load door', kind: 'door' });
    for (const day of ['27', '28', '29', '30', '31']) {
      const on = (time: string) => `2026-03-${day}T${time}Z`;
      await insertTrip(database, of, {
        start: on('06:00:00'),
        end: on('07:10:00'),
        distanceM: 40_000 + index * 1000 + Number(day),
        idleS: 300,
        engineSource: of === alone ? 'movement' : 'wire',
      });
      await insertStop(database, of, { start: on('07:10:00'), end: on('09:00:00'), idleS: 600 });
      await insertIdle(database, of, { start: on('07:10:00'), end: on('07:20:00') });
      await insertVisit(database, of, { start: on('07:00:00'), end: on('09:05:00'), fenceId: fence, distanceM: 700 });
      await insertFuelChange(database, of, {
        start: on('07:12:00'),
        end: on('07:16:00'),
        change: 'fill',
        litres: 40,
        beforeL: 10,
      });
      await insertSwitch(database, of, { start: on('07:11:00'), end: on('07:20:00'), name: 'door' });
      const read = { start: on('06:30:00'), end: on('07:30:00') };
      await insertReadings(database, of, {
        ...read,
        sensorId: cold,
        steps: [
          [0, 4],
          [600, 9 + index],
          [1200, 1],
          [1800, 5],
        ],
      });
      await insertReadings(database, of, {
        start: on('05:50:00'),
        end: on('06:50:00'),
        sensorId: tank,
        steps: [
          [0, 60],
          [2400, 54 - index],
        ],
      });
      await insertReadings(database, of, {
        ...read,
        sensorId: door,
        steps: [
          [0, 0],
          [2460, 1],
          [3000, 0],
        ],
      });
      await insertAlarm(database, of, {
        start: on('06:30:00'),
        clearedAt: on('06:35:00'),
        ...(of !== alone && { acknowledgedAt: on('06:32:00') }),
      });
      await insertDay(database, of, { day: `2026-03-${day}`, distanceM: 40_000 + index * 1000 + Number(day) });
    }
    // Across a midnight in Madrid, which is at 22:00 or 23:00 UTC, and across the end of the week.
    await insertTrip(database, of, { start: '2026-03-28T22:30:00Z', end: '2026-03-28T23:30:00Z', distanceM: 30_000 });
    await insertStop(database, of, { start: '2026-03-31T20:00:00Z', end: '2026-04-01T04:00:00Z', idleS: 60 });
    await insertSwitch(database, of, { start: '2026-03-26T21:00:00Z', end: '2026-03-29T05:00:00Z', name: 'ac' });
    await insertStop(database, of, { start: '2026-03-26T21:00:00Z', end: '2026-03-27T05:00:00Z' });
  }
  await database.query(
    `WITH d AS (INSERT INTO drivers (organisation_id, name, group_ids) VALUES (1, 'Ana', ARRAY[$1::int]) RETURNING id)
     INSERT INTO driver_assignments (vehicle_id, driver_id, from_time, to_time, source)
     SELECT v, d.id, '2026-03-28T08:00Z', '2026-03-29T20:00Z', 'assignment' FROM d, unnest($2::int[]) v`,
    [north, [first.vehicleId, second.vehicleId]],
  );
  await database.query(
    `INSERT INTO overspeeds (installation_id, key, confirmed_at, vehicle_id, started_at, ended_at, duration_s, lat, lon,
       limit_kph, max_kph, distance_m)
     SELECT i.id, 'fast', now(), i.vehicle_id, '2026-03-28T06:20Z', '2026-03-28T06:21Z', 60, -34.9, -56.2, 80, 96, 1500
     FROM installations i WHERE i.vehicle_id = ANY($1)`,
    [[first.vehicleId, alone.vehicleId]],
  );
  await database.query(
    `INSERT INTO device_doubts (device_id, day, kind, times, at, address, other_address)
     SELECT i.device_id, current_date, doubt.kind, doubt.times, now(), '192.0.2.7', doubt.other
     FROM installations i, (VALUES ('secret', 3, NULL), ('twoSenders', 2, '192.0.2.9')) doubt(kind, times, other)
     WHERE i.vehicle_id = $1 AND i.removed_at IS NULL`,
    [first.vehicleId],
  );
  await addOffice(database, { first: first.vehicleId, alone: alone.vehicleId });
  await addRuns(database, { first: first.vehicleId, second: second.vehicleId });
  const admin = await http.signedIn();
  return {
    http,
    admin,
    ids: { north, vans, first: first.vehicleId, second: second.vehicleId, alone: alone.vehicleId },
  };
}

/** A person's view of a report. */
export async function requestReport(
  browser: TestBrowser,
  kind: string,
  params: ReportParams & { page?: number; pageSize?: number } = {},
): Promise<ReportAnswer> {
  const { status, ...answer } = await browser.call('get-report', { kind, ...params });
  if (status !== 200) throw new Error(`${kind} answered ${JSON.stringify(answer)}`);
  return OPERATIONS['get-report'].output.parse(answer);
}

/** The rows of a report and its totals, with cells by the keys of their columns. */
export async function requestRows(browser: TestBrowser, kind: string, params: ReportParams = {}) {
  const { columns, rows, totals } = await requestReport(browser, kind, params);
  const byKey = (cells: readonly unknown[]): Record<string, unknown> =>
    Object.fromEntries(columns.map(({ key }, index) => [key, cells[index]]));
  return { rows: rows.map(({ cells }) => byKey(cells)), totals: byKey(totals.cells) };
}
