import { addDays } from '@milepost/contract/route-days';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type HttpFixture, httpFixture } from '../../testing/http-fixture.ts';
import { routeWorld, runInput, type RouteWorld } from '../../testing/route-world.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

let fixture: HttpFixture;
let admin: TestBrowser;
let world: RouteWorld;
let van: number;
let routeId: number;
let outletId: number;
beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  world = await routeWorld(fixture, admin);
  await fixture.database.query('DELETE FROM drivers');
  van = await world.vehicle('VAN 1');
  outletId = (await world.outlet('A', 0.01)).id;
  routeId = await world.route();
});

const yesterday = () => addDays(world.today, -1);
const driver = async (more: Record<string, unknown> = {}) =>
  (await admin.call('save-driver', { name: 'Ana', ...more })).driver?.id ?? 0;
const NOW = Date.now();
const later = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString();
const assign = (driverId: number, more: Record<string, unknown> = {}) =>
  admin.call('save-assignment', { driverId, vehicleId: van, from: later(1), to: later(2), ...more });
const vehicle = async () => (await admin.call('get-vehicle-by-id', { id: van })).vehicle;
const status = (to: string) => admin.call('save-vehicle', { id: van, registration: 'VAN 1', status: to });
const order = (more: Record<string, unknown>) =>
  admin.call('save-work-order', { title: 'Clutch', vehicleId: van, ...more });
const audited = async (subject: 'assignment' | 'route-plan' | 'route-run' | 'vehicle') =>
  (await admin.call('get-audit-list', { subject })).rows?.map(({ after }) => after?.['usedAnyway']) ?? [];

const inspect = async (outOfService: boolean) => {
  const { checklist } = await admin.call('save-checklist', { name: `Daily ${Math.random()}`, items: ['Brakes'] });
  return admin.call('add-inspection', {
    vehicleId: van,
    checklistId: checklist?.id ?? 0,
    answers: [{ item: 'Brakes', result: 'defect', severity: 'dangerous' }],
    signedBy: 'Ana',
    signature: [
      [100, 150, 300, 60, 500, 200],
      [520, 200, 600, 120],
    ],
    outOfService,
  });
};

describe('a vehicle that a dangerous defect takes out of service', () => {
  test('is out of service immediately, on its page and in the list, until its work order is closed', async () => {
    const { inspection } = await inspect(true);
    const orderId = inspection?.workOrderId ?? 0;
    expect(await vehicle()).toMatchObject({
      status: 'off-road',
      obstacle: { kind: 'work-order', workOrderId: orderId, to: null },
    });
    expect((await admin.call('get-vehicle-list', { status: 'off-road' })).rows).toHaveLength(1);
    await admin.call('close-work-order', { id: orderId, day: world.today });
    expect(await vehicle()).toMatchObject({ status: 'in-service', obstacle: null });
  });

  test('keeps a status that a person has set since when the order ends', async () => {
    const { inspection } = await inspect(true);
    await status('sold');
    await admin.call('delete-work-order', { id: inspection?.workOrderId ?? 0 });
    expect((await vehicle())?.status).toBe('sold');
  });

  test('stays in service when nobody takes it out', async () => {
    await inspect(false);
    expect(await vehicle()).toMatchObject({ status: 'in-service', obstacle: null });
  });
});

describe('an assignment', () => {
  test.each(['workshop', 'off-road', 'sold'])(
    'of a vehicle that is %s needs a reason, which is audited',
    async (to) => {
      const ana = await driver();
      await status(to);
      expect(await assign(ana)).toMatchObject({
        status: 409,
        faults: { vehicleId: { code: `vehicle-${to}` }, overrideReason: { code: 'enter-override-reason' } },
      });
      const made = (await assign(ana, { overrideReason: 'Test drive' })).assignment;
      expect(made?.override).toMatchObject({ reason: 'Test drive', by: 'admin' });
      expect(await audited('assignment')).toContain('Test drive');
      // The same obstacle is not confirmed twice; another one is.
      expect((await assign(ana, { id: made?.id, note: 'Late' })).status).toBe(200);
      await order({ outFrom: later(-1) });
      expect((await assign(ana, { id: made?.id, note: 'Later' })).status).toBe(409);
    },
  );

  test('within a work order is refused, before and after it is not', async () => {
    const ana = await driver();
    await order({ outFrom: later(10), outTo: later(20) });
    expect((await assign(ana, { from: later(8), to: later(10) })).status).toBe(200);
    expect((await assign(ana, { from: later(19), to: later(21) })).faults).toMatchObject({
      vehicleId: { code: 'vehicle-work-order' },
    });
    expect((await assign(ana, { from: later(20), to: later(21) })).status).toBe(200);
  });

  test('of a driver who has left, is not employed yet or whose licence expires before its end is refused', async () => {
    expect((await assign(await driver({ leftOn: yesterday() }))).faults).toMatchObject({
      driverId: { code: 'driver-left', params: { driver: 'Ana', day: yesterday() } },
    });
    expect((await assign(await driver({ hiredOn: addDays(world.today, 3) }))).faults).toMatchObject({
      driverId: { code: 'driver-not-hired' },
    });
    const ends = await driver({ licenceExpiresOn: addDays(world.today, 2) });
    const from = `${world.today}T23:30:00Z`;
    expect((await assign(ends, { from, to: `${addDays(world.today, 2)}T23:00:00Z` })).status).toBe(200);
    expect(
      (await assign(ends, { from: `${addDays(world.today, 2)}T23:00:00Z`, to: `${addDays(world.today, 3)}T01:00:00Z` }))
        .faults,
    ).toMatchObject({ driverId: { code: 'driver-licence-expires' } });
    const leaves = await driver({ leftOn: addDays(world.today, 1) });
    expect(
      (
        await assign(leaves, {
          from: `${addDays(world.today, 4)}T08:00:00Z`,
          to: `${addDays(world.today, 4)}T09:00:00Z`,
        })
      ).faults,
    ).toMatchObject({ driverId: { code: 'driver-leaves' } });
  });

  test('accepts a reason for one driver for no other, though both licences expired on one day', async () => {
    const ana = await driver({ licenceExpiresOn: yesterday() });
    const made = (await assign(ana, { overrideReason: 'Renewal is under way' })).assignment;
    const bob = await driver({ name: 'Bob', licenceExpiresOn: yesterday() });
    expect((await assign(bob, { id: made?.id })).faults).toMatchObject({ driverId: { params: { driver: 'Bob' } } });
  });

  test('in the past is a record of what happened, and needs no reason', async () => {
    const left = await driver({ leftOn: yesterday() });
    expect((await assign(left, { from: later(-5), to: later(-4) })).status).toBe(200);
  });
});

test('of the usual driver is checked when chosen, and marked later', async () => {
  const ana = await driver({ licenceExpiresOn: yesterday() });
  const save = (more: Record<string, unknown>) =>
    admin.call('save-vehicle', { id: van, registration: 'VAN 1', driverId: ana, ...more });
  expect((await save({})).faults).toMatchObject({ driverId: { code: 'driver-licence-expired' } });
  expect((await save({ overrideReason: 'Renewal is under way' })).status).toBe(200);
  expect(await audited('vehicle')).toContain('Renewal is under way');
  // Saving again for another reason needs no confirmation.
  expect((await save({ colour: 'red' })).status).toBe(200);
  expect(await vehicle()).toMatchObject({ driverObstacle: { kind: 'licence-expired', day: yesterday() } });
});

test('a driver who returns is the usual driver again, except one who must not drive and has no reason', async () => {
  const ana = await driver();
  const other = await world.vehicle('VAN 2');
  await admin.call('save-vehicle', { id: van, registration: 'VAN 1', driverId: ana });
  await admin.call('delete-driver', { id: ana });
  await fixture.database.query('UPDATE drivers SET licence_expires_on = $2 WHERE id = $1', [ana, yesterday()]);
  await admin.call('restore-driver', { id: ana });
  expect(await vehicle()).toMatchObject({ driverId: null });
  const reason = { driverId: ana, overrideReason: 'Renewal is under way' };
  await admin.call('save-vehicle', { id: other, registration: 'VAN 2', ...reason });
  await admin.call('delete-driver', { id: ana });
  await admin.call('restore-driver', { id: ana });
  expect((await admin.call('get-vehicle-by-id', { id: other })).vehicle).toMatchObject({ driverId: ana });
});

describe('a plan and its runs', () => {
  test('a run uses the reason of its plan, shows it, and requires one for what that does not cover', async () => {
    await status('workshop');
    await world.plan(routeId, [outletId], { vehicleId: van, overrideReason: 'Back tomorrow' });
    const run = await world.firstRun();
    expect((await admin.call('get-run-by-id', { id: run.id })).run?.override?.reason).toBe('Back tomorrow');
    const saved = await admin.call('change-run', { ...runInput(run), why: 'Later' });
    expect(saved.run?.override?.reason).toBe('Back tomorrow');
    const ana = await driver({ leftOn: yesterday() });
    const changedInput = { ...runInput(run), version: saved.run?.version, driverId: ana };
    expect((await admin.call('change-run', changedInput)).faults).toMatchObject({ driverId: { code: 'driver-left' } });
  });

  test('a plan with a vehicle out of service needs a reason; with it, its runs have the vehicle', async () => {
    await status('workshop');
    expect((await world.savePlan(routeId, [outletId], { vehicleId: van })).faults).toMatchObject({
      vehicleId: { code: 'vehicle-workshop' },
    });
    await world.plan(routeId, [outletId], { vehicleId: van, overrideReason: 'Back tomorrow' });
    expect((await world.runs()).every((run) => run.vehicle?.id === van && run.vehicleObstacle === 'workshop')).toBe(
      true,
    );
    expect(await audited('route-plan')).toContain('Back tomorrow');
  });

  test('runs lose a vehicle and a driver that may not be used on their day, report it, and get them back', async () => {
    const ana = await driver();
    await world.plan(routeId, [outletId], { vehicleId: van, driverId: ana });
    const second = addDays(world.today, 2);
    const out = await order({ outFrom: `${second}T00:00:00Z`, outTo: `${addDays(second, 1)}T00:00:00Z` });
    await admin.call('save-driver', { id: ana, name: 'Ana', licenceExpiresOn: second });
    await world.make();
    const runs = await world.runs();
    expect(runs.filter((run) => run.vehicle === null).map(({ day }) => day)).toEqual([second]);
    expect(runs.filter((run) => run.driver !== null).map(({ day }) => day)).toEqual([addDays(second, -1), second]);
    const { run } = await admin.call('get-run-by-id', { id: runs.find(({ day }) => day === second)?.id ?? 0 });
    expect(run?.history[0]?.changes).toEqual([{ what: 'vehicle-unavailable', from: 'VAN 1', to: 'work-order' }]);
    expect(await world.make()).toMatchObject({ counts: { made: 0, recreated: 0, removed: 0 } });
    await admin.call('save-work-order', {
      id: out.order?.id,
      version: out.order?.version,
      title: 'Clutch',
      vehicleId: van,
      state: 'cancelled',
    });
    await admin.call('save-driver', { id: ana, name: 'Ana' });
    await world.make();
    expect((await world.runs()).every((each) => each.vehicle?.id === van && each.driver?.id === ana)).toBe(true);
  });

  test('a run is changed to a driver who has left only with a reason, which its history contains', async () => {
    await world.plan(routeId, [outletId], { vehicleId: van });
    const ana = await driver({ leftOn: yesterday() });
    const run = await world.firstRun();
    const change = (more: Record<string, unknown>) =>
      admin.call('change-run', { ...runInput(run), driverId: ana, ...more });
    expect((await change({})).faults).toMatchObject({ driverId: { code: 'driver-left' } });
    const saved = (await change({ overrideReason: 'Helps out for a day' })).run;
    expect(saved).toMatchObject({ driverObstacle: 'left', override: { reason: 'Helps out for a day' } });
    expect(saved?.history[0]?.changes).toContainEqual({ what: 'used-anyway', from: null, to: 'Helps out for a day' });
    // Cancelling needs no confirmation.
    if (saved)
      expect((await admin.call('change-run', { ...runInput(saved), state: 'cancelled', why: 'Rain' })).status).toBe(
        200,
      );
  });
});

test('the obstacles of a vehicle and a driver can be read before saving', async () => {
  const ana = await driver({ leftOn: yesterday() });
  await order({ outFrom: later(-1) });
  const at = { vehicleId: van, driverId: ana, from: later(1) };
  expect(await admin.call('get-obstacles', at)).toMatchObject({
    vehicle: { code: 'vehicle-work-order', params: { vehicle: 'VAN 1' } },
    driver: { code: 'driver-left' },
  });
  expect((await admin.call('get-obstacles', { ...at, vehicleId: 0x7f_ff_ff_ff })).status).toBe(404);
});
