import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EARTH_RADIUS_M, type Coordinates } from '../geo.ts';
import { alone } from '../testing/turns.fixture.ts';
import { matchRun } from './match-run.ts';
import type { PlannedStop, PlaceDwell, RunFacts, RunPlan, VehicleTurn } from './run-plan.ts';

const T0 = Date.UTC(2026, 2, 2, 8);
const minute = (minutes: number) => T0 + minutes * 60_000;
/** Returns coordinates the given metres east of 0 N 10 E. */
const at = (eastM: number): Coordinates => ({ lat: 0, lon: 10 + (eastM / EARTH_RADIUS_M) * (180 / Math.PI) });
const DEPOT = -1;

const stop = (outletId: number, more: Partial<PlannedStop> = {}): PlannedStop => ({
  outletId,
  position: outletId,
  serviceS: 300,
  arrival: null,
  departure: null,
  windowFrom: null,
  windowTo: null,
  skipped: false,
  ...more,
});
const plan = (stops: PlannedStop[], more: Partial<RunPlan> = {}): RunPlan => ({
  startsAt: minute(0),
  from: minute(-120),
  until: minute(960),
  beginDepot: DEPOT,
  endDepot: DEPOT,
  shortestDwellS: 120,
  stops,
  ...more,
});
/**
 * Outlets are a kilometre apart; within a dwell, the vehicle stands for all but the first and the last half minute.
 */
const dwell = (placeId: number, from: number, to: number | null, more: Partial<PlaceDwell> = {}): PlaceDwell => {
  const until = to ?? from + 10;
  return {
    placeId,
    start: minute(from),
    end: to === null ? null : minute(to),
    seenAt: minute(until),
    startM: from * 100,
    endM: from * 100 + 50,
    middle: at(placeId * 1000),
    halts: [{ from: minute(from + 0.5), to: minute(until - 0.5), ...at(placeId * 1000) }],
    ...more,
  };
};
const match = (of: RunPlan, dwells: readonly PlaceDwell[], isOver: boolean, isSilent = false) =>
  matchRun(of, alone(dwells), isOver, isSilent);
const depot = (from: number, to: number | null) => dwell(DEPOT, from, to);
const three = [stop(1), stop(2), stop(3)];
const states = (facts: RunFacts) => facts.visits.map(({ state }) => state);

describe('a run', () => {
  const whole = [depot(-600, 5), dwell(1, 20, 27), dwell(2, 40, 45), dwell(3, 60, 66), depot(80, null)];

  it('begins when the vehicle leaves its depot and ends when it is back', () => {
    const facts = match(plan(three), whole, false);
    expect(facts).toMatchObject({ begunAt: minute(5), begunBy: 'depot', endedAt: minute(80), endedBy: 'depot' });
    // 100 m a minute: it left 50 m after minute -600, and came back in minute 80.
    expect(facts.drivenM).toBe(8000 + 59_950);
    expect(facts.visits).toMatchObject([
      {
        outletId: 1,
        state: 'done',
        order: 1,
        arrivedAt: minute(20.5),
        departedAt: minute(26.5),
        stoodS: 360,
        legS: 930,
      },
      { outletId: 2, state: 'done', order: 2, legS: 840, legFrom: 1, doubt: null },
      { outletId: 3, state: 'done', order: 3, legS: 960 },
    ]);
  });

  it('is the same whatever the order in which its dwells come', () => {
    const more = [
      ...whole,
      dwell(9, 50, 55),
      dwell(2, 70, 75),
      dwell(DEPOT, 30, 32),
      dwell(7, 20, 24, { middle: at(1060) }),
    ];
    const first = match(plan(three), more, true);
    fc.assert(
      fc.property(fc.shuffledSubarray(more, { minLength: more.length }), (shuffled) => {
        expect(match(plan(three), shuffled, true)).toEqual(first);
      }),
    );
  });

  it('continues as long as stops are left, although the vehicle loads once more', () => {
    const loads = [depot(-600, 5), dwell(1, 20, 27), depot(30, 50)];
    const meanwhile = match(plan(three), loads, false);
    expect(meanwhile.endedAt).toBeNull();
    expect(states(meanwhile)).toEqual(['done', 'planned', 'planned']);
    const later = match(plan(three), [...loads, dwell(2, 60, 65), dwell(3, 70, 76), depot(90, 91)], false);
    expect(later).toMatchObject({ begunAt: minute(5), endedAt: minute(90) });
  });

  it('is over after three quarters of an hour at the depot, and the remaining stops are missed', () => {
    const facts = match(plan(three), [depot(-600, 5), dwell(1, 20, 27), depot(30, 75)], false);
    expect(facts).toMatchObject({ endedAt: minute(30), endedBy: 'depot' });
    expect(states(facts)).toEqual(['done', 'missed', 'missed']);
  });

  it('begins with its first stop if no departure from a depot was recorded, and ends with the day', () => {
    const facts = match(plan(three), [dwell(1, 20, 27)], true);
    expect(facts).toMatchObject({ begunAt: minute(20.5), begunBy: 'stop', endedAt: minute(960), endedBy: 'day' });
    expect(facts.visits[0]).toMatchObject({ legS: null, legFrom: null });
  });

  it('is unknown, not missed, when the day is over and its vehicle sent no data', () => {
    const skipped = [stop(1), stop(2, { skipped: true })];
    expect(states(match(plan(skipped), [], true, true))).toEqual(['unknown', 'skipped']);
    // Before that, data may still arrive.
    expect(states(match(plan(skipped), [], false, true))).toEqual(['planned', 'skipped']);
    expect(states(match(plan(skipped), [], true, false))).toEqual(['missed', 'skipped']);
  });

  it('has not begun while the vehicle is at its depot, or came back without a stop', () => {
    expect(match(plan(three), [depot(-600, null)], false).begunAt).toBeNull();
    expect(match(plan(three), [depot(-600, 5), depot(9, null)], false).begunAt).toBeNull();
    expect(match(plan(three), [], true)).toMatchObject({ begunAt: null, endedAt: null, drivenM: null });
  });
});

describe('a stop', () => {
  it('is served by standing for the shortest dwell; less is not a visit', () => {
    const short = dwell(1, 20, 23, { halts: [{ from: minute(21), to: minute(22.9), ...at(1000) }] });
    expect(states(match(plan([stop(1)]), [short], true))).toEqual(['missed']);
    const enough = dwell(1, 20, 24, { halts: [{ from: minute(21), to: minute(23), ...at(1000) }] });
    expect(states(match(plan([stop(1)]), [enough], true))).toEqual(['done']);
    expect(states(match(plan([stop(1)], { shortestDwellS: 180 }), [enough], true))).toEqual(['missed']);
  });

  it('is arrived while the vehicle is there', () => {
    const facts = match(plan(three), [depot(-600, 5), dwell(1, 20, null)], false);
    expect(facts.visits[0]).toMatchObject({
      state: 'arrived',
      arrivedAt: minute(20.5),
      departedAt: null,
      served: true,
    });
  });

  it('that a person skipped remains skipped, unless the vehicle stood there', () => {
    const skipped = [stop(1, { skipped: true }), stop(2, { skipped: true })];
    expect(states(match(plan(skipped), [dwell(2, 30, 40)], true))).toEqual(['skipped', 'done']);
  });

  it('takes its first visit that is long enough; an outlet that is not on the run is unplanned', () => {
    const passing = dwell(1, 20, 21, { halts: [] });
    const facts = match(plan([stop(1)]), [passing, dwell(8, 25, 30), dwell(1, 40, 47), dwell(1, 90, 99)], true);
    expect(facts.visits).toMatchObject([
      { outletId: 1, state: 'done', arrivedAt: minute(40.5), order: 2 },
      { outletId: 8, state: 'unplanned', arrivedAt: minute(25.5), order: 1 },
    ]);
  });

  it('does not count a dwell outside the time of the run', () => {
    expect(states(match(plan([stop(1)]), [dwell(1, -200, -130), dwell(1, 970, 980)], true))).toEqual(['missed']);
  });
});

describe('outlets 60 m apart on one street, in overlapping areas', () => {
  const places = { 1: at(1000), 2: at(1060) };
  const both = (from: number, to: number, halts: PlaceDwell['halts']) =>
    [1, 2].map((id) => dwell(id, from, to, { halts, middle: id === 1 ? places[1] : places[2] }));
  const halt = (from: number, to: number, eastM: number) => ({ from: minute(from), to: minute(to), ...at(eastM) });

  it('are distinguished by where the vehicle stood', () => {
    const facts = match(plan(three), both(20, 40, [halt(21, 26, 1004), halt(30, 37, 1052)]), true);
    expect(facts.visits).toMatchObject([
      { state: 'done', arrivedAt: minute(21), departedAt: minute(26), stoodS: 300, doubt: null, order: 1 },
      { state: 'done', arrivedAt: minute(30), departedAt: minute(37), stoodS: 420, doubt: null, order: 2 },
      { state: 'missed', doubt: null },
    ]);
    const one = match(plan(three), both(20, 40, [halt(30, 37, 1052)]), true);
    expect(one.visits).toMatchObject([{ state: 'missed', doubt: null }, { state: 'done', doubt: null }, {}]);
  });

  it('are distinguished by their order if it stood in between, and the finding remains', () => {
    const one = match(plan(three), both(20, 40, [halt(21, 26, 1030)]), true);
    expect(one.visits).toMatchObject([
      { state: 'done', doubt: 'shared' },
      { state: 'missed', doubt: 'shared' },
      { state: 'missed', doubt: null },
    ]);
    const twice = match(plan(three), both(20, 40, [halt(21, 26, 1028), halt(30, 35, 1033)]), true);
    expect(states(twice)).toEqual(['done', 'done', 'missed']);
    expect(twice.visits[1]).toMatchObject({ arrivedAt: minute(30), doubt: null });
  });

  it('are both served if it stood in between for as long as both take', () => {
    const facts = match(plan(three), both(20, 40, [halt(21, 31, 1030)]), true);
    expect(facts.visits).toMatchObject([
      { state: 'done', stoodS: 300, doubt: 'shared', departedAt: minute(26) },
      { state: 'done', stoodS: 300, doubt: 'shared', arrivedAt: minute(26) },
      { state: 'missed' },
    ]);
  });

  it('keep a finding if the vehicle stood at the neighbour that is not on the run', () => {
    const facts = match(plan([stop(2)]), both(20, 40, [halt(21, 31, 1002)]), true);
    expect(facts.visits).toMatchObject([{ outletId: 2, state: 'done', doubt: 'neighbour' }]);
  });
});

/**
 * The second vehicle takes over from minute 40 on. It has stood at the depot since yesterday; the first one returns
 * there later.
 */
const swapped = (first: readonly PlaceDwell[], second: readonly PlaceDwell[]): VehicleTurn[] => [
  { vehicleId: 1, from: -Infinity, until: minute(40), stays: first },
  { vehicleId: 2, from: minute(40), until: Infinity, stays: second },
];

describe('a vehicle that takes a run over', () => {
  const MORNING = [depot(-600, 5), dwell(1, 20, 27)];
  const second = [depot(-900, 45), dwell(2, 60, 65), dwell(3, 70, 76), depot(90, null)];
  // Dwells of the first vehicle after its turn, and of the second before it, are not part of the run.
  const tours = swapped([...MORNING, depot(50, null), dwell(9, 42, 48)], [dwell(8, 10, 20), ...second]);

  it('keeps the stops served by the former one, and continues to the end', () => {
    const facts = matchRun(plan(three), tours, true);
    expect(facts).toMatchObject({ begunAt: minute(5), begunBy: 'depot', endedAt: minute(90), endedBy: 'depot' });
    expect(facts.visits).toMatchObject([
      { outletId: 1, vehicleId: 1, state: 'done', order: 1, legFrom: DEPOT },
      // The second vehicle's own leg from the depot, which it left in minute 45.
      { outletId: 2, vehicleId: 2, state: 'done', order: 2, legFrom: DEPOT, legS: 930 },
      { outletId: 3, vehicleId: 2, state: 'done', order: 3, legFrom: 2 },
    ]);
    // The vehicles drive 100 m a minute: the first from 50 m after minute -600 to 50 m after minute 20, the second from
    // 50 m after minute -900 to minute 90.
    expect(facts.drivenM).toBe(62_000 + 98_950);
    expect(facts.takenOver).toEqual({ at: minute(40), begunAt: minute(45) });
  });

  it('gives the same in whatever order the dwells of both come', () => {
    const expected = matchRun(plan(three), tours, true);
    const shuffled = tours.map(({ stays: dwells, ...turn }) =>
      fc.shuffledSubarray([...dwells], { minLength: dwells.length }).map((some) => ({ ...turn, stays: some })),
    );
    fc.assert(
      fc.property(fc.tuple(...shuffled), (some) => {
        expect(matchRun(plan(three), some, true)).toEqual(expected);
      }),
    );
  });

  it('does not restart a service that the former one continues, and ends it for the run', () => {
    const facts = matchRun(plan(three), swapped([...MORNING, dwell(2, 38, null)], [dwell(3, 41, null)]), false);
    expect(facts.visits).toMatchObject([
      { vehicleId: 1, state: 'done' },
      { vehicleId: 1, state: 'done', arrivedAt: minute(38.5), departedAt: minute(47.5) },
      { vehicleId: 2, state: 'arrived', departedAt: null },
    ]);
  });

  it('serves from the takeover on where it stood before', () => {
    const facts = matchRun(plan(three), swapped(MORNING, [dwell(2, 30, 46)]), true);
    expect(facts.visits[1]).toMatchObject({ vehicleId: 2, arrivedAt: minute(40), stoodS: 330 });
    const tooShort = matchRun(plan(three), swapped(MORNING, [dwell(2, 30, 42)]), true);
    expect(states(tooShort)).toEqual(['done', 'missed', 'missed']);
  });

  it('leaves the served stops when no vehicle takes it', () => {
    const facts = matchRun(plan(three), swapped(MORNING, []).slice(0, 1), true);
    expect(states(facts)).toEqual(['done', 'missed', 'missed']);
    expect(facts).toMatchObject({ endedBy: 'day', takenOver: null });
  });

  it('begins the run if the former one never left its depot', () => {
    const facts = matchRun(plan(three), swapped([depot(-600, null)], second), true);
    expect(facts).toMatchObject({ begunAt: minute(45), begunBy: 'depot' });
    expect(states(facts)).toEqual(['missed', 'done', 'done']);
  });
});
