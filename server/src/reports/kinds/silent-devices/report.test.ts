import { afterAll, beforeAll, expect, test } from 'vitest';
import { addUser } from '../../../testing/organisations.ts';
import { requestReport, reportFixture, type ReportFixture } from '../../../testing/report-fixture.ts';

let fixture: ReportFixture;
beforeAll(async () => {
  fixture = await reportFixture();
  const { database } = fixture.http;
  const insertState = (vehicleId: number, ago: string) =>
    database.query(
      `INSERT INTO device_states (device_id, heard_at, tracking)
       SELECT device_id, now() - $2::interval, '{}' FROM installations WHERE vehicle_id = $1`,
      [vehicleId, ago],
    );
  await insertState(fixture.ids.first, '4 days');
  await insertState(fixture.ids.second, '20 hours');
});
afterAll(() => fixture.http.close());

const silent = async (own = {}) => {
  const { columns, rows } = await requestReport(fixture.admin, 'silent-devices', { own, sort: 'vehicle' });
  const at = (key: string) => columns.findIndex((column) => column.key === key);
  return rows.map(({ cells }) => [cells[at('vehicle')], cells[at('silentFor')]]);
};

test('lists silent devices with the duration, and those that never reported; never those of sold vehicles', async () => {
  expect(await silent()).toEqual([
    ['SBA 1', '3'],
    ['ZZZ 9', 'never'],
  ]);
  expect(await silent({ days: '7' })).toEqual([['ZZZ 9', 'never']]);
  await fixture.http.database.query(`UPDATE vehicles SET status = 'sold' WHERE id = $1`, [fixture.ids.alone]);
  expect(await silent({ days: '3' })).toEqual([['SBA 1', '3']]);
});

test('has the last position of a vehicle as numbers', async () => {
  const { http, ids } = fixture;
  await http.database.query(
    `UPDATE device_states SET lat = -348765432, lon = -561234567
     WHERE device_id = (SELECT device_id FROM installations WHERE vehicle_id = $1)`,
    [ids.first],
  );
  const { rows } = await requestReport(fixture.admin, 'silent-devices', { own: { days: '3' }, sort: 'vehicle' });
  expect(rows[0]?.place).toEqual({ lat: -34.8765432, lon: -56.1234567 });
});

test('devices and their SIM cards are shown only to people who may view vehicles', async () => {
  const { http } = fixture;
  const who = { username: 'reader', password: 'pass-word', organisationId: 1, grants: { reports: ['view'] } } as const;
  await addUser(http.database, who);
  const reader = await http.signedIn('reader', 'pass-word');
  expect(await reader.call('get-report', { kind: 'silent-devices' })).toMatchObject({ status: 403 });
  const { rows = [] } = await reader.call('get-reports', {});
  expect(rows.map(({ kind }) => kind)).not.toContain('silent-devices');
});
