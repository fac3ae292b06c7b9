import { addDays, isoWeekday } from '@milepost/contract/route-days';
import { AHEAD_DAYS } from '@milepost/contract/route-kinds';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readClock, timeRun } from '../../store/routes/run-times.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addUser } from '../../testing/organisations.ts';
import { DAILY, routeWorld, runInput, type RouteWorld } from '../../testing/route-world.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

let fixture: HttpFixture;
let admin: TestBrowser;
let world: RouteWorld;
beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  world = await routeWorld(fixture, admin);
});

test('runs are created for two weeks, with planned times by driving, service and opening hours', async () => {
  // 0.01 degrees of longitude at the equator are 1,111.95 m: 1,501 m by road at 25 km/h, 216 s.
  const hours = DAILY.map(() => [{ fromMin: 540, toMin: 720 }]);
  const a = await world.outlet('A', 0.01);
  const b = await world.outlet('B', 0.02, { hours });
  const { depot } = await admin.call('save-depot', { name: 'Yard', place: { lat: 0.0001, lon: 0 } });
  await world.plan(await world.route(), [a.id, b.id], { beginDepotId: depot?.id, endDepotId: depot?.id });
  expect((await world.runs()).map(({ day }) => day)).toEqual(
    Array.from({ length: AHEAD_DAYS }, (_day, index) => addDays(world.today, index + 1)),
  );
  const run = await world.firstRun();
  const at = (text: string) => Date.parse(`${run.day}T${text}Z`);
  const [first, second] = run.stops;
  expect(Date.parse(run.startsAt)).toBe(at('08:00:00'));
  expect(Math.abs(Date.parse(first?.plannedArrival ?? '') - at('08:03:36'))).toBeLessThan(2000);
  expect(Date.parse(first?.plannedDeparture ?? '') - Date.parse(first?.plannedArrival ?? '')).toBe(600_000);
  expect(Math.abs(Date.parse(second?.plannedArrival ?? '') - at('08:17:12'))).toBeLessThan(2000);
  // The outlet opens at nine.
  expect(Date.parse(second?.plannedDeparture ?? '')).toBe(at('09:10:00'));
  expect(Date.parse(second?.windowFrom ?? '')).toBe(at('09:00:00'));
  expect(Math.abs(Date.parse(run.endsAt) - at('09:17:12'))).toBeLessThan(2000);
  expect(run.drivingM).toBeGreaterThan(5990);
  expect(run.drivingM).toBeLessThan(6015);
  expect(run.history).toMatchObject([{ by: null, changes: [{ what: 'made' }] }]);
  expect(await world.make()).toMatchObject({ counts: { made: 0, recreated: 0, removed: 0 }, failed: [] });
});

test('a run that a person changed stays when its plan changes; the others follow it', async () => {
  const a = await world.outlet('A', 0.01);
  const b = await world.outlet('B', 0.02);
  const c = await world.outlet('C', 0.03);
  const routeId = await world.route();
  const { id, version } = await world.plan(routeId, [a.id, b.id]);
  const run = await world.firstRun();
  const stopIds = new Map(run.stops.map((stop) => [stop.outlet.code, stop.id]));
  const changed = await admin.call('change-run', {
    ...runInput(run),
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
  // Facts of a stop refer to its id.
  expect(changed.run?.stops.find(({ outlet: { code } }) => code === 'A')?.id).toBe(stopIds.get('A'));
  expect(changed.run?.stops[2]?.plannedDeparture).toBe(`${run.day}T10:10:00.000Z`);
  expect(changed.run?.history[0]).toMatchObject({ by: 'Administrator', why: 'Rain' });
  expect(changed.run?.history[0]?.changes.map(({ what }) => what)).toEqual([
    'skipped',
    'stop-added',
    'window',
    'order',
  ]);
  await world.plan(routeId, [c.id], { id, version, startMin: 600 });
  const all = await world.runs();
  expect(all.map(({ stops }) => stops)).toEqual([3, ...all.slice(1).map(() => 1)]);
  expect(all[1]?.startsAt).toBe(`${all[1]?.day}T10:00:00.000Z`);
  const audit = await admin.call('get-audit-list', { subject: 'route-run' });
  expect(audit.rows).toHaveLength(1);
});

test('a plan that no longer runs removes its runs, and restores them; changed and cancelled ones stay', async () => {
  const a = await world.outlet('A', 0.01);
  const routeId = await world.route();
  const { id, version } = await world.plan(routeId, [a.id]);
  const run = await world.firstRun();
  expect(await admin.call('change-run', { ...runInput(run), state: 'cancelled' })).toMatchObject({
    status: 422,
    fields: { why: expect.anything() },
  });
  const cancelled = await admin.call('change-run', { ...runInput(run), state: 'cancelled', why: 'Strike' });
  expect(cancelled.run?.history[0]).toMatchObject({ why: 'Strike', changes: [{ what: 'cancelled' }] });
  await world.plan(routeId, [a.id], { id, version, weekdays: [isoWeekday(addDays(world.today, 3))] });
  expect((await world.runs()).map(({ day, state }) => [day, state])).toEqual([
    [addDays(world.today, 1), 'cancelled'],
    [addDays(world.today, 3), 'planned'],
    [addDays(world.today, 10), 'planned'],
  ]);
  await admin.call('delete-route-plan', { id });
  expect(await world.runs()).toHaveLength(1);
  await admin.call('restore-route-plan', { id });
  expect(await world.runs()).toHaveLength(3);
  await admin.call('delete-route', { id: routeId });
  expect(await world.runs()).toHaveLength(1);
  await admin.call('restore-route', { id: routeId });
  await admin.call('save-route', { id: routeId, name: 'North', archived: true });
  expect(await world.runs()).toHaveLength(1);
});

test('one vehicle is on one run at a time, of plans and of days', async () => {
  const a = await world.outlet('A', 0.01);
  const van = await world.vehicle('VAN 1');
  const [north, south] = [await world.route('North'), await world.route('South')];
  await world.plan(north, [a.id], { vehicleId: van });
  expect(await world.savePlan(south, [a.id], { vehicleId: van, startMin: 485 })).toMatchObject({
    status: 409,
    fields: { vehicleId: expect.stringContaining('North') },
  });
  const later = await world.plan(south, [a.id], { vehicleId: van, startMin: 600 });
  const [first, second] = await world.runs();
  expect([first?.route.name, second?.route.name]).toEqual(['North', 'South']);
  const { run } = await admin.call('get-run-by-id', { id: second?.id ?? 0 });
  if (!run) throw new Error('no run');
  expect(await admin.call('change-run', { ...runInput(run), startMin: 480 })).toMatchObject({
    status: 409,
    fields: { vehicleId: expect.stringContaining('VAN 1') },
  });
  // The run that was moved by hand conflicts with the plan of the other route, whose run is created without a vehicle.
  const north1 = await world.firstRun();
  await admin.call('change-run', { ...runInput(north1), startMin: 720, why: 'Later' });
  await world.plan(south, [a.id], { id: later.id, version: later.version, vehicleId: van, startMin: 720 });
  const moved = (await world.runs()).filter(({ route: of }) => of.name === 'South');
  expect(moved.map((one) => one.vehicle?.name ?? null)).toEqual([null, ...moved.slice(1).map(() => 'VAN 1')]);
  const movedRun = await admin.call('get-run-by-id', { id: moved[0]?.id ?? 0 });
  expect(movedRun.run?.history[0]?.changes).toEqual([{ what: 'vehicle-busy', from: 'VAN 1', to: 'North' }]);
  // As soon as the vehicle is free, the run has it again.
  const freedRun = (await admin.call('get-run-by-id', { id: north1.id })).run;
  if (freedRun) await admin.call('change-run', { ...runInput(freedRun), startMin: 480 });
  await world.make();
  expect((await world.runs()).every((one) => one.vehicle?.name === 'VAN 1')).toBe(true);
});

test('a limited person sees and changes only the runs of their vehicles, and gives them to no other vehicle', async () => {
  const a = await world.outlet('A', 0.01);
  const [mine, other] = [await world.vehicle('MINE'), await world.vehicle('OTHER')];
  await world.plan(await world.route('North'), [a.id], { vehicleId: mine });
  await world.plan(await world.route('South'), [a.id], { vehicleId: other });
  await world.plan(await world.route('Nobody'), [a.id]);
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
  const day = addDays(world.today, 1);
  const seen = (await limited.call('get-run-list', { from: day, to: day })).rows ?? [];
  expect(seen.map((one) => one.route.name)).toEqual(['North']);
  expect((await limited.call('get-route-list', {})).rows?.map((one) => one.name)).toEqual(['North']);
  const { run } = await limited.call('get-run-by-id', { id: seen[0]?.id ?? 0 });
  if (!run) throw new Error('no run');
  expect((await limited.call('change-run', { ...runInput(run), vehicleId: other })).status).toBe(422);
  expect((await limited.call('change-run', { ...runInput(run), vehicleId: null })).status).toBe(422);
  expect((await limited.call('change-run', { ...runInput(run), startMin: 600 })).status).toBe(200);
});

test('a day of 23 hours and one of 25 begin and open at the time of their clock', async () => {
  // New York changes from -5 to -4 on 2027-03-14 and back on 2027-11-07, each at 2:00.
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

test('a past run on legal hold keeps its vehicle and driver', async () => {
  const a = await world.outlet('A', 0.01);
  await world.plan(await world.route(), [a.id]);
  const vehicleId = (await admin.call('save-vehicle', { registration: 'HELD 1' })).vehicle?.id ?? 0;
  const [ana, ben] = [await saveDriver('Ana'), await saveDriver('Ben')];
  const { id } = await world.firstRun();
  await fixture.database.query(
    `UPDATE route_runs SET vehicle_id = $2, driver_id = $3, day = day - 30, starts_at = starts_at - interval '30 days',
       ends_at = ends_at - interval '30 days' WHERE id = $1`,
    [id, vehicleId, ana],
  );
  const day = addDays(world.today, -30);
  const days = { firstDay: day, lastDay: addDays(day, 2), reason: 'Accident' };
  const { hold } = await admin.call('create-legal-hold', { vehicleId, ...days });
  const { run } = await admin.call('get-run-by-id', { id });
  if (!run) throw new Error('no run');
  const input = { ...runInput(run), why: 'Wrong' };
  const message = 'A legal hold covers HELD 1 at this time: Accident. Ask an administrator to end the hold first.';
  for (const change of [{ driverId: ben }, { driverId: null }, { vehicleId: null }])
    expect(await admin.call('change-run', { ...input, ...change })).toMatchObject({ status: 409, message });
  await admin.call('end-legal-hold', { id: hold?.id ?? 0, reason: 'Settled' });
  expect((await admin.call('change-run', { ...input, driverId: ben })).run?.driver?.id).toBe(ben);
});

const saveDriver = async (name: string) => (await admin.call('save-driver', { name })).driver?.id ?? 0;
