import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addTracked,
  insertAlarm,
  insertFence,
  insertStop,
  insertTow,
  insertTrip,
  insertVisit,
} from '../../../testing/insert-facts.ts';
import { addUser } from '../../../testing/organisations.ts';
import { askReport, reportFixture, type ReportFixture } from '../../../testing/report-fixture.ts';

const on = (time: string) => `2026-05-01T${time}:00Z`;

let fixture: ReportFixture;
let vehicleId: number;
beforeAll(async () => {
  fixture = await reportFixture();
  const { database } = fixture.http;
  const of = await addTracked(database, { registration: 'ALL 1' });
  ({ vehicleId } = of);
  const fenceId = await insertFence(database, { name: 'Yard' });
  await insertTrip(database, of, { start: on('08:00'), end: on('09:00'), distanceM: 50_000 });
  await insertVisit(database, of, { start: on('07:30'), end: on('08:05'), fenceId, distanceM: 900 });
  await insertAlarm(database, of, { start: on('08:30'), clearedAt: on('08:32'), rule: 'Door open' });
  await insertStop(database, of, { start: on('09:00'), end: null, durationS: 600 });
  await insertTow(database, of, { start: on('10:00'), end: on('10:10'), distanceM: 2000 });
});
afterAll(() => fixture.http.close());

const told = async (params: object) => {
  const { columns, rows, totals } = await askReport(fixture.admin, 'chronology', {
    vehicleIds: [vehicleId],
    ...params,
  });
  const of = (cells: readonly unknown[], key: string) => cells[columns.findIndex((column) => column.key === key)];
  return {
    rows: rows.map(({ cells }) => ['what', 'about', 'duration'].map((key) => of(cells, key))),
    distance: of(totals.cells, 'distance'),
  };
};
const DAY = { from: '2026-05-01', to: '2026-05-01' };

test('what happened stands in its order, and only what was driven is added up', async () => {
  expect(await told(DAY)).toEqual({
    rows: [
      ['visit', 'Yard', 2100],
      ['trip', null, 3600],
      ['alarm', 'Door open', 120],
      ['stop', null, 600],
      ['tow', null, 600],
    ],
    distance: 52_000,
  });
  expect((await told({ ...DAY, own: { only: 'alarm' } })).rows).toEqual([['alarm', 'Door open', 120]]);
});

test('a device that was fitted is part of the story', async () => {
  const { rows } = await told({ from: '2025-12-31', to: '2026-01-01' });
  expect(rows.map(([what, about]) => [what, about])).toEqual([['device', 'ALL 1']]);
});

test('nobody reads here of alarms or geofences whose role does not show them', async () => {
  const { http } = fixture;
  const who = { username: 'reader', password: 'pass-word', organisationId: 1, priority: 3, email: 'reader@x.org' };
  await addUser(http.database, { ...who, grants: { reports: ['view'], alarms: ['view'] } });
  const reader = await http.signedIn('reader', 'pass-word');
  expect((await reader.call('get-report', { kind: 'chronology' })).status).toBe(403);
  expect((await reader.call('get-report', { kind: 'trips' })).status).toBe(200);
});
