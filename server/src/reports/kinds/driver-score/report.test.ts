import { afterEach, beforeEach, expect, test } from 'vitest';
import { httpFixture, type HttpFixture } from '../../../testing/http-fixture.ts';
import { addTracked, insertIdle, insertTrip } from '../../../testing/insert-facts.ts';
import { requestReport, type ReportAnswer, WEEK } from '../../../testing/report-fixture.ts';
import type { TestBrowser } from '../../../testing/test-browser.ts';

let http: HttpFixture;
let admin: TestBrowser;
beforeEach(async () => {
  http = await httpFixture();
  admin = await http.signedIn();
});
afterEach(() => http.close());

type Of = Awaited<ReturnType<typeof addTracked>>;

/** A vehicle with a driver for the whole year. */
async function driven(
  name: string,
  { from = '2026-01-01T00:00Z', to = null as string | null, by = null as Of | null } = {},
) {
  const of = by ?? (await addTracked(http.database, { registration: `OF ${name}` }));
  await http.database.query(
    `WITH d AS (INSERT INTO drivers (organisation_id, name) VALUES (1, $1) RETURNING id)
     INSERT INTO driver_assignments (vehicle_id, driver_id, from_time, to_time, source)
     SELECT $2, d.id, $3::timestamptz, $4::timestamptz, 'assignment' FROM d`,
    [name, of.vehicleId, from, to],
  );
  return of;
}

async function harshRule(codes = ['hardAcceleration', 'hardBraking', 'hardCornering']): Promise<void> {
  await http.database.query(
    `INSERT INTO alarm_rules (organisation_id, name, condition, severity, all_vehicles)
     VALUES (1, 'Harsh', $1, 'minor', true)`,
    [JSON.stringify({ kind: 'device', codes, clearCodes: [], clearAfterS: 300 })],
  );
}

const brake = (of: Of, at: string, count: number) =>
  http.database.query(
    `INSERT INTO alarms (installation_id, key, confirmed_at, vehicle_id, rule_id, started_at, last_at, cleared_at, count,
       about, severity)
     SELECT $1, gen_random_uuid()::text, now(), $2, r.id, $3, $3, $3, $4, 'hardBraking', 'minor' FROM alarm_rules r`,
    [of.installationId, of.vehicleId, at, count],
  );

const speed = (of: Of, at: string, seconds: number) =>
  http.database.query(
    `INSERT INTO overspeeds (installation_id, key, confirmed_at, vehicle_id, started_at, ended_at, duration_s, lat, lon,
       limit_kph, max_kph, distance_m)
     VALUES ($1, gen_random_uuid()::text, now(), $2, $3::timestamptz, $3::timestamptz, $4, 0, 0, 80, 96, 1500)`,
    [of.installationId, of.vehicleId, at, seconds],
  );

/** The given columns of each row, by driver. */
function columnsByDriver({ columns, rows }: ReportAnswer, ...keys: string[]) {
  const cell = (cells: readonly unknown[], key: string) => cells[columns.findIndex((one) => one.key === key)];
  return Object.fromEntries(
    rows.map(({ cells }) => [cell(cells, 'driver'), keys.map((key) => cell(cells, key))] as const),
  );
}

const on = (time: string) => `2026-03-28T${time}:00Z`;

/** Ana drove 1,000 km in ten hours, Ben 100 km in one. */
async function anaAndBen() {
  const [ana, ben] = [await driven('Ana'), await driven('Ben')];
  await insertTrip(http.database, ana, { start: on('08:00'), end: on('18:00'), distanceM: 1_000_000 });
  await insertTrip(http.database, ben, { start: on('08:00'), end: on('09:00'), distanceM: 100_000 });
  return { ana, ben };
}

const near = (value: number) => expect.closeTo(value, 4);

test('few kilometres prove little: the facts are counted with 500 km of the mean of all', async () => {
  const { ana, ben } = await anaAndBen();
  await harshRule();
  await brake(ana, on('09:00'), 10);
  await brake(ben, on('08:30'), 3);
  await speed(ana, on('10:00'), 360);
  const answer = await requestReport(admin, 'driver-score', WEEK);
  // Total: 13 brakings and 360 s of speeding in 1,100 km and 39,600 s; per 500 km that is 5.9091, 163.64 s and 18,000
  // s. Ana: 15.9091 / 1,500 km = 1.0606 per 100 km, (360 + 163.64) / 54,000 s = 0.9697%. Ben: 8.9091 / 600 km = 1.4848
  // per 100 km, 163.64 / 21,600 s = 0.7576%; by his own kilometres alone it would be 3.
  expect(
    columnsByDriver(answer, 'brakings', 'harsh', 'speeding', 'lostBraking', 'lostSpeeding', 'lostNight', 'score'),
  ).toEqual({
    Ana: [10, near(1), near(0.01), near(20 * 0.106061), near(30 * 0.09697), 0, near(100 - 2.121212 - 2.909091)],
    Ben: [3, near(3), 0, near(20 * 0.148485), near(30 * 0.075758), 0, near(100 - 2.969697 - 2.272727)],
  });
  // Ana's 10 brakings in 1,000 km alone cost 20 x 0.1, and her 1% of speeding 30 x 0.1; Ben alone never speeds.
  expect(columnsByDriver(answer, 'lostAverage')).toEqual({ Ana: [near(2.121212 - 2)], Ben: [near(2.272727)] });
  // 90% of a gamma distribution of shape 15.9091 lie between 0.6263 and 1.4449 of its mean, of shape 8.9091 between
  // 0.5196 and 1.6072 (its density summed by hand): fewer kilometres give a wider interval.
  expect(columnsByDriver(answer, 'low', 'high')).toEqual({
    Ana: [expect.closeTo(97.0909 - 2.1212 * 1.4449, 2), expect.closeTo(97.0909 - 2.1212 * 0.6263, 2)],
    Ben: [expect.closeTo(97.7273 - 2.9697 * 1.6072, 2), expect.closeTo(97.7273 - 2.9697 * 0.5196, 2)],
  });
  // From 94.03 to 95.76, and from 92.95 to 96.18.
  expect(columnsByDriver(answer, 'interval')).toEqual({ Ana: ['94–96'], Ben: ['93–96'] });
});

test('the weights, the least kilometres for a score, and the added ones are parameters', async () => {
  const { ana, ben } = await anaAndBen();
  await harshRule();
  await brake(ana, on('09:00'), 10);
  await brake(ben, on('08:30'), 3);
  await speed(ana, on('10:00'), 360);
  const own = { accelerating: 0, cornering: 0, speeding: 0, idling: 0, night: 0, braking: 5, prior: 0 };
  const bare = await requestReport(admin, 'driver-score', { ...WEEK, own });
  // Only braking counts: 1 and 3 of 10 per 100 km.
  expect(columnsByDriver(bare, 'score')).toEqual({ Ana: [near(90)], Ben: [near(70)] });
  const few = await requestReport(admin, 'driver-score', { ...WEEK, own: { ...own, leastDistance: 100_001 } });
  expect(columnsByDriver(few, 'score', 'low', 'state')).toMatchObject({
    Ana: [near(90), expect.any(Number), 'scored'],
  });
  expect(columnsByDriver(few, 'score', 'low', 'high', 'state', 'lostBraking')['Ben']).toEqual([
    null,
    null,
    null,
    'tooFewKm',
    null,
  ]);
  const none = await requestReport(admin, 'driver-score', { ...WEEK, own: { ...own, braking: 0 } });
  expect(columnsByDriver(none, 'score', 'low', 'high')).toEqual({ Ana: [null, null, null], Ben: [null, null, null] });
});

test('a measure known for nobody is left out with its weight; one without a rule is not zero', async () => {
  const { ana } = await anaAndBen();
  await speed(ana, on('10:00'), 1800);
  const answer = await requestReport(admin, 'driver-score', { ...WEEK, own: { prior: 0 } });
  // Speeding for 5% of the time is half of the worst value: half of 30 out of the 50 known weights. The interval
  // depends on harsh driving, of which none is watched, so it is null instead of having no width.
  expect(columnsByDriver(answer, 'brakings', 'harsh', 'lostBraking', 'lostSpeeding', 'score', 'low', 'high')).toEqual({
    Ana: [null, null, null, near(30), near(70), null, null],
    Ben: [null, null, null, 0, near(100), null, null],
  });
});

test('a trip counts for each of its drivers by time, nights by the clock of the organisation, idling of the engine', async () => {
  await http.database.query(`UPDATE organisations SET time_zone = 'Asia/Kolkata' WHERE id = 1`);
  // 15:30 to 19:30 UTC is 21:00 to 1:00 in India; Eve takes over at 23:00 local time.
  const of = await driven('Dan', { to: '2026-03-28T17:30Z' });
  await driven('Eve', { from: '2026-03-28T17:30Z', by: of });
  await insertTrip(http.database, of, { start: '2026-03-28T15:30Z', end: '2026-03-28T19:30Z', distanceM: 240_000 });
  await insertIdle(http.database, of, { start: '2026-03-28T19:30Z', end: '2026-03-28T20:10Z' });
  const answer = await requestReport(admin, 'driver-score', { ...WEEK, own: { prior: 0 } });
  // One of Dan's two hours and both of Eve's are after 22:00; Eve idled for 40 minutes after her two hours.
  expect(columnsByDriver(answer, 'distance', 'driving', 'night', 'idling', 'lostNight', 'lostIdling')).toEqual({
    Dan: [near(120_000), near(7200), near(0.5), 0, near(20), 0],
    Eve: [near(120_000), near(7200), near(1), near(0.25), near(20), near(12.5)],
  });
});

test.each(['accelerating', 'braking', 'cornering', 'prior', 'leastDistance'])(
  'a number too small to calculate with (%s) is refused with a message',
  async (key) => {
    const { ana } = await anaAndBen();
    await harshRule();
    await brake(ana, on('09:00'), 10);
    const getReport = (value: number) =>
      admin.call('get-report', { kind: 'driver-score', ...WEEK, own: { [key]: value } });
    const refused = await getReport(1e-300);
    expect([refused.status, refused.fields]).toEqual([422, { [`own.${key}`]: 'Use 0, or 0.001 or more.' }]);
    expect([(await getReport(0.001)).status, (await getReport(0)).status]).toEqual([200, 200]);
  },
);

test('the smallest accepted numbers work, all together', async () => {
  const { ana, ben } = await anaAndBen();
  await harshRule();
  for (const [of, count] of [
    [ana, 1],
    [ben, 3],
  ] as const)
    await brake(of, on('09:00'), count);
  const weights = ['accelerating', 'braking', 'cornering', 'speeding', 'idling', 'night'];
  for (const [harsh, others, prior] of [
    [0.001, 1e12, 0.001],
    [1e12, 0.001, 1e12],
  ]) {
    const own = Object.fromEntries(weights.map((key, index) => [key, index < 3 ? harsh : others]));
    const answer = await admin.call('get-report', { kind: 'driver-score', ...WEEK, own: { ...own, prior } });
    expect(answer.status).toBe(200);
  }
});
