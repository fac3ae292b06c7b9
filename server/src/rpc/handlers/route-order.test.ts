import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { queueProposal } from '../../distribution/proposals.ts';
import { openRouter } from '../../distribution/routers/open-router.ts';
import type { FetchBlock } from '../../distribution/routers/router.ts';
import { proposeOrder } from '../../distribution/propose-order.ts';
import { readDrivenHours } from '../../store/distribution/driven-hours.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import { testRouter } from '../../testing/router.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { emptyTables } from '../../testing/empty-tables.ts';

let fixture: HttpFixture;
let admin: TestBrowser;
beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
  await fixture.database.query(`UPDATE organisations SET time_zone = 'Europe/Berlin' WHERE id = 1`);
});
afterAll(() => fixture.close());
beforeEach(() => emptyTables(fixture.database, 'outlets'));

/** Outlets on the equator; a thousandth of a degree of longitude is 111.195 m. @returns their ids */
const outletsAt = (lons: readonly (number | null)[], more: Record<string, unknown> = {}) =>
  Promise.all(
    lons.map(async (lon, index) => {
      const place = lon === null ? null : { lat: 0, lon };
      const { outlet, ...rest } = await admin.call('save-outlet', {
        code: `S${index}`,
        name: `Shop ${index}`,
        place,
        ...more,
      });
      if (!outlet) throw new Error(JSON.stringify(rest));
      return outlet.id;
    }),
  );
const DEPOT = { lat: 0, lon: 0.001 };
const propose = (ids: readonly number[], more: Record<string, unknown> = {}, stop: Record<string, unknown> = {}) =>
  admin.call('propose-route-order', {
    day: '2026-03-02',
    startMin: 480,
    begin: DEPOT,
    end: DEPOT,
    stops: ids.map((outletId) => ({ outletId, serviceS: 60, ...stop })),
    ...more,
  });

test('the shorter order is proposed, with times and with totals before and after', async () => {
  const ids = await outletsAt([0.031, 0.011, 0.041, 0.021]);
  const { better, given, proposed } = await propose(ids);
  // Without trips of a fleet: 1.35 m per metre of the straight line, at 25 km/h. There and back are 4 × 10 thousandths;
  // the given order takes 3 + 2 + 3 + 2 + 2 of them.
  const step = 1111.95 * 1.35;
  expect(better).toBe(true);
  expect(given?.drivingM).toBeCloseTo(12 * step, -2);
  expect(proposed?.drivingM).toBeCloseTo(8 * step, -2);
  expect(proposed?.drivingS).toBeCloseTo((8 * step * 3.6) / 25, -1);
  expect(proposed).toMatchObject({ lateS: 0, lateStops: 0, closedStops: 0, waitS: 0 });
  expect(new Set(proposed?.stops.map(({ outletId }) => outletId))).toEqual(new Set(ids));
  // 8:00 in Berlin in winter is 7:00 UTC.
  const endsS = Date.UTC(2026, 2, 2, 7) / 1000 + (proposed?.drivingS ?? 0) + 4 * 60;
  expect(Date.parse(proposed?.endsAt ?? '') / 1000).toBeCloseTo(endsS, -1);
});

/** 2 March 2026 is a Monday. */
const monday = (fromMin: number, toMin: number) => [[{ fromMin, toMin }], [], [], [], [], [], []];

test('opening hours of the weekday apply, and own windows before them', async () => {
  const [near = 0] = await outletsAt([0.011], { hours: monday(600, 720) });
  const { outlet } = await admin.call('save-outlet', { code: 'F', name: 'Far', place: { lat: 0, lon: 0.05 } });
  const stops = (more: Record<string, unknown> = {}) => ({
    stops: [{ outletId: near, ...more }, { outletId: outlet?.id ?? 0 }],
  });
  const { proposed } = await propose([], stops());
  expect(proposed?.stops.at(-1)).toMatchObject({ outletId: near, beginsAt: '2026-03-02T09:00:00.000Z', lateS: 0 });
  const own = await propose([], stops({ window: { fromMin: 480, toMin: 490 } }));
  expect(own.proposed?.stops[0]).toMatchObject({ outletId: near, lateS: 0 });
  const sunday = await propose([], { ...stops(), day: '2026-03-08' });
  expect(sunday.proposed).toMatchObject({ closedStops: 1, lateStops: 0 });
});

test('lateness is shown in minutes', async () => {
  const ids = await outletsAt([0.011]);
  const { proposed } = await propose(ids, {}, { window: { fromMin: 420, toMin: 430 } });
  // Departure at 8:00, then 1,501 m at 25 km/h, which is 216 s; the window's last second was 7:09:59.
  expect(proposed).toMatchObject({ lateStops: 1 });
  expect(proposed?.lateS).toBeCloseTo(50 * 60 + 1 + 216, -1);
});

test('an impossible order is refused with a message', async () => {
  const [placed = 0, unplaced = 0] = await outletsAt([0.011, null]);
  expect(await propose([placed, unplaced])).toMatchObject({
    status: 422,
    code: 'order-unplaced',
    params: { names: ['Shop 1'] },
  });
  expect(await propose([placed], { capacity: 5 }, { load: 6 })).toMatchObject({
    status: 422,
    code: 'order-load',
    params: { load: 6, capacity: 5 },
  });
  expect(await propose(Array.from({ length: 301 }, (_, index) => index + 1))).toMatchObject({
    status: 422,
    code: 'order-most',
    params: { most: 300 },
  });
  expect(await propose([placed, placed])).toMatchObject({ status: 422, code: 'order-twice' });
  expect(await propose([placed, 999_999])).toMatchObject({ status: 404 });
});

test('without a road there is no order', async () => {
  const ids = await outletsAt([0.011, 0.021]);
  const input = {
    day: '2026-03-02',
    startMin: 480,
    begin: DEPOT,
    end: null,
    stops: ids.map((outletId) => ({ outletId, serviceS: null, window: null, load: 0 })),
    capacity: null,
  };
  // The second stop is an island; an unreachable leg costs nothing.
  const island = 0.021;
  const scope = { organisationId: 1, organisationIds: [1], root: true, limit: null };
  const way = (from: { lon: number }, to: { lon: number }) =>
    from.lon === to.lon || (from.lon !== island && to.lon !== island) ? 60 : null;
  const router: FetchBlock = (from, to) => {
    const seconds = from.map((start) => to.map((end) => way(start, end)));
    return Promise.resolve({ seconds, metres: seconds });
  };
  const options = { signal: new AbortController().signal, onProgress: () => {}, router };
  await expect(proposeOrder(fixture.database, scope, input, options)).rejects.toMatchObject({
    fault: { code: 'order-unreachable', params: { names: ['Shop 1'] } },
  });
  const toIsland = { ...input, end: { lat: DEPOT.lat, lon: island }, stops: input.stops.slice(0, 1) };
  await expect(proposeOrder(fixture.database, scope, toIsland, options)).rejects.toMatchObject({
    fault: { code: 'order-end-unreachable' },
  });
});

test('a router measures the ways, and while it is unavailable straight lines do', async () => {
  const ids = await outletsAt([0.031, 0.011, 0.041, 0.021]);
  const service = await testRouter();
  try {
    const router = openRouter({ form: 'osrm', url: service.url, profile: '' }, 'Milepost').ask;
    const scope = { organisationId: 1, organisationIds: [1], root: true, limit: null };
    const stops = ids.map((outletId) => ({ outletId, serviceS: 0, window: null, load: 0 }));
    const input = { day: '2026-03-02', startMin: 480, begin: DEPOT, end: DEPOT, stops, capacity: null };
    const proposeAgainst = () =>
      proposeOrder(fixture.database, scope, input, {
        signal: new AbortController().signal,
        onProgress: () => {},
        router,
      });
    const routed = await proposeAgainst();
    // A degree is 100 km and an hour: there and back is 0.08 degrees.
    expect(routed).toMatchObject({ better: true, driving: 'router', startsAt: '2026-03-02T07:00:00.000Z' });
    expect(routed.proposed.drivingM).toBeCloseTo(8000, -1);
    expect(routed.proposed.drivingS).toBeCloseTo(288, 0);
    service.mood = { status: 503 };
    const own = await proposeAgainst();
    expect(own).toMatchObject({ better: true, driving: 'own-router-away' });
    expect(own.proposed.drivingM).toBeCloseTo(8 * 1111.95 * 1.35, -2);
  } finally {
    await service.close();
  }
});

test('outlets of others are not found', async () => {
  const ids = await outletsAt([0.011]);
  const organisation = await addOrganisation(fixture.database, 'Other');
  const grants = { routes: ['view' as const, 'edit' as const] };
  await addUser(fixture.database, { username: 'other', password: 'pass-word', organisationId: organisation, grants });
  const other = await fixture.signedIn('other', 'pass-word');
  expect(
    await other.call('propose-route-order', { day: '2026-03-02', startMin: 0, stops: [{ outletId: ids[0] ?? 0 }] }),
  ).toMatchObject({ status: 404 });
});

test('a person’s newer proposal cancels the previous one, and one of an organisation runs at a time', async () => {
  const params = { userId: 7, organisationId: 70, tenantId: 70, gone: new AbortController().signal };
  const order: string[] = [];
  const until = (signal: AbortSignal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        order.push('ended');
        reject(new Error('ended'));
      });
    });
  const first = queueProposal(params, until);
  const second = queueProposal(params, (_signal, reportProgress) => {
    order.push('second');
    reportProgress(0.5);
    return Promise.resolve('done');
  });
  await expect(first).rejects.toMatchObject({ fault: { code: 'order-replaced' } });
  expect(await second).toBe('done');
  expect(order).toEqual(['ended', 'second']);
  expect(await admin.call('get-route-order-progress', {})).toMatchObject({ done: null });
});

test('driving times are learned from trips: from place to place, finished, of the own vehicles', async () => {
  const { database } = fixture;
  const { rows } = await database.query<{ id: number }>(
    `INSERT INTO vehicles (organisation_id, registration, type) VALUES (1, 'TEACH', 'car') RETURNING id`,
  );
  const vehicle = rows[0]?.id;
  const device = await database.query<{ id: number }>(
    `INSERT INTO devices (organisation_id, identity) VALUES (1, '350000000000017') RETURNING id`,
  );
  const installation = await database.query<{ id: number }>(
    `INSERT INTO installations (device_id, vehicle_id, installed_at) VALUES ($1, $2, now() - interval '90 days') RETURNING id`,
    [device.rows[0]?.id, vehicle],
  );
  /** A trip of an hour along the equator, begun at 8:30 in Berlin some days ago. */
  const trip = (key: string, daysAgo: number, lon: number, drivenM: number, ends = true) =>
    database.query(
      `INSERT INTO trips (installation_id, key, confirmed_at, vehicle_id, started_at, ended_at, duration_s, start_lat,
         start_lon, end_lat, end_lon, start_reason, distance_m, idle_s, average_kph, max_kph, overspeeds, holes, bridged_m,
         legs, notes)
       SELECT $1, $2, s, $3, s, CASE WHEN $7 THEN s + interval '1 hour' END, 3600, 0, 0, 0, $5, 'moved', $6, 0, 0, 0, 0, 0, 0,
         '[]', '[]'
       FROM (SELECT (current_date - $4::int + time '08:30') AT TIME ZONE 'Europe/Berlin' AS s) x`,
      [installation.rows[0]?.id, key, vehicle, daysAgo, lon, drivenM, ends],
    );
  await trip('a', 3, 0.1, 15_000);
  await trip('b', 5, 0.2, 30_000);
  await trip('round', 5, 0.001, 40_000);
  await trip('old', 40, 0.1, 15_000);
  await trip('going', 2, 0.1, 15_000, false);
  // 0.3 degrees of the equator are 33,358.5 m.
  expect(await readDrivenHours(database, 1)).toEqual([
    { hour: 8, drivenM: 45_000, straightM: expect.closeTo(33_358.5, 0), seconds: 7200 },
  ]);
  expect(await readDrivenHours(database, 999)).toEqual([]);
});
