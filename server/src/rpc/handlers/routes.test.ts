import { addDays, isoWeekday } from '@milepost/contract/route-days';
import { AHEAD_DAYS, MOST_STOPS } from '@milepost/contract/route-kinds';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeAllRuns } from '../../store/routes/make-all-runs.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

let fixture: HttpFixture;
let admin: TestBrowser;
let today: string;
beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.database.query('TRUNCATE outlets, territories, depots, routes, vehicles, drivers, audit_log CASCADE');
  await zone('UTC');
  today = (await admin.call('get-run-list', { from: '2026-01-01', to: '2026-01-01' })).today ?? '';
});

const zone = (name: string) =>
  fixture.database.query('UPDATE organisations SET time_zone = $1 WHERE parent_id IS NULL', [name]);
const make = () => makeAllRuns(fixture.database, new AbortController().signal);
const outlet = async (code: string, lon: number | null, more: Record<string, unknown> = {}) => {
  const place = lon === null ? null : { lat: 0.0001, lon };
  const { outlet: saved, ...rest } = await admin.call('save-outlet', {
    code,
    name: code,
    place,
    serviceMin: 10,
    ...more,
  });
  if (!saved) throw new Error(JSON.stringify(rest));
  return saved;
};
const vehicle = async (registration: string, by = admin) => {
  const saved = (await by.call('save-vehicle', { registration })).vehicle;
  if (!saved) throw new Error(registration);
  return saved.id;
};
const route = async (name = 'North', by = admin) => (await by.call('save-route', { name })).route?.id ?? 0;
const DAILY = [1, 2, 3, 4, 5, 6, 7];
const savePlan = (routeId: number, outlets: readonly number[], more: Record<string, unknown> = {}) =>
  admin.call('save-route-plan', {
    routeId,
    validFrom: '2026-01-01',
    weekdays: DAILY,
    startMin: 480,
    stops: outlets.map((outletId) => ({ outletId })),
    ...more,
  });
const plan = async (...args: Parameters<typeof savePlan>) => {
  const { plan: saved, ...rest } = await savePlan(...args);
  if (!saved) throw new Error(JSON.stringify(rest));
  return saved;
};
const runs = async (more: Record<string, unknown> = {}) =>
  (await admin.call('get-run-list', { from: addDays(today, 1), to: addDays(today, AHEAD_DAYS), ...more })).rows ?? [];
const firstRun = async () => {
  const [first] = await runs();
  const { run } = await admin.call('get-run-by-id', { id: first?.id ?? 0 });
  if (!run) throw new Error('no run');
  return run;
};
type Run = Awaited<ReturnType<typeof firstRun>>;
/** The run as it is, as `change-run` takes it. */
const asInput = (run: Run) => ({
  id: run.id,
  version: run.version,
  why: null as string | null,
  state: run.state,
  vehicleId: run.vehicle?.id ?? null,
  driverId: run.driver?.id ?? null,
  startMin: run.startMin,
  stops: run.stops.map(({ outlet: { id }, serviceS, window, skipReason }) => ({
    outletId: id,
    serviceS,
    window,
    skipReason,
  })),
});

test('runs are made for two weeks, with planned times by driving, service and opening hours', async () => {
  // 0.01 degrees of longitude at the equator are 1,111.95 m: driven 1,501 m at 25 km/h, 216 s.
  const hours = DAILY.map(() => [{ fromMin: 540, toMin: 720 }]);
  const a = await outlet('A', 0.01);
  const b = await outlet('B', 0.02, { hours });
  const { depot } = await admin.call('save-depot', { name: 'Yard', place: { lat: 0.0001, lon: 0 } });
  await plan(await route(), [a.id, b.id], { beginDepotId: depot?.id, endDepotId: depot?.id });
  expect((await runs()).map(({ day }) => day)).toEqual(
    Array.from({ length: AHEAD_DAYS }, (_day, index) => addDays(today, index + 1)),
  );
  const run = await firstRun();
  const at = (text: string) => Date.parse(`${run.day}T${text}Z`);
  const [first, second] = run.stops;
  expect(Date.parse(run.startsAt)).toBe(at('08:00:00'));
  expect(Math.abs(Date.parse(first?.plannedArrival ?? '') - at('08:03:36'))).toBeLessThan(2000);
  expect(Date.parse(first?.plannedDeparture ?? '') - Date.parse(first?.plannedArrival ?? '')).toBe(600_000);
  expect(Math.abs(Date.parse(second?.plannedArrival ?? '') - at('08:17:12'))).toBeLessThan(2000);
  // It opens at nine.
  expect(Date.parse(second?.plannedDeparture ?? '')).toBe(at('09:10:00'));
  expect(Date.parse(second?.windowFrom ?? '')).toBe(at('09:00:00'));
  expect(Math.abs(Date.parse(run.endsAt) - at('09:17:12'))).toBeLessThan(2000);
  expect(run.drivingM).toBeGreaterThan(5990);
  expect(run.drivingM).toBeLessThan(6015);
  expect(run.history).toMatchObject([{ by: null, changes: [{ what: 'made' }] }]);
  expect(await make()).toMatchObject({ counts: { made: 0, remade: 0, removed: 0 }, failed: [] });
});

test('a run that a person changed stays as it is when its plan changes; the others follow it', async () => {
  const a = await outlet('A', 0.01);
  const b = await outlet('B', 0.02);
  const c = await outlet('C', 0.03);
  const routeId = await route();
  const { id, version } = await plan(routeId, [a.id, b.id]);
  const run = await firstRun();
  const stopIds = new Map(run.stops.map((stop) => [stop.outlet.code, stop.id]));
  const changed = await admin.call('change-run', {
    ...asInput(run),
    why: 'Rain',
    stops: [
      { outletId: b.id, skipReason: 'Road closed' },
      { outletId: c.id, serviceS: 1200 },
      { outletId: a.id, window: { fromMin: 600, toMin: 660 } },
    ],
  });
  expect(changed.run?.touched).toBe(true);
  expect(changed.run?.stops.map((stop) => [stop.outlet.code, stop.skipReason, stop.plannedArrival === null])).toEqual([
    ['B', 'Road closed', true],
    ['C', null, false],
    ['A', null, false],
  ]);
  // What is known of a stop hangs on its number.
  expect(changed.run?.stops.find(({ outlet: { code } }) => code === 'A')?.id).toBe(stopIds.get('A'));
  expect(changed.run?.stops[2]?.plannedDeparture).toBe(`${run.day}T10:10:00.000Z`);
  expect(changed.run?.history[0]).toMatchObject({ by: 'Administrator', why: 'Rain' });
  expect(changed.run?.history[0]?.changes.map(({ what }) => what)).toEqual([
    'skipped',
    'stop-added',
    'window',
    'order',
  ]);
  await plan(routeId, [c.id], { id, version, startMin: 600 });
  const all = await runs();
  expect(all.map(({ stops }) => stops)).toEqual([3, ...all.slice(1).map(() => 1)]);
  expect(all[1]?.startsAt).toBe(`${all[1]?.day}T10:00:00.000Z`);
  const audit = await admin.call('get-audit-list', { subject: 'route-run' });
  expect(audit.rows).toHaveLength(1);
});

test('a plan that no longer runs takes its runs away, and gives them back; changed and cancelled ones stay', async () => {
  const a = await outlet('A', 0.01);
  const routeId = await route();
  const { id, version } = await plan(routeId, [a.id]);
  const run = await firstRun();
  expect(await admin.call('change-run', { ...asInput(run), state: 'cancelled' })).toMatchObject({
    status: 422,
    fields: { why: expect.anything() },
  });
  const cancelled = await admin.call('change-run', { ...asInput(run), state: 'cancelled', why: 'Strike' });
  expect(cancelled.run?.history[0]).toMatchObject({ why: 'Strike', changes: [{ what: 'cancelled' }] });
  await plan(routeId, [a.id], { id, version, weekdays: [isoWeekday(addDays(today, 3))] });
  expect((await runs()).map(({ day, state }) => [day, state])).toEqual([
    [addDays(today, 1), 'cancelled'],
    [addDays(today, 3), 'planned'],
    [addDays(today, 10), 'planned'],
  ]);
  await admin.call('delete-route-plan', { id });
  expect(await runs()).toHaveLength(1);
  await admin.call('restore-route-plan', { id });
  expect(await runs()).toHaveLength(3);
  await admin.call('delete-route', { id: routeId });
  expect(await runs()).toHaveLength(1);
  await admin.call('restore-route', { id: routeId });
  await admin.call('save-route', { id: routeId, name: 'North', archived: true });
  expect(await runs()).toHaveLength(1);
});

test('one vehicle is on one run at a time, of plans and of days', async () => {
  const a = await outlet('A', 0.01);
  const van = await vehicle('VAN 1');
  const [north, south] = [await route('North'), await route('South')];
  await plan(north, [a.id], { vehicleId: van });
  expect(await savePlan(south, [a.id], { vehicleId: van, startMin: 485 })).toMatchObject({
    status: 409,
    fields: { vehicleId: expect.stringContaining('North') },
  });
  const later = await plan(south, [a.id], { vehicleId: van, startMin: 600 });
  const [first, second] = await runs();
  expect([first?.route.name, second?.route.name]).toEqual(['North', 'South']);
  const { run } = await admin.call('get-run-by-id', { id: second?.id ?? 0 });
  if (!run) throw new Error('no run');
  expect(await admin.call('change-run', { ...asInput(run), startMin: 480 })).toMatchObject({
    status: 409,
    fields: { vehicleId: expect.stringContaining('VAN 1') },
  });
  // Moved by hand, it is in the way of what the plan of the other wants: that run is made without a vehicle.
  const north1 = await firstRun();
  await admin.call('change-run', { ...asInput(north1), startMin: 720, why: 'Later' });
  await plan(south, [a.id], { id: later.id, version: later.version, vehicleId: van, startMin: 720 });
  const moved = (await runs()).filter(({ route: of }) => of.name === 'South');
  expect(moved.map((one) => one.vehicle?.name ?? null)).toEqual([null, ...moved.slice(1).map(() => 'VAN 1')]);
  const told = await admin.call('get-run-by-id', { id: moved[0]?.id ?? 0 });
  expect(told.run?.history[0]?.changes).toEqual([{ what: 'vehicle-busy', from: 'VAN 1', to: 'North' }]);
  // As soon as it is free, the run has it again.
  const again = (await admin.call('get-run-by-id', { id: north1.id })).run;
  if (again) await admin.call('change-run', { ...asInput(again), startMin: 480 });
  await make();
  expect((await runs()).every((one) => one.vehicle?.name === 'VAN 1')).toBe(true);
});

test('one route runs once a day', async () => {
  const a = await outlet('A', 0.01);
  const routeId = await route();
  await plan(routeId, [a.id], { weekdays: [1, 3] });
  await plan(routeId, [a.id], { weekdays: [2] });
  expect(await savePlan(routeId, [a.id], { weekdays: [3, 4], everyWeeks: 2 })).toMatchObject({
    status: 409,
    fields: { validFrom: expect.stringContaining('T08:00') },
  });
});

test('outlets that are closed, deleted or without a place are refused, and skipped where they came later', async () => {
  const a = await outlet('A', 0.01);
  const b = await outlet('B', 0.02);
  const c = await outlet('C', 0.03);
  const nowhere = await outlet('D', null);
  const routeId = await route();
  expect(await savePlan(routeId, [nowhere.id])).toMatchObject({
    status: 422,
    fields: { stops: expect.stringContaining('no place') },
  });
  expect(await savePlan(routeId, [a.id, a.id])).toMatchObject({ status: 422 });
  const saved = await plan(routeId, [a.id, b.id, c.id]);
  await outlet('A', 0.01, { id: a.id, state: 'closed' });
  await admin.call('delete-outlet', { id: b.id });
  await make();
  const run = await firstRun();
  expect(run.stops.map(({ skipReason }) => skipReason)).toEqual(['outlet-closed', 'outlet-deleted', null]);
  // The plan can still be saved with them.
  await plan(routeId, [a.id, c.id], { id: saved.id, version: saved.version });
});

test('a route of 500 stops is refused with the bound, one of the bound is taken', async () => {
  const stops = Array.from({ length: 500 }, (_stop, index) => ({ outletId: index + 1 }));
  const routeId = await route();
  expect(await savePlan(routeId, [], { stops })).toMatchObject({
    status: 422,
    fields: { stops: `A route can have at most ${MOST_STOPS} stops.` },
  });
  await fixture.database.query(
    `INSERT INTO outlets (organisation_id, code, name, lat, lon, service_min)
     SELECT o.id, n, n, 0.001 * n, 0.001, 1 FROM organisations o, generate_series(1, ${MOST_STOPS}) n WHERE o.parent_id IS NULL`,
  );
  const { rows } = await fixture.database.query<{ id: number }>('SELECT id FROM outlets ORDER BY id');
  const many = rows.map(({ id }) => id);
  expect((await plan(routeId, many)).stops).toHaveLength(MOST_STOPS);
  expect(
    await savePlan(routeId, many, { weekdays: [1], stops: many.map((outletId) => ({ outletId, serviceS: 3600 })) }),
  ).toMatchObject({
    status: 422,
    fields: { stops: expect.stringContaining('a day at most') },
  });
});

test('ends before begins, a window the wrong way about and no weekday are refused', async () => {
  const a = await outlet('A', 0.01);
  const routeId = await route();
  expect(await savePlan(routeId, [a.id], { validTo: '2025-12-31' })).toMatchObject({
    fields: { validTo: expect.anything() },
  });
  expect(await savePlan(routeId, [a.id], { weekdays: [] })).toMatchObject({ fields: { weekdays: expect.anything() } });
  const window = { fromMin: 600, toMin: 540 };
  expect((await savePlan(routeId, [], { stops: [{ outletId: a.id, window }] })).status).toBe(422);
});

test('nothing of another organisation stands in a plan or a run', async () => {
  const sister = await addOrganisation(fixture.database, `Sister ${Math.random()}`);
  await addUser(fixture.database, {
    username: `sister ${sister}`,
    password: 'pass-word',
    organisationId: sister,
    grants: { routes: ['view', 'create', 'edit'], outlets: ['view', 'create'], vehicles: ['view', 'create'] },
    priority: 1,
  });
  const stranger = await fixture.signedIn(`sister ${sister}`, 'pass-word');
  const a = await outlet('A', 0.01);
  const van = await vehicle('VAN 1');
  const { depot } = await admin.call('save-depot', { name: 'Yard', place: { lat: 1, lon: 1 } });
  const routeId = await route('Theirs', stranger);
  const wanted = { routeId, validFrom: '2026-01-01', weekdays: [1], startMin: 480, stops: [] };
  for (const more of [{ stops: [{ outletId: a.id }] }, { vehicleId: van }, { beginDepotId: depot?.id }]) {
    expect((await stranger.call('save-route-plan', { ...wanted, ...more })).status).toBe(422);
  }
  await plan(await route(), [a.id]);
  const run = await firstRun();
  expect((await stranger.call('get-run-by-id', { id: run.id })).status).toBe(404);
  expect((await stranger.call('change-run', asInput(run))).status).toBe(404);
});

test('who is limited to some vehicles sees and changes their runs alone, and gives them to no other vehicle', async () => {
  const a = await outlet('A', 0.01);
  const [mine, other] = [await vehicle('MINE'), await vehicle('OTHER')];
  await plan(await route('North'), [a.id], { vehicleId: mine });
  await plan(await route('South'), [a.id], { vehicleId: other });
  await plan(await route('Nobody'), [a.id]);
  const root = (await fixture.database.query<{ id: number }>('SELECT id FROM organisations WHERE parent_id IS NULL'))
    .rows[0]?.id;
  const name = `limited ${Math.random()}`;
  await addUser(fixture.database, {
    username: name,
    password: 'pass-word',
    organisationId: root ?? 0,
    grants: { routes: ['view', 'create', 'edit'] },
    priority: 5,
  });
  await fixture.database.query('UPDATE users SET limited = true, limit_vehicle_ids = $2 WHERE username = $1', [
    name,
    [mine],
  ]);
  const limited = await fixture.signedIn(name, 'pass-word');
  const day = addDays(today, 1);
  const seen = (await limited.call('get-run-list', { from: day, to: day })).rows ?? [];
  expect(seen.map((one) => one.route.name)).toEqual(['North']);
  expect((await limited.call('get-route-list', {})).rows?.map((one) => one.name)).toEqual(['North']);
  const { run } = await limited.call('get-run-by-id', { id: seen[0]?.id ?? 0 });
  if (!run) throw new Error('no run');
  expect((await limited.call('change-run', { ...asInput(run), vehicleId: other })).status).toBe(422);
  expect((await limited.call('change-run', { ...asInput(run), vehicleId: null })).status).toBe(422);
  expect((await limited.call('change-run', { ...asInput(run), startMin: 600 })).status).toBe(200);
});

test('a day of 23 hours and one of 25 begin and open at the time of their clock', async () => {
  // New York goes from -5 to -4 on 2027-03-14 and back on 2027-11-07, each at 2:00.
  const { readClock, timeRun } = await import('../../store/routes/run-times.ts');
  const hours = DAILY.map(() => [{ fromMin: 540, toMin: 1440 }]);
  const shop = { id: 1, code: 'A', name: 'A', place: { lat: 0, lon: 0 }, state: 'active', deleted: false } as const;
  const stop = { outlet: { ...shop, hours, serviceS: 60 }, serviceS: null, window: null, skipReason: null };
  for (const [day, start, open, close] of [
    ['2027-03-14', '05:00', '13:00', '2027-03-15T04:00'],
    ['2027-11-07', '04:00', '14:00', '2027-11-08T05:00'],
  ] as const) {
    const order = { day, startMin: 0, begin: null, end: null, stops: [stop] };
    const clock = await readClock(fixture.database, 'America/New_York', [order]);
    const timed = timeRun(order, clock, { factor: 1, speedKph: 50 });
    expect(timed.startsS * 1000).toBe(Date.parse(`${day}T${start}:00Z`));
    expect(timed.stops[0]?.times?.span).toEqual({
      fromS: Date.parse(`${day}T${open}:00Z`) / 1000,
      toS: Date.parse(`${close}:00Z`) / 1000,
    });
  }
});

test('a depot that a plan needs is not deleted, and one that moved moves the planned times', async () => {
  const a = await outlet('A', 0.01);
  const { depot } = await admin.call('save-depot', { name: 'Yard', place: { lat: 0.0001, lon: 0 } });
  await plan(await route(), [a.id], { beginDepotId: depot?.id });
  expect(await admin.call('delete-depot', { id: depot?.id ?? 0 })).toMatchObject({ status: 409 });
  const before = (await firstRun()).drivingM;
  await admin.call('save-depot', { id: depot?.id, name: 'Yard', place: { lat: 0.0001, lon: -0.01 } });
  expect((await firstRun()).drivingM / before).toBeCloseTo(2, 1);
});
