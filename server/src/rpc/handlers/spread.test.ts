import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { timesDoneOf, queueTimes } from '../../distribution/proposals.ts';
import { addTrackedVehicle } from '../../testing/alarm-fixture.ts';
import { emptyTables } from '../../testing/empty-tables.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

let fixture: HttpFixture;
let admin: TestBrowser;
let depotId: number;
beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
  await fixture.database.query(`UPDATE organisations SET time_zone = 'Europe/Berlin' WHERE id = 1`);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await emptyTables(fixture.database, 'outlets', 'depots', 'routes', 'vehicles', 'drivers', 'spreads');
  const { depot } = await admin.call('save-depot', { name: 'Yard', place: { lat: 0, lon: 0.1 } });
  depotId = depot?.id ?? 0;
});

/** A Monday that is far enough in the future for its runs to lie ahead. */
const DAY = nextMonday(8);

function nextMonday(days: number): string {
  const day = new Date(Date.now() + days * 86_400_000);
  while (day.getUTCDay() !== 1) day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}

/** An outlet on the equator, in thousandths of a degree of longitude east of the depot. @returns its id */
async function outlet(code: string, thousandths: number | null, more: Record<string, unknown> = {}): Promise<number> {
  const place = thousandths === null ? null : { lat: 0, lon: 0.1 + thousandths / 1000 };
  const answer = await admin.call('save-outlet', { code, name: `Shop ${code}`, place, serviceMin: 5, ...more });
  if (!answer.outlet) throw new Error(JSON.stringify(answer));
  return answer.outlet.id;
}

async function vehicle(registration: string, more: Record<string, unknown> = {}): Promise<number> {
  const answer = await admin.call('save-vehicle', { registration, ...more });
  if (!answer.vehicle) throw new Error(JSON.stringify(answer));
  return answer.vehicle.id;
}

async function driver(name: string, more: Record<string, unknown> = {}): Promise<number> {
  const answer = await admin.call('save-driver', { name, ...more });
  if (!answer.driver) throw new Error(JSON.stringify(answer));
  return answer.driver.id;
}

const base = (ids: readonly number[], load = 0) => ({
  day: DAY,
  depotId,
  startMin: 480,
  backMin: 1020,
  unit: 'kg' as const,
  stops: ids.map((outletId) => ({ outletId, load })),
});
const hours = (fromMin: number, toMin: number) => Array.from({ length: 7 }, () => [{ fromMin, toMin }]);
const runsOf = async () =>
  (await admin.call('get-run-list', { from: DAY, to: DAY })).rows?.map((run) => ({
    route: run.route.name,
    vehicle: run.vehicle?.name,
    driver: run.driver?.name,
    stops: run.stops,
  }));

test('stops are spread by the capacity of vehicles, and the way of each is returned', async () => {
  // Two outlets lie on each side of the depot; each vehicle has capacity for two of them.
  const ids = [await outlet('A', 10), await outlet('B', 20), await outlet('C', -10), await outlet('D', -20)];
  const vehicleIds = [await vehicle('ONE', { loadKg: 100 }), await vehicle('TWO', { loadKg: 100 })];
  const answer = await admin.call('propose-spread', { ...base(ids, 50), vehicleIds });
  const sides = answer.tours?.map(({ stops }) => stops.map(({ outletId }) => outletId).toSorted((a, b) => a - b));
  expect(sides?.toSorted()).toEqual([ids.slice(0, 2), ids.slice(2)]);
  // There and back 20 thousandths of a degree of 111.195 m each, at 1.35 m per metre of the straight line and 25 km/h.
  const metres = 40 * 111.195 * 1.35;
  for (const tour of answer.tours ?? []) {
    expect(tour).toMatchObject({ load: 100, capacity: 100, backLateS: 0, waitS: 0 });
    expect(tour.drivingM).toBeCloseTo(metres, -1);
    expect(tour.drivingS).toBeCloseTo((metres * 3.6) / 25, -1);
    expect(Date.parse(tour.endsAt) - Date.parse(tour.startsAt)).toBeCloseTo((tour.drivingS + 2 * 300) * 1000, -4);
  }
  expect(answer).toMatchObject({ driving: 'own', left: [] });
});

test('of vehicles with different capacities, the larger one gets what only it can carry', async () => {
  const heavy = await outlet('A', 10);
  const vehicleIds = [await vehicle('SMALL', { loadKg: 10 }), await vehicle('LARGE', { loadKg: 100 })];
  const { tours, left } = await admin.call('propose-spread', { ...base([heavy], 60), vehicleIds });
  expect(tours?.map(({ stops }) => stops.length)).toEqual([0, 1]);
  expect(left).toEqual([]);
});

test('vehicles start from their own depots, within their own hours', async () => {
  const { depot: other } = await admin.call('save-depot', { name: 'Far yard', place: { lat: 0, lon: 2.1 } });
  const otherId = other?.id ?? 0;
  // Two outlets lie next to each depot, 222 km apart, and one that opens in the evening lies next to the far depot.
  const near = [await outlet('A', 10), await outlet('B', -10)];
  const far = [await outlet('C', 2010), await outlet('D', 1990)];
  const evening = await outlet('E', 2005, { hours: hours(1080, 1140) });
  const [one, two] = [await vehicle('ONE'), await vehicle('TWO')];
  const late = { vehicleId: two, beginDepotId: otherId, endDepotId: otherId, startMin: 840, backMin: 1200 };
  const input = { ...base([...near, ...far, evening]), shifts: [late] };
  const { tours = [], left } = await admin.call('propose-spread', { ...input, vehicleIds: [one, two] });
  const idsOf = (index: number) => tours[index]?.stops.map(({ outletId }) => outletId).toSorted((a, b) => a - b);
  expect([idsOf(0), idsOf(1), left]).toEqual([near, [...far, evening], []]);
  // In Berlin, 08:00 and 14:00 are six hours apart.
  expect(Date.parse(tours[1]?.startsAt ?? '') - Date.parse(tours[0]?.startsAt ?? '')).toBe(6 * 3_600_000);
  expect(tours.map(({ backLateS, drivingM }) => [backLateS, drivingM < 10_000])).toEqual([
    [0, true],
    [0, true],
  ]);
  // With the shifts of the other vehicles nobody can serve the evening stop, and from their depot nobody the distant
  // stops.
  const sameShifts = await admin.call('propose-spread', { ...base([...far, evening]), vehicleIds: [one, two] });
  expect(sameShifts.left).toContainEqual({ outletId: evening, reason: 'too-late' });
  // The vehicle drives from one depot to the other: the tour ends where its shift does.
  const across = { ...late, vehicleId: one, beginDepotId: depotId, startMin: 480, backMin: 1440 };
  const timed = await admin.call('time-spread', {
    ...base(near),
    shifts: [across],
    tours: [{ vehicleId: one, outletIds: near }],
  });
  // 2.02 degrees of longitude from the westernmost stop, after 10 thousandths twice.
  expect(timed.tours?.[0]?.drivingM).toBeCloseTo((10 + 20 + 2010) * 111.195 * 1.35, -2);

  const accepted = {
    ...input,
    key: randomUUID(),
    tours: tours.map(({ vehicleId, stops }) => ({
      vehicleId,
      driverId: null,
      outletIds: stops.map(({ outletId }) => outletId),
    })),
  };
  expect(await admin.call('accept-spread', accepted)).toMatchObject({ status: 200, runs: 2 });
  const { rows = [] } = await admin.call('get-run-list', { from: DAY, to: DAY });
  const made = rows.find(({ vehicle: of }) => of?.name === 'TWO');
  const { run } = await admin.call('get-run-by-id', { id: made?.id ?? 0 });
  expect(run).toMatchObject({
    beginDepot: { name: 'Far yard' },
    endDepot: { name: 'Far yard' },
    startsAt: tours[1]?.startsAt,
  });
  expect(run?.drivingM).toBe(tours[1]?.drivingM);

  // With a run in the evening it is free in the morning.
  const readChoices = async (shifts: (typeof late)[]) =>
    (
      await admin.call('get-spread-choices', { day: DAY, depotId, startMin: 1080, backMin: 1140, shifts })
    ).vehicles?.find(({ id }) => id === two)?.busy;
  expect(await readChoices([])).toMatchObject({ route: 'TWO' });
  expect(await readChoices([{ ...late, startMin: 480, backMin: 600 }])).toBeNull();
});

test('the area of a vehicle is known from its plan, its group, or the depot at which it stands', async () => {
  const { depot: north } = await admin.call('save-depot', { name: 'North', place: { lat: 1, lon: 0.1 } });
  const { group } = await admin.call('save-group', { name: 'Vans' });
  const mates = { groupId: group?.id ?? 0 };
  const [planned, mate, alone] = [
    await vehicle('PLANNED', mates),
    await vehicle('MATE', mates),
    await vehicle('ALONE'),
  ];
  const { route: round } = await admin.call('save-route', { name: 'Round' });
  const stop = { outletId: await outlet('A', 10), serviceS: null, window: null };
  const plan = await admin.call('save-route-plan', {
    routeId: round?.id ?? 0,
    validFrom: DAY,
    validTo: null,
    weekdays: [2, 6],
    everyWeeks: 1,
    startMin: 390,
    beginDepotId: north?.id ?? 0,
    endDepotId: depotId,
    vehicleId: planned,
    driverId: null,
    stops: [stop],
  });
  expect(plan.status).toBe(200);
  const readChoices = async (day: string) => {
    const { vehicles, weekdays } = await admin.call('get-spread-choices', {
      day,
      depotId,
      startMin: 480,
      backMin: 600,
    });
    return { shiftOf: (id: number) => vehicles?.find((each) => each.id === id)?.shift, weekdays };
  };
  // A Monday, on which the plan does not run; on Tuesday the vehicle is on its run at that time.
  const [monday, tuesday] = [await readChoices(DAY), await readChoices(addDays(DAY, 1))];
  const depots = { beginDepotId: north?.id, endDepotId: depotId };
  expect(monday.shiftOf(planned)).toEqual({ from: 'plan', ...depots, startMin: 390 });
  expect(tuesday.shiftOf(planned)).toEqual({ from: 'plan', ...depots, startMin: null });
  const ofGroup = { from: 'group', beginDepotId: north?.id, endDepotId: north?.id, startMin: null };
  expect(monday.shiftOf(mate)).toEqual(ofGroup);
  expect(monday.shiftOf(alone)).toBeNull();
  // 0.0005 degrees, 56 m, from the depot, whose radius is 100 m; and 2 km away.
  const [beside, away] = [
    await addTrackedVehicle(fixture.database, 1, 'BESIDE', { lat: 1.0005, lon: 0.1 }),
    await addTrackedVehicle(fixture.database, 1, 'AWAY', { lat: 1.02, lon: 0.1 }),
  ];
  const standing = await readChoices(DAY);
  expect(standing.shiftOf(beside.vehicleId)).toEqual({ ...ofGroup, from: 'depot' });
  expect(standing.shiftOf(away.vehicleId)).toBeNull();
  expect(monday.weekdays).toEqual([2, 6]);
});

test('a stop that fits nowhere is returned with the reason', async () => {
  const sunday = [...Array.from({ length: 6 }, () => []), [{ fromMin: 480, toMin: 1020 }]];
  const ids = {
    unplaced: await outlet('A', null),
    closed: await outlet('B', 10, { hours: sunday }),
    early: await outlet('C', 10, { hours: hours(0, 60) }),
    far: await outlet('D', 3000),
  };
  const vehicleIds = [await vehicle('ONE', { loadKg: 100 })];
  const { tours, left } = await admin.call('propose-spread', { ...base(Object.values(ids)), vehicleIds });
  expect(tours?.[0]?.stops).toEqual([]);
  expect(left).toEqual([
    { outletId: ids.unplaced, reason: 'unplaced' },
    { outletId: ids.closed, reason: 'closed' },
    { outletId: ids.early, reason: 'too-late' },
    { outletId: ids.far, reason: 'too-late' },
  ]);

  const three = [await outlet('E', 10), await outlet('F', 11), await outlet('G', 12)];
  const full = await admin.call('propose-spread', { ...base(three, 60), vehicleIds });
  expect(full.left?.map(({ reason }) => reason)).toEqual(['no-room', 'no-room']);
  const heavy = await admin.call('propose-spread', { ...base(three, 101), vehicleIds });
  expect(heavy.left?.map(({ reason }) => reason)).toEqual(['too-heavy', 'too-heavy', 'too-heavy']);
  // Only one visit of 5 minutes with about 8 minutes of driving fits in a quarter of an hour.
  const short = await admin.call('propose-spread', { ...base(three), backMin: 495, vehicleIds });
  expect(short.left?.map(({ reason }) => reason)).toEqual(['no-time', 'no-time']);
});

test('a stop that a person moves is inserted where it costs least, and its lateness is shown', async () => {
  const [near, far] = [await outlet('A', 10), await outlet('B', 20)];
  const late = await outlet('C', 15, { hours: hours(480, 481) });
  const [one, two] = [await vehicle('ONE'), await vehicle('TWO')];
  const spread = {
    ...base([near, far, late]),
    tours: [
      { vehicleId: one, outletIds: [near, far] },
      { vehicleId: two, outletIds: [] },
    ],
  };
  const timed = await admin.call('time-spread', spread);
  expect(timed.left).toEqual([{ outletId: late, reason: 'too-late' }]);
  const moved = await admin.call('time-spread', { ...spread, move: { outletId: near, vehicleId: two } });
  expect(moved.tours?.map(({ stops }) => stops.map(({ outletId }) => outletId))).toEqual([[far], [near]]);
  const out = await admin.call('time-spread', { ...spread, move: { outletId: near, vehicleId: null } });
  expect(out.left).toContainEqual({ outletId: near, reason: 'taken-out' });
  const forced = await admin.call('time-spread', { ...spread, move: { outletId: late, vehicleId: one } });
  const stop = forced.tours?.[0]?.stops.find(({ outletId }) => outletId === late);
  // 15 thousandths of a degree at 25 km/h take 324 s, and it closes after 60.
  expect(stop?.lateS).toBeGreaterThanOrEqual(324 - 60);
  expect(stop?.window).not.toBeNull();
});

test('times of tours are computed in the organisation’s turn, and only those that the person requested last', async () => {
  const ids = [await outlet('A', 10)];
  const vehicleId = await vehicle('ONE');
  const input = { ...base(ids), tours: [{ vehicleId, outletIds: ids }] };
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  // A request of a colleague that is in progress.
  const colleague = { userId: -1, organisationId: 1, tenantId: 70, gone: new AbortController().signal };
  const other = queueTimes(colleague, () => held);
  let answered = 0;
  const time = () => admin.call('time-spread', input).finally(() => (answered += 1));
  // The administrator of the initial set-up, whose earlier request waits when the later one arrives.
  const mine = { userId: 1, organisationId: 1, tenantId: 70, gone: new AbortController().signal };
  const earlier = time();
  await expect.poll(() => timesDoneOf(mine.userId)).toBe(0);
  const later = queueTimes(mine, () => Promise.resolve('worked out'));
  // Operations of other kinds are answered meanwhile.
  await admin.call('get-spread-list', { day: DAY, depotId });
  expect(answered).toBe(0);
  release();
  await other;
  expect([(await earlier).status, await later]).toEqual([409, 'worked out']);
  expect((await time()).status).toBe(200);
});

test('an accepted spread creates the runs once, with load, and undone it leaves nothing', async () => {
  const ids = [await outlet('A', 10), await outlet('B', -10)];
  const [one, two] = [await vehicle('ONE'), await vehicle('TWO')];
  const anna = await driver('Anna');
  const input = {
    ...base(ids, 40),
    key: randomUUID(),
    tours: [
      { vehicleId: one, driverId: anna, outletIds: ids.slice(0, 1) },
      { vehicleId: two, driverId: null, outletIds: ids.slice(1) },
    ],
  };
  const proposed = await admin.call('time-spread', { ...base(ids, 40), tours: input.tours });
  const answers = await Promise.all([admin.call('accept-spread', input), admin.call('accept-spread', input)]);
  expect(answers).toEqual([answers[0], answers[0]]);
  expect(answers[0]).toMatchObject({ status: 200, runs: 2 });
  expect(await runsOf()).toEqual([
    { route: 'ONE', vehicle: 'ONE', driver: 'Anna', stops: 1 },
    { route: 'TWO', vehicle: 'TWO', driver: undefined, stops: 1 },
  ]);
  const { rows } = await admin.call('get-run-list', { from: DAY, to: DAY });
  const { run } = await admin.call('get-run-by-id', { id: rows?.[0]?.id ?? 0 });
  expect(run).toMatchObject({
    touched: true,
    beginDepot: { name: 'Yard' },
    endDepot: { name: 'Yard' },
    load: { kgOut: 40 },
  });
  expect(run?.drivingM).toBe(proposed.tours?.[0]?.drivingM);
  expect(Date.parse(run?.endsAt ?? '') / 1000).toBeCloseTo(Date.parse(proposed.tours?.[0]?.endsAt ?? '') / 1000, 0);
  expect(run?.history[0]?.changes).toEqual([{ what: 'spread', from: null, to: null }]);

  // A second tour on that day is a run of another route of the vehicle; at the same time it is refused, and nothing is
  // created.
  const repeated = { ...input, key: randomUUID() };
  expect(await admin.call('accept-spread', repeated)).toMatchObject({
    status: 409,
    fields: { vehicleId: expect.stringMatching(/^ONE is on “ONE” then: /) },
  });
  const evening = await admin.call('accept-spread', { ...repeated, startMin: 1080, backMin: 1200 });
  expect(evening).toMatchObject({ status: 200, runs: 2 });
  expect((await runsOf())?.map(({ route }) => route)).toEqual(['ONE', 'TWO', 'ONE · 2', 'TWO · 2']);

  const listed = await admin.call('get-spread-list', { day: DAY, depotId });
  expect(listed.rows).toMatchObject([
    { id: evening.id, runs: 2, undoable: 2 },
    { id: answers[0].id, runs: 2, undoable: 2 },
  ]);
  for (const spreadId of [evening.id ?? 0, answers[0].id ?? 0]) {
    expect(await admin.call('undo-spread', { spreadId })).toMatchObject({ removed: 2, kept: 0 });
  }
  expect(await admin.call('undo-spread', { spreadId: evening.id ?? 0 })).toMatchObject({ removed: 0, kept: 0 });
  expect(await runsOf()).toEqual([]);
  expect((await admin.call('get-route-list', {})).rows).toEqual([]);
  expect((await admin.call('get-spread-list', { day: DAY, depotId })).rows).toEqual([]);
});

test('runs that have begun stay when a spread is undone', async () => {
  const ids = [await outlet('A', 10), await outlet('B', -10)];
  const tours = [
    { vehicleId: await vehicle('ONE'), driverId: null, outletIds: ids.slice(0, 1) },
    { vehicleId: await vehicle('TWO'), driverId: null, outletIds: ids.slice(1) },
  ];
  const { id: spreadId = 0 } = await admin.call('accept-spread', { ...base(ids), key: randomUUID(), tours });
  await fixture.database.query(`UPDATE route_runs SET starts_at = now() - interval '1 minute' WHERE vehicle_id = $1`, [
    tours[0]?.vehicleId,
  ]);
  expect(await admin.call('undo-spread', { spreadId })).toMatchObject({ removed: 1, kept: 1 });
  expect((await runsOf())?.map(({ vehicle: name }) => name)).toEqual(['ONE']);
});

test('an unavailable driver or vehicle is shown, refused, and used with a reason', async () => {
  const ids = [await outlet('A', 10)];
  const vehicleId = await vehicle('ONE', { status: 'workshop' });
  const driverId = await driver('Anna', { licenceExpiresOn: '2020-01-01' });
  const choices = await admin.call('get-spread-choices', { day: DAY, depotId, startMin: 480, backMin: 1020 });
  expect(choices.vehicles).toMatchObject([{ id: vehicleId, obstacle: { code: 'vehicle-workshop' }, busy: null }]);
  expect(choices.drivers).toMatchObject([{ id: driverId, obstacle: { code: 'driver-licence-expired' }, busy: null }]);
  const input = { ...base(ids), key: randomUUID(), tours: [{ vehicleId, driverId, outletIds: ids }] };
  expect(await admin.call('accept-spread', input)).toMatchObject({
    status: 409,
    fields: { vehicleId: 'ONE is in the workshop.', driverId: 'The licence of Anna expired on 2020-01-01.' },
  });
  expect(await runsOf()).toEqual([]);
  expect(await admin.call('accept-spread', { ...input, overrideReason: 'Repaired' })).toMatchObject({ status: 200 });
  const { rows } = await admin.call('get-run-list', { from: DAY, to: DAY });
  const { run } = await admin.call('get-run-by-id', { id: rows?.[0]?.id ?? 0 });
  expect(run?.override).toMatchObject({ reason: 'Repaired' });
  const busy = await admin.call('get-spread-choices', { day: DAY, depotId, startMin: 485, backMin: 600 });
  expect(busy.vehicles?.[0]?.busy).toMatchObject({ route: 'ONE' });
  expect(busy.drivers?.[0]?.busy).toMatchObject({ route: 'ONE' });
});

test('outlets are due that want more visits in the week than are planned', async () => {
  const twice = await outlet('A', 10, { visitsPerWeek: 2 });
  const fortnightly = await outlet('B', 11, { visitsPerWeek: 0.5 });
  await outlet('C', 12);
  await outlet('D', 13, { visitsPerWeek: 1, state: 'closed' });
  const due = async (day: string) => (await admin.call('get-spread-stops', { day, depotId })).rows?.map(({ id }) => id);
  expect(await due(DAY)).toEqual([twice, fortnightly]);
  const tours = [{ vehicleId: await vehicle('ONE'), driverId: null, outletIds: [twice, fortnightly] }];
  await admin.call('accept-spread', { ...base([twice, fortnightly]), key: randomUUID(), tours });
  // An outlet is not due twice on one day. On the next day the first needs one more visit, and the other needs none for
  // two weeks.
  expect(await due(DAY)).toEqual([]);
  expect(await due(addDays(DAY, 1))).toEqual([twice]);
  expect(await due(addDays(DAY, 7))).toEqual([twice]);
  expect(await due(addDays(DAY, 14))).toEqual([twice, fortnightly]);
  const chosen = await admin.call('get-spread-stops', { day: DAY, depotId, codes: ['b', 'C', 'none'] });
  expect(chosen.rows?.map(({ code, onRoute }) => [code, onRoute])).toEqual([
    ['B', 'ONE'],
    ['C', null],
  ]);
});

const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

test('records of others, past days, and too many are refused', async () => {
  const ids = [await outlet('A', 10)];
  const vehicleId = await vehicle('ONE');
  const driverId = await driver('Anna');
  const tour = { vehicleId, driverId, outletIds: ids };
  const accept = (more: Record<string, unknown>) =>
    admin.call('accept-spread', { ...base(ids), key: randomUUID(), tours: [tour], ...more });
  expect(await accept({ day: '2026-03-02' })).toMatchObject({
    status: 422,
    fields: { day: 'This day is over. Choose today or a later day.' },
  });
  expect(
    await admin.call('propose-spread', { ...base(ids), day: '2026-03-02', vehicleIds: [vehicleId] }),
  ).toMatchObject({
    status: 422,
    fields: { startMin: 'This start time has passed. Choose a later one.' },
  });
  expect(await accept({ backMin: 480 })).toMatchObject({
    status: 422,
    fields: { backMin: 'The end must be later than the start.' },
  });
  const two = [await outlet('B', 11), await vehicle('TWO')] as const;
  expect(
    await accept({
      stops: [...ids, two[0]].map((outletId) => ({ outletId, load: 0 })),
      tours: [tour, { vehicleId: two[1], driverId, outletIds: [two[0]] }],
    }),
  ).toMatchObject({
    status: 422,
    fields: { driverId: 'A driver can drive only one of the vehicles. Choose another one.' },
  });
  const many = Array.from({ length: 301 }, (_stop, index) => ({ outletId: index + 1, load: 0 }));
  expect(await accept({ stops: many })).toMatchObject({
    status: 422,
    fields: { stops: 'At most 300 stops can be spread at once.' },
  });

  const elsewhere = await addOrganisation(fixture.database, 'Elsewhere');
  const grants = { routes: ['view' as const, 'create' as const], vehicles: ['view' as const, 'create' as const] };
  await addUser(fixture.database, { username: 'other', password: 'pass-word', organisationId: elsewhere, grants });
  const other = await fixture.signedIn('other', 'pass-word');
  expect(await other.call('get-spread-stops', { day: DAY, depotId })).toMatchObject({ status: 404 });
  expect(await other.call('propose-spread', { ...base(ids), vehicleIds: [vehicleId] })).toMatchObject({ status: 404 });
  const { depot: theirDepot } = await other.call('save-depot', { name: 'Theirs', place: { lat: 0, lon: 1 } });
  const foreign = { vehicleId, beginDepotId: depotId, endDepotId: theirDepot?.id ?? 0, startMin: 480, backMin: 1020 };
  expect(await accept({ shifts: [foreign] })).toMatchObject({ status: 404 });
  const { id: spreadId = 0 } = await accept({});
  expect(await other.call('undo-spread', { spreadId })).toMatchObject({ status: 404 });
  const { vehicle: theirs } = await other.call('save-vehicle', { registration: 'THEIRS' });
  expect(await accept({ tours: [{ ...tour, vehicleId: theirs?.id ?? 0 }] })).toMatchObject({
    status: 422,
    fields: { vehicleId: 'There is no such vehicle.' },
  });
});
