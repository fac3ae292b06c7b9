import { MAX_STOPS } from '@milepost/contract/route-kinds';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import { routeWorld, runInput, type RouteWorld } from '../../testing/route-world.ts';
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

test('one route runs once a day', async () => {
  const a = await world.outlet('A', 0.01);
  const routeId = await world.route();
  await world.plan(routeId, [a.id], { weekdays: [1, 3] });
  await world.plan(routeId, [a.id], { weekdays: [2] });
  expect(await world.savePlan(routeId, [a.id], { weekdays: [3, 4], everyWeeks: 2 })).toMatchObject({
    status: 409,
    fields: { validFrom: expect.stringContaining('T08:00') },
  });
});

test('outlets that are closed, deleted or without coordinates are refused, and skipped when they became so later', async () => {
  const a = await world.outlet('A', 0.01);
  const b = await world.outlet('B', 0.02);
  const c = await world.outlet('C', 0.03);
  const nowhere = await world.outlet('D', null);
  const routeId = await world.route();
  expect(await world.savePlan(routeId, [nowhere.id])).toMatchObject({
    status: 422,
    fields: { stops: expect.stringContaining('no location') },
  });
  expect(await world.savePlan(routeId, [a.id, a.id])).toMatchObject({ status: 422 });
  const saved = await world.plan(routeId, [a.id, b.id, c.id]);
  await world.outlet('A', 0.01, { id: a.id, state: 'closed' });
  await admin.call('delete-outlet', { id: b.id });
  await world.make();
  const run = await world.firstRun();
  expect(run.stops.map(({ skipReason }) => skipReason)).toEqual(['outlet-closed', 'outlet-deleted', null]);
  // The plan can still be saved with them.
  await world.plan(routeId, [a.id, c.id], { id: saved.id, version: saved.version });
});

test('outlets are found by a list of their codes, except those that no route can include', async () => {
  for (const [code, lon] of [
    ['S-1', 0.01],
    ['S-2', 0.02],
    ['S-20', 0.03],
    ['S-4', null],
  ] as const)
    await world.outlet(code, lon);
  const routeId = await world.route();
  const found = await admin.call('get-route-outlets', { routeId, codes: ['s-2', 'S-1', 'S-3', 'S-4', ' S-1 '] });
  expect(found.rows?.map(({ code }) => code)).toEqual(['S-1', 'S-2']);
  const codes = Array.from({ length: MAX_STOPS + 1 }, (_code, index) => `X-${index}`);
  expect(await admin.call('get-route-outlets', { routeId, codes })).toMatchObject({ status: 422 });
});

test('outlets are found by their ids, except those that no route can include', async () => {
  const [a, b, c] = [await world.outlet('A', 0.01), await world.outlet('B', 0.02), await world.outlet('C', 0.03)];
  const nowhere = await world.outlet('D', null);
  await world.outlet('C', 0.03, { id: c.id, state: 'closed' });
  const elsewhere = await addOrganisation(fixture.database, 'Elsewhere');
  const foreign = (await world.outlet('E', 0.04, { organisationId: elsewhere })).id;
  const routeId = await world.route();
  const ids = [b.id, c.id, nowhere.id, foreign];
  expect((await admin.call('get-route-outlets', { routeId, outletIds: ids })).rows?.map(({ code }) => code)).toEqual([
    'B',
  ]);
  expect((await admin.call('get-route-outlets', { routeId, outletIds: [a.id, b.id] })).total).toBe(2);
  const many = Array.from({ length: MAX_STOPS + 1 }, (_id, index) => index + 1);
  expect(await admin.call('get-route-outlets', { routeId, outletIds: many })).toMatchObject({ status: 422 });
});

test('a route of more than 500 stops is refused with the bound, one of the bound is accepted', async () => {
  const stops = Array.from({ length: 500 }, (_stop, index) => ({ outletId: index + 1 }));
  const routeId = await world.route();
  expect(await world.savePlan(routeId, [], { stops })).toMatchObject({
    status: 422,
    fields: { stops: `A route can have at most ${MAX_STOPS} stops.` },
  });
  await fixture.database.query(
    `INSERT INTO outlets (organisation_id, code, name, lat, lon, service_min)
     SELECT o.id, n, n, 0.001 * n, 0.001, 1 FROM organisations o, generate_series(1, ${MAX_STOPS}) n WHERE o.parent_id IS NULL`,
  );
  const { rows } = await fixture.database.query<{ id: number }>('SELECT id FROM outlets ORDER BY id');
  const many = rows.map(({ id }) => id);
  expect((await world.plan(routeId, many)).stops).toHaveLength(MAX_STOPS);
  expect(
    await world.savePlan(routeId, many, {
      weekdays: [1],
      stops: many.map((outletId) => ({ outletId, serviceS: 3600 })),
    }),
  ).toMatchObject({
    status: 422,
    fields: { stops: expect.stringContaining('at most a day') },
  });
});

test('an end before the begin, a reversed window and no weekday are refused', async () => {
  const a = await world.outlet('A', 0.01);
  const routeId = await world.route();
  expect(await world.savePlan(routeId, [a.id], { validTo: '2025-12-31' })).toMatchObject({
    fields: { validTo: expect.anything() },
  });
  expect(await world.savePlan(routeId, [a.id], { weekdays: [] })).toMatchObject({
    fields: { weekdays: expect.anything() },
  });
  const window = { fromMin: 600, toMin: 540 };
  expect((await world.savePlan(routeId, [], { stops: [{ outletId: a.id, window }] })).status).toBe(422);
});

test('nothing of another organisation is accepted in a plan or a run', async () => {
  const sister = await addOrganisation(fixture.database, `Sister ${Math.random()}`);
  await addUser(fixture.database, {
    username: `sister ${sister}`,
    password: 'pass-word',
    organisationId: sister,
    grants: { routes: ['view', 'create', 'edit'], outlets: ['view', 'create'], vehicles: ['view', 'create'] },
    priority: 1,
  });
  const outsider = await fixture.signedIn(`sister ${sister}`, 'pass-word');
  const a = await world.outlet('A', 0.01);
  const van = await world.vehicle('VAN 1');
  const { depot } = await admin.call('save-depot', { name: 'Yard', place: { lat: 1, lon: 1 } });
  const routeId = await world.route('Theirs', outsider);
  const wanted = { routeId, validFrom: '2026-01-01', weekdays: [1], startMin: 480, stops: [] };
  for (const more of [{ stops: [{ outletId: a.id }] }, { vehicleId: van }, { beginDepotId: depot?.id }]) {
    expect((await outsider.call('save-route-plan', { ...wanted, ...more })).status).toBe(422);
  }
  await world.plan(await world.route(), [a.id]);
  const run = await world.firstRun();
  expect((await outsider.call('get-run-by-id', { id: run.id })).status).toBe(404);
  expect((await outsider.call('change-run', runInput(run))).status).toBe(404);
});

test('a depot used by a plan is not deleted, and a moved one moves the planned times', async () => {
  const a = await world.outlet('A', 0.01);
  const { depot } = await admin.call('save-depot', { name: 'Yard', place: { lat: 0.0001, lon: 0 } });
  await world.plan(await world.route(), [a.id], { beginDepotId: depot?.id });
  expect(await admin.call('delete-depot', { id: depot?.id ?? 0 })).toMatchObject({ status: 409 });
  const before = (await world.firstRun()).drivingM;
  await admin.call('save-depot', { id: depot?.id, name: 'Yard', place: { lat: 0.0001, lon: -0.01 } });
  expect((await world.firstRun()).drivingM / before).toBeCloseTo(2, 1);
});
