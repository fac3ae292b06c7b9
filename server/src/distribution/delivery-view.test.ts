import type { PlannedStop, RunFacts, StopVisit } from '@milepost/tracking/runs/run-plan';
import { expect, test } from 'vitest';
import { type DeliveryFacts, deliveryView } from './delivery-view.ts';

const MINUTE = 60_000;
const NINE = Date.parse('2026-11-23T09:00:00Z');
/** 0.01 degrees of longitude at the equator are 1,112 m. */
const PLACES = new Map([1, 2, 3].map((id) => [id, { lat: 0, lon: id / 100 }]));
const stop = (outletId: number): PlannedStop => ({
  outletId,
  position: outletId,
  serviceS: 600,
  arrival: NINE + outletId * 20 * MINUTE,
  departure: NINE + outletId * 20 * MINUTE + 10 * MINUTE,
  windowFrom: null,
  windowTo: null,
  skipped: false,
});
const visit = (outletId: number, more: Partial<StopVisit> = {}): StopVisit => ({
  outletId,
  vehicleId: 1,
  state: 'planned',
  served: false,
  order: null,
  arrivedAt: null,
  departedAt: null,
  stoodS: 0,
  legS: null,
  legFrom: null,
  doubt: null,
  ...more,
});
/** Three stops; the vehicle left at nine, and the customer is at the second. */
function delivery(
  visits: StopVisit[],
  more: Partial<DeliveryFacts> = {},
  facts: Partial<RunFacts> = {},
): DeliveryFacts {
  return {
    outletId: 2,
    place: PLACES.get(2) ?? null,
    cancelled: false,
    plan: {
      startsAt: NINE,
      from: NINE - 120 * MINUTE,
      until: NINE + 600 * MINUTE,
      beginDepot: null,
      endDepot: null,
      shortestDwellS: 120,
      stops: [1, 2, 3].map(stop),
    },
    facts: {
      begunAt: NINE,
      begunBy: 'depot',
      endedAt: null,
      endedBy: null,
      drivenM: null,
      takenOver: null,
      visits,
      ...facts,
    },
    places: PLACES,
    whereabouts: null,
    expected: null,
    entries: new Map(),
    ...more,
  };
}
const served = { state: 'done', served: true, arrivedAt: NINE + 20 * MINUTE, departedAt: NINE + 30 * MINUTE } as const;
const NOW = NINE + 32 * MINUTE;
const near = { at: NOW - MINUTE, place: { lat: 0, lon: 0.013 } };
const onTheWay = [visit(1, served), visit(2), visit(3)];

test('before the run begins there is a span by the plan, and no number of stops', () => {
  const view = deliveryView(delivery([], {}, { begunAt: null, begunBy: null }), NINE - 60 * MINUTE);
  // Planned at 9:40, an hour before and after, rounded to five minutes; but the run begins at nine.
  expect(view).toMatchObject({
    state: 'planned',
    stopsBefore: null,
    position: null,
    expected: { from: '2026-11-23T09:00:00.000Z', to: '2026-11-23T10:40:00.000Z' },
  });
});

test('the expected time is never in the past, when the run should have begun', () => {
  const view = deliveryView(delivery([], {}, { begunAt: null, begunBy: null }), NINE + 17 * MINUTE);
  // 9:15, to five minutes, is over.
  expect(view.expected?.from).toBe('2026-11-23T09:20:00.000Z');
});

test('the expected time is not before the outlet opens', () => {
  const opens = { ...stop(2), windowFrom: NINE + 30 * MINUTE, windowTo: NINE + 180 * MINUTE };
  const open = delivery([], {}, { begunAt: null, begunBy: null });
  open.plan = { ...open.plan, stops: [stop(1), opens, stop(3)] };
  // Planned at 9:40, and an hour before is 8:40; it opens at 9:30.
  expect(deliveryView(open, NINE - 60 * MINUTE).expected).toEqual({
    from: '2026-11-23T09:30:00.000Z',
    to: '2026-11-23T10:40:00.000Z',
    // The plan alone gives no exact time.
    about: null,
  });
});

test('with another stop before it the customer sees the number of stops, and not the position of the vehicle', () => {
  const view = deliveryView(
    delivery(
      [1, 2, 3].map((id) => visit(id)),
      { whereabouts: near },
    ),
    NINE + 5 * MINUTE,
  );
  expect(view).toMatchObject({ state: 'planned', stopsBefore: 1, position: null });
  expect(view.expected).not.toBeNull();
});

test('on the way to it the vehicle is shown', () => {
  expect(deliveryView(delivery(onTheWay, { whereabouts: near }), NOW)).toMatchObject({
    state: 'next',
    stopsBefore: 0,
    position: { lat: 0, lon: 0.013, fixTime: new Date(NOW - MINUTE).toISOString() },
  });
});

test.each([
  ['by an old fix', { whereabouts: { ...near, at: NOW - 11 * MINUTE } }],
  ['from far away', { whereabouts: { at: NOW, place: { lat: 0, lon: 0.3 } } }],
  ['of an outlet without a place', { whereabouts: near, place: null }],
] as const)('the vehicle is not shown %s', (_why, more) => {
  expect(deliveryView(delivery(onTheWay, more), NOW).position).toBeNull();
});

test('while it stands at another customer’s its position is not shown', () => {
  const visits = [visit(1, { ...served, state: 'arrived', departedAt: null }), visit(2), visit(3)];
  expect(deliveryView(delivery(visits, { whereabouts: near }), NOW)).toMatchObject({
    state: 'planned',
    position: null,
  });
});

test('the driver’s entry removes the stops before, and reports the arrival', () => {
  const entries = new Map([[1, { doneAt: NOW, skippedAt: null }]]);
  const all = [1, 2, 3].map((id) => visit(id));
  expect(deliveryView(delivery(all, { entries, whereabouts: near }), NOW).stopsBefore).toBe(0);
  const mine = new Map([[2, { doneAt: NOW, skippedAt: null }]]);
  expect(deliveryView(delivery(all, { entries: mine }), NOW)).toEqual({
    state: 'delivered',
    deliveredAt: new Date(NOW).toISOString(),
    expected: null,
    stopsBefore: null,
    position: null,
  });
});

test.each([
  ['a cancelled run', delivery(onTheWay, { cancelled: true })],
  ['a skipped stop', delivery(onTheWay, { entries: new Map([[2, { doneAt: null, skippedAt: NOW }]]) })],
  ['a missed stop', delivery([visit(1, served), visit(2, { state: 'missed' }), visit(3)])],
  ['a run that is over', delivery(onTheWay, {}, { endedAt: NOW, endedBy: 'depot' })],
])('%s has no effect', (_what, facts) => {
  expect(deliveryView({ ...facts, whereabouts: near }, NOW)).toMatchObject({ state: 'not-served', position: null });
});

test('a vehicle that stands there has arrived, and has delivered once it left', () => {
  const there = { state: 'arrived', served: true, arrivedAt: NOW, departedAt: null } as const;
  expect(deliveryView(delivery([visit(1, served), visit(2, there)]), NOW).state).toBe('arrived');
  const left = { ...there, state: 'done', departedAt: NOW } as const;
  expect(deliveryView(delivery([visit(1, served), visit(2, left)]), NOW)).toMatchObject({ state: 'delivered' });
});

test('a customer gets the same time as the office, without the stops that were served meanwhile', () => {
  const expected = [
    { outletId: 1, at: NOW - 5 * MINUTE, errorS: 300 },
    { outletId: 2, at: NINE + 65 * MINUTE, errorS: 900 },
  ];
  const view = deliveryView(delivery([visit(1, served), visit(2)], { expected }), NOW);
  // 15 min before and after 10:05.
  expect(view.expected).toEqual({
    from: '2026-11-23T09:50:00.000Z',
    to: '2026-11-23T10:20:00.000Z',
    about: '2026-11-23T10:05:00.000Z',
  });
  expect(view).toMatchObject({ state: 'next', stopsBefore: 0 });
});
