import type { Attributes, Message } from '@milepost/protocols/types';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import type { BusEvents } from '../bus/bus.ts';
import { install, lockInstallations } from '../store/fleet/change-installations.ts';
import { inTransaction } from '../store/database.ts';
import { DEPOT } from '../testing/journeys.ts';
import { addUser } from '../testing/organisations.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { differences, settled, type TrackingHarness, trackingHarness, watched } from '../testing/tracking-harness.ts';

let test: TestDatabase;
let harness: TrackingHarness;
beforeAll(async () => {
  test = await testDatabase();
  harness = await trackingHarness(test);
});
afterAll(async () => {
  await harness?.close();
  await test?.close();
});

/** A vehicle known to tracking from its start. */
async function tracked(identity: string, prepare?: (organisationId: number) => Promise<unknown>) {
  const ids = await watched(test, identity);
  await prepare?.(ids.organisationId);
  await harness.close();
  harness = await trackingHarness(test);
  return ids;
}

const SOON = { timeout: 20_000, interval: 50 };
const MINUTE = 60_000;
/** The whole second two hours ago. */
const T0 = Math.floor(Date.now() / 1000) * 1000 - 120 * MINUTE;

/** A report this many minutes after T0 and metres north of the depot (a degree is 111,195 m). */
function at(minute: number, northM: number, speedKph: number, attributes: Attributes = { ignition: true }): Message {
  const time = new Date(T0 + minute * MINUTE);
  const place = { lat: DEPOT.lat + northM / 111_195, lon: DEPOT.lon };
  const fix = { time, valid: true, ...place, altitudeM: null, speedKph, courseDeg: 0 };
  return { kind: 'report', deviceTime: null, fix, attributes };
}

/** Drives north at 36 km/h: 300 m in each of `halves` half minutes. */
const drive = (fromMinute: number, halves: number, fromM = 0) =>
  Array.from({ length: halves }, (_, half) => at(fromMinute + half / 2, fromM + half * 300, 36));

const store = (deviceId: number, ...messages: Message[]) =>
  harness.store([{ deviceId, messages, receivedAt: Date.now() }]);

async function rowsOf<Row extends object>(sql: string, ...parameters: unknown[]): Promise<Row[]> {
  const { rows } = await test.database.query<Row>(sql, parameters);
  return rows;
}
const trips = (vehicleId: number) =>
  rowsOf<{ from: number; to: number | null; endReason: string | null }>(
    `SELECT (extract(epoch FROM started_at) * 1000)::float8 AS from, (extract(epoch FROM ended_at) * 1000)::float8 AS to,
            end_reason AS "endReason" FROM trips WHERE vehicle_id = $1 ORDER BY started_at`,
    vehicleId,
  );
const alarmsOf = (vehicleId: number, kind: string) =>
  rowsOf<{ id: number; installationId: number; open: boolean; count: number; acknowledged: boolean }>(
    `SELECT a.id, a.installation_id AS "installationId", a.cleared_at IS NULL AS open, a.count,
            a.acknowledged_at IS NOT NULL AS acknowledged
       FROM alarms a JOIN alarm_rules r ON r.id = a.rule_id
      WHERE a.vehicle_id = $1 AND r.condition->>'kind' = $2 ORDER BY a.id`,
    vehicleId,
    kind,
  );

it('stores the begin of a trip with the positions that show it, and its end with theirs', async () => {
  const { deviceId, vehicleId } = await tracked('begins');
  await store(deviceId, at(0, 0, 0), ...drive(1, 10));
  expect(await trips(vehicleId)).toEqual([{ from: T0 + MINUTE, to: null, endReason: null }]);
  await store(deviceId, at(6, 2700, 0, { ignition: false }), at(10, 2700, 0, { ignition: false }));
  expect(await trips(vehicleId)).toMatchObject([{ endReason: 'ignition' }]);
});

it('ends a trip when the device leaves the vehicle, and begins a new one in the next vehicle', async () => {
  // Disabled, because silence alarms depend on when the test looks.
  const { deviceId, vehicleId, organisationId } = await tracked('moves-1', (id) =>
    rowsOf(`UPDATE alarm_rules SET enabled = name <> 'noData' WHERE organisation_id = $1`, id),
  );
  const { rows } = await test.database.query<{ id: number }>(
    `INSERT INTO vehicles (organisation_id, registration, type) VALUES ($1, 'Other', 'van') RETURNING id`,
    [organisationId],
  );
  const other = rows[0]?.id ?? 0;
  await store(deviceId, at(0, 0, 0), ...drive(1, 20));
  // The device was moved at minute 8; the fixes from then on were stored before the move was entered.
  await inTransaction(test.database, async (db) => {
    await lockInstallations(db);
    await install(db, organisationId, deviceId, other, new Date(T0 + 8 * MINUTE).toISOString());
  });
  harness.bus.publish('fleet-changed', { organisationId });
  await expect.poll(() => trips(vehicleId), SOON).toMatchObject([{ endReason: 'deviceChange', to: T0 + 7.5 * MINUTE }]);
  await store(deviceId, ...drive(11, 10, 6000));
  await settled(harness);
  expect(await trips(other)).toMatchObject([{ from: T0 + 8 * MINUTE, to: null }]);
  expect(await rowsOf('SELECT FROM stops WHERE vehicle_id = $1 AND ended_at IS NULL', vehicleId)).toHaveLength(0);
  // A late report from before the change, and one for the vehicle that the device is in now.
  await store(deviceId, at(3.25, 1350, 40), at(9.75, 5250, 41));
  await settled(harness);
  expect(await trips(vehicleId)).toMatchObject([{ endReason: 'deviceChange', to: T0 + 7.5 * MINUTE }]);
  await harness.close();
  for (const id of [vehicleId, other]) {
    const [found] = await differences(test, id);
    expect(found).toEqual({ facts: found?.facts });
  }
  harness = await trackingHarness(test);
});

it('applies at the start what changed while it did not run', async () => {
  const { deviceId, vehicleId } = await tracked('moves-unseen');
  await store(deviceId, at(0, 0, 0), ...drive(1, 20));
  await harness.kill();
  await rowsOf('UPDATE installations SET removed_at = $2 WHERE device_id = $1', deviceId, new Date(T0 + 8 * MINUTE));
  harness = await trackingHarness(test);
  await expect.poll(() => trips(vehicleId), SOON).toMatchObject([{ endReason: 'deviceChange', to: T0 + 7.5 * MINUTE }]);
  // Then the move is undone.
  await harness.kill();
  await rowsOf('UPDATE installations SET removed_at = NULL WHERE device_id = $1', deviceId);
  harness = await trackingHarness(test);
  await expect.poll(() => trips(vehicleId), SOON).toMatchObject([{ to: null, endReason: null }]);
});

it('stores reports of wrong clocks, and derives no facts from them', async () => {
  const { deviceId, vehicleId } = await tracked('wrong-clocks');
  const year = 365 * 24 * 60;
  await store(deviceId, at(0, 0, 0), at(-20 * year, 0, 0), at(20 * year, 90_000, 80), at(200, 50_000, 70));
  await store(deviceId, ...drive(1, 10), at(131, 90_000, 90));
  await settled(harness);
  expect(await rowsOf('SELECT FROM positions WHERE device_id = $1', deviceId)).toHaveLength(15);
  expect(await trips(vehicleId)).toEqual([{ from: T0 + MINUTE, to: null, endReason: null }]);
});

it('preserves what people did with an alarm that is recomputed, and does not reopen a closed one', async () => {
  const { deviceId, vehicleId } = await tracked('handled');
  const published: BusEvents['alarms-changed'][] = [];
  harness.bus.subscribe('alarms-changed', (event) => published.push(event));
  await store(deviceId, at(0, 0, 0), at(1, 0, 0, { alarm: ['sos'] }));
  const [alarm] = await alarmsOf(vehicleId, 'device');
  expect(alarm).toMatchObject({ open: true, count: 1 });
  const { id = 0, installationId = 0 } = alarm ?? {};
  expect(published.flatMap(({ alarms }) => alarms)).toContainEqual(expect.objectContaining({ id, vehicleId }));

  await rowsOf('UPDATE alarms SET acknowledged_at = now() WHERE id = $1', id);
  await store(deviceId, at(0.5, 5, 0));
  await settled(harness);
  expect(await alarmsOf(vehicleId, 'device')).toMatchObject([{ id, open: true, acknowledged: true }]);

  // Cleared by a person at minute 2 of the device's clock.
  await rowsOf(
    'UPDATE alarms SET cleared_at = $2, cleared_by_hand_at = $2 WHERE id = $1',
    id,
    new Date(T0 + 2 * MINUTE),
  );
  harness.bus.publish('alarm-cleared', { installationId });
  await store(deviceId, at(1.5, 5, 0));
  expect(await alarmsOf(vehicleId, 'device')).toMatchObject([{ id, open: false }]);
  await store(deviceId, at(3, 0, 0), at(2.75, 0, 0));
  await settled(harness);
  expect(await alarmsOf(vehicleId, 'device')).toMatchObject([{ id, open: false, count: 1 }]);
});

it('requires acknowledgement again when the condition recurs after an alarm was cleared', async () => {
  const { deviceId, vehicleId, organisationId } = await tracked('again', (id) =>
    rowsOf('UPDATE alarm_rules SET cool_down_s = 3600 WHERE organisation_id = $1', id),
  );
  await store(deviceId, at(0, 0, 0), at(1, 0, 0, { alarm: ['sos'] }));
  const [{ id, installationId } = { id: 0, installationId: 0 }] = await alarmsOf(vehicleId, 'device');
  const ana = await addUser(test.database, { username: 'ana', password: 'pass-word', organisationId, grants: {} });
  await rowsOf(
    `UPDATE alarms SET cleared_at = $2, cleared_by_hand_at = $2, cleared_by = $3, acknowledged_at = now(),
            acknowledged_by = $3, reason_code = 'falseAlarm', notified_at = now() WHERE id = $1`,
    id,
    new Date(T0 + 2 * MINUTE),
    ana,
  );
  const isDue = async () => (await rowsOf('SELECT FROM alarms WHERE id = $1 AND notified_at IS NULL', id)).length === 1;
  harness.bus.publish('alarm-cleared', { installationId });
  const history = () =>
    rowsOf<{ action: string; reason: string | null }>(
      `SELECT h.action, a.reason_code AS reason FROM alarms a LEFT JOIN alarm_handling h ON h.alarm_id = a.id WHERE a.id = $1`,
      id,
    );
  await store(deviceId, at(3, 0, 0));
  expect(await isDue()).toBe(false);
  expect(await history()).toEqual([{ action: null, reason: 'falseAlarm' }]);
  await store(deviceId, at(4, 0, 0, { alarm: ['sos'] }));
  expect(await isDue()).toBe(true);
  expect(await history()).toEqual([{ action: 'reopen', reason: null }]);
  expect(await alarmsOf(vehicleId, 'device')).toMatchObject([{ id, open: true, count: 2, acknowledged: false }]);
  // An acknowledgement of the current state survives a recomputation.
  await rowsOf('UPDATE alarms SET acknowledged_at = now(), acknowledged_by = $2 WHERE id = $1', id, ana);
  await store(deviceId, at(2.5, 0, 0));
  await settled(harness);
  expect(await alarmsOf(vehicleId, 'device')).toMatchObject([{ id, open: true, count: 2, acknowledged: true }]);
  expect(await history()).toHaveLength(1);
});

it('raises an alarm while a device is silent, also after a restart, and ends it', async () => {
  const { deviceId, vehicleId } = await tracked('silent', (id) =>
    rowsOf(
      `UPDATE alarm_rules SET condition = condition || '{"afterS": 4}' WHERE organisation_id = $1 AND name = 'noData'`,
      id,
    ),
  );
  const noData = () => alarmsOf(vehicleId, 'noData');
  // The report is two hours old by the device's clock and arrives just now by ours: the device sends its backlog.
  await store(deviceId, at(0, 0, 0));
  expect(await noData()).toEqual([]);
  await expect.poll(noData, SOON).toMatchObject([{ open: true }]);
  const [alarm] = await noData();
  await harness.close();
  harness = await trackingHarness(test);
  // The silence of two hours was also a silence of the device.
  await store(deviceId, at(119, 0, 0));
  expect(await noData()).toEqual([{ ...alarm, open: false }]);
}, 60_000);

it('raises one alarm for a vehicle that is absent from where it should be and does not report, also after a restart', async () => {
  // Half an hour after T0, or up to a minute less, on the clocks of Kolkata, which are 5 h 30 min ahead.
  const atMin = (T0 / MINUTE + 30 + 330) % 1440;
  const { deviceId, vehicleId } = await tracked('absent', (id) =>
    rowsOf(
      `UPDATE alarm_rules r SET holds_since = '2026-01-01', condition = jsonb_build_object('kind', 'notInArea', 'atMin', $2::int, 'toleranceS', 0,
              'weekdays', '[0,1,2,3,4,5,6]'::jsonb, 'fenceIds', jsonb_build_array(g.id))
         FROM geofences g WHERE r.organisation_id = $1 AND r.name = 'noData' AND g.organisation_id = $1 AND g.name = 'f100'`,
      id,
      Math.floor(atMin),
    ),
  );
  const absent = () => alarmsOf(vehicleId, 'notInArea');
  const storeReports = (...messages: Message[]) => store(deviceId, ...messages);
  await storeReports(at(0, 3000, 0), at(1, 3000, 0));
  expect(await absent()).toEqual([]);
  // A report may be delayed by two minutes, which the faked clock skips.
  const realNow = Date.now.bind(Date);
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + 5 * MINUTE);
  onTestFinished(() => clock.mockRestore());
  await expect.poll(absent, { timeout: 40_000 }).toMatchObject([{ open: true, count: 1 }]);
  clock.mockRestore();
  const [alarm] = await absent();
  await harness.close();
  harness = await trackingHarness(test);
  // The next report leads to the same alarm, which stays until the vehicle is there.
  await storeReports(at(60, 3000, 0));
  await settled(harness);
  expect(await absent()).toEqual([alarm]);
  // A backlog from elsewhere changes nothing.
  await storeReports(at(20, 3000, 0), at(40, 3000, 0));
  await settled(harness);
  expect(await absent()).toEqual([alarm]);
  await storeReports(at(70, 0, 0), at(71, 0, 0));
  expect(await absent()).toEqual([{ ...alarm, open: false }]);
  // The vehicle arrived in time after all, so the alarm disappears.
  await storeReports(at(28, 0, 0), at(29, 0, 0), at(30.5, 0, 0));
  await settled(harness);
  expect(await absent()).toEqual([]);
}, 90_000);

it('preserves each day on which a silent vehicle was absent when an earlier report arrives late', async () => {
  const atMin = Math.floor((T0 / MINUTE + 30 + 330) % 1440);
  const { deviceId, vehicleId } = await tracked('absent-days', (id) =>
    rowsOf(
      `UPDATE alarm_rules r SET holds_since = '2026-01-01', condition = jsonb_build_object('kind', 'notInArea', 'atMin', $2::int, 'toleranceS', 0,
              'weekdays', '[0,1,2,3,4,5,6]'::jsonb, 'fenceIds', jsonb_build_array(g.id))
         FROM geofences g WHERE r.organisation_id = $1 AND r.name = 'noData' AND g.organisation_id = $1 AND g.name = 'f100'`,
      id,
      atMin,
    ),
  );
  const absent = () => alarmsOf(vehicleId, 'notInArea');
  await store(deviceId, at(0, 3000, 0), at(1, 3000, 0));
  // The scheduled time is half an hour after T0, which is past, and the same on each of the three days after it.
  const realNow = Date.now.bind(Date);
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + 3 * 1440 * MINUTE);
  onTestFinished(() => clock.mockRestore());
  await expect.poll(absent, { timeout: 40_000 }).toMatchObject([false, false, false, true].map((open) => ({ open })));
  const all = await absent();
  await store(deviceId, at(0.5, 3000, 0));
  await settled(harness);
  expect(await absent()).toEqual(all);
  await harness.close();
  harness = await trackingHarness(test);
  await store(deviceId, at(0.25, 3000, 0));
  await settled(harness);
  expect(await absent()).toEqual(all);
  const [found] = await differences(test, vehicleId);
  expect(found).toEqual({ facts: found?.facts });
}, 90_000);

it('ends a silence when the backlog arrives, and raises none for hours in which the server did not receive', async () => {
  const { deviceId, vehicleId, organisationId } = await tracked('kept');
  const noData = () => alarmsOf(vehicleId, 'noData');
  await store(deviceId, at(0, 0, 0));
  await rowsOf(
    `INSERT INTO alarms (installation_id, key, confirmed_at, vehicle_id, rule_id, started_at, last_at, count, severity)
     SELECT i.id, 'alarm:' || r.id || ':' || $3::text, now(), i.vehicle_id, r.id, now(), now(), 1, 'major'
       FROM installations i, alarm_rules r
      WHERE i.device_id = $1 AND r.organisation_id = $2 AND r.name = 'noData'`,
    deviceId,
    organisationId,
    T0 + 30 * MINUTE,
  );
  await harness.close();
  harness = await trackingHarness(test);
  await store(deviceId, ...Array.from({ length: 24 }, (_, index) => at(5 + index * 4, 0, 0)));
  await expect.poll(noData, { timeout: 40_000 }).toMatchObject([{ open: false }]);
  expect(await noData()).toHaveLength(1);
}, 60_000);

it('evaluates the present geofences and rules of the vehicle', async () => {
  const { deviceId, vehicleId, organisationId } = await tracked('limited', async (id) => {
    const others = `UPDATE geofences SET vehicle_ids = '{999999}' WHERE organisation_id = $1 AND name <> 'f400'`;
    await rowsOf(others, id);
    await rowsOf('UPDATE alarm_rules SET all_vehicles = false WHERE organisation_id = $1', id);
  });
  await store(deviceId, ...drive(0, 4), at(2, 1000, 50));
  const inside = () =>
    rowsOf<{ name: string }>(
      'SELECT g.name FROM visits v JOIN geofences g ON g.id = v.fence_id WHERE v.vehicle_id = $1 ORDER BY g.name',
      vehicleId,
    );
  expect(await inside()).toEqual([{ name: 'f400' }]);
  expect(await rowsOf('SELECT FROM alarms WHERE vehicle_id = $1', vehicleId)).toHaveLength(0);

  await rowsOf(`UPDATE geofences SET vehicle_ids = $2 WHERE organisation_id = $1 AND name = 'f5000'`, organisationId, [
    vehicleId,
  ]);
  await rowsOf(`UPDATE alarm_rules SET vehicle_ids = $2 WHERE organisation_id = $1`, organisationId, [vehicleId]);
  harness.bus.publish('tracking-changed', { organisationId });
  await expect
    .poll(async () => {
      await store(deviceId, at(3 + Math.random(), 1500, 80));
      await settled(harness);
      const names = (await inside()).map(({ name }) => name);
      return [...names, (await alarmsOf(vehicleId, 'overspeed')).length];
    }, SOON)
    .toEqual(['f400', 'f5000', 1]);
});

it('stores positions while tracking fails, and catches up afterwards', async () => {
  // An invalid schedule, which nobody can enter but an internal error could produce.
  const { deviceId, vehicleId, organisationId } = await tracked('fault', (id) =>
    rowsOf(`UPDATE alarm_rules SET schedule = '[5,5,5,5,5,5,5]' WHERE organisation_id = $1`, id),
  );
  await store(deviceId, at(0, 0, 0), ...drive(1, 10), at(5.9, 2600, 75));
  expect(await rowsOf('SELECT FROM positions WHERE device_id = $1', deviceId)).toHaveLength(12);
  expect(await trips(vehicleId)).toEqual([]);
  await rowsOf('UPDATE alarm_rules SET schedule = NULL WHERE organisation_id = $1', organisationId);
  // A change that cannot be applied does not stop those behind it.
  harness.bus.publish('past-changed', { marks: [{ installationId: 1, lateAt: NaN }] });
  harness.bus.publish('tracking-changed', { organisationId });
  await expect.poll(() => trips(vehicleId), SOON).toHaveLength(1);
  await store(deviceId, at(6.5, 2900, 40));
  await settled(harness);
  expect(await alarmsOf(vehicleId, 'overspeed')).toHaveLength(1);
}, 30_000);

it('retains the facts of days whose positions were dropped', async () => {
  const { deviceId, vehicleId } = await tracked('dropped');
  const journey = [
    at(0, 0, 0),
    ...drive(1, 10),
    at(20, 2700, 0, { ignition: false }),
    at(40, 2700, 0, { ignition: false }),
  ];
  await store(deviceId, ...journey, ...drive(45, 10, 2700), at(50.5, 5700, 0), at(80, 5700, 0));
  const before = await trips(vehicleId);
  expect(before).toHaveLength(2);
  await rowsOf('DELETE FROM positions WHERE device_id = $1 AND fix_time < $2', deviceId, new Date(T0 + 42 * MINUTE));
  await rowsOf('DELETE FROM tracking_states');
  await store(deviceId, at(60, 5700, 0));
  await settled(harness);
  expect((await trips(vehicleId))[0]).toEqual(before[0]);
});

/** Five minutes at 36 km/h after a quarter of an hour parked, with the state of the ignition wire. */
const way = (fromMinute: number, fromM: number, ignition: boolean) => [
  ...[0, 5, 10, 15].map((minute) => at(fromMinute + minute, fromM, 0, { ignition: false })),
  ...Array.from({ length: 10 }, (_, half) =>
    at(fromMinute + 15.5 + half / 2, fromM + (half + 1) * 300, half === 9 ? 0 : 36, { ignition }),
  ),
];
const towsOf = async (vehicleId: number) => (await rowsOf('SELECT FROM tows WHERE vehicle_id = $1', vehicleId)).length;

it.each(['live', 'killed before it could', 'late'])(
  'derives trips from drives after the wire was cut while parked, once the third one shows it: %s',
  async (how) => {
    const { deviceId, vehicleId } = await tracked(`cut-${how}`);
    await store(deviceId, ...way(0, 0, true));
    await store(deviceId, ...way(22, 3000, false));
    if (how !== 'late') await store(deviceId, ...way(44, 6000, false));
    await settled(harness);
    expect([await towsOf(vehicleId), await trips(vehicleId)]).toMatchObject([how === 'late' ? 1 : 2, [{}]]);
    await store(deviceId, ...way(66, 9000, false), at(94, 12_000, 0, { ignition: false }));
    if (how === 'killed before it could') {
      await harness.kill();
      harness = await trackingHarness(test);
      await store(deviceId, at(95, 12_000, 0, { ignition: false }));
    }
    if (how === 'late') await store(deviceId, ...way(44, 6000, false));
    await expect.poll(() => towsOf(vehicleId), SOON).toBe(0);
    await settled(harness);
    expect(await trips(vehicleId)).toHaveLength(4);
    await harness.close();
    const [found] = await differences(test, vehicleId);
    expect(found).toEqual({ facts: found?.facts });
    harness = await trackingHarness(test);
  },
);
