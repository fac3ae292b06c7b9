import { array, assert, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderStops, type StopsToOrder } from './order-stops.ts';
import type { Window } from './problem.ts';

/** Stops on a line, a minute of driving for each step; the depot is at 0. */
function onLine(at: readonly number[], windows: readonly (readonly Window[])[], service = 0): StopsToOrder {
  const places = [0, ...at, 0];
  return {
    stops: at.map((_place, index) => ({ demand: 0, service, windows: windows[index] ?? [{ from: 0, to: 1e9 }] })),
    seconds: Float64Array.from(places.flatMap((a) => places.map((b) => Math.abs(a - b) * 60))),
    start: 0,
  };
}
const soon = (to: number) => [{ from: 0, to }];
const orderOf = (input: StopsToOrder) => orderStops(input).proposed.calls.map(({ stop }) => stop);

describe('the order of stops', () => {
  it('is the way there and back without other constraints', () => {
    const { proposed, given, better } = orderStops(onLine([3, 1, 4, 2], []));
    // The way out and the way back take 4 minutes each; the legs of the given order take 3 + 2 + 3 + 2 + 2.
    expect([proposed.cost, given.cost, better]).toEqual([480, 720, true]);
  });

  it('respects windows', () => {
    const late = [{ from: 1000, to: 2000 }];
    const early = [{ from: 0, to: 240 }];
    expect(orderOf(onLine([1, 4], [late, early]))).toEqual([2, 1]);
  });

  it('returns in the afternoon to one that is closed at noon', () => {
    // Closed from second 60 to 600: stop 1 is passed on the way out at 120 and on the way back at 480.
    const twice = [
      { from: 0, to: 60 },
      { from: 600, to: 900 },
    ];
    const { proposed } = orderStops(onLine([2, 5], [twice, [{ from: 0, to: 300 }]]));
    expect(proposed.calls).toEqual([
      { stop: 2, arrives: 300, begins: 300, leaves: 300, late: 0 },
      { stop: 1, arrives: 480, begins: 600, leaves: 600, late: 0 },
    ]);
  });

  it('reports lateness and its amount, and never fails', () => {
    // Both stops are open only for the first 100 seconds, and are 60 seconds away on opposite sides.
    const first = [{ from: 0, to: 100 }];
    const { proposed } = orderStops(onLine([1, -1], [first, first]));
    expect(proposed.calls.map(({ late }) => late)).toEqual([0, 80]);
    expect(proposed.late).toBe(80);
  });

  it('prefers few late stops to many', () => {
    const past = [{ from: -20, to: -10 }];
    const { proposed } = orderStops(onLine([-9, 1, 2, 3], [past, soon(60), soon(120), soon(180)]));
    expect(proposed.calls.filter(({ late }) => late > 0).map(({ stop }) => stop)).toEqual([1]);
  });

  it('has no late stop when that is possible for many', () => {
    // The route leads along a line of 20 stops and back: odd stops on the way out, even ones on the way back, each
    // within 4 minutes.
    const at = Array.from({ length: 20 }, (_, index) => 1 + ((index * 7) % 20));
    const windows = at.map((place) => {
      const second = (place % 2 === 1 ? place : 40 - place) * 60;
      return [{ from: second - 120, to: second + 120 }];
    });
    const { proposed, given } = orderStops(onLine(at, windows));
    expect(given.late).toBeGreaterThan(0);
    expect([proposed.late, proposed.cost]).toEqual([0, 40 * 60]);
  });

  it('does not wait an hour to save a minute', () => {
    // Stop 1 opens in an hour and is on the way to 2. Serving 2 and 3 first costs 2 minutes more.
    const input = onLine([1, 2, 2], [[{ from: 3600, to: 9000 }]], 3000);
    const { calls, ends } = orderStops(input).proposed;
    expect([calls.at(-1)?.stop, ends]).toEqual([1, 120 + 3000 + 3000 + 60 + 3000 + 60]);
  });

  it('is never worse than the given one, has each stop once and is reproducible', () => {
    const stop = record({
      at: integer({ min: -50, max: 50 }),
      from: integer({ min: 0, max: 5000 }),
      length: integer({ min: 0, max: 3000 }),
    });
    assert(
      property(array(stop, { minLength: 1, maxLength: 6 }), (stops) => {
        const windows = stops.map(({ from, length }) => [{ from, to: from + length }]);
        const input = onLine(
          stops.map(({ at }) => at),
          windows,
          120,
        );
        const { proposed, given } = orderStops(input);
        expect(proposed.calls.map(({ stop: each }) => each).toSorted((a, b) => a - b)).toEqual(
          stops.map((_stop, index) => index + 1),
        );
        if (given.late === 0) expect(proposed.late).toBe(0);
        expect(orderOf(input)).toEqual(proposed.calls.map(({ stop: each }) => each));
      }),
      { numRuns: 15 },
    );
  });

  it('is the best so far when the time is over', () => {
    const at = Array.from({ length: 60 }, (_, index) => (index * 37) % 61);
    const { rounds, proposed, given } = orderStops(onLine(at, []), (done) => (done > 0.01 ? 1 : done));
    expect(rounds).toBeLessThan(1500);
    expect(proposed.calls).toHaveLength(60);
    expect(proposed.cost).toBeLessThan(given.cost);
  });
});
