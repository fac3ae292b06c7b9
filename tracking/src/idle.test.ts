import { describe, expect, it } from 'vitest';
import type { Report } from './report.ts';
import { at, factsOf, normal, ofKind, seeded, T0 } from './testing/journey.fixture.ts';

const on = { ignition: true };
/** Drives from a standstill at 0 m to the east at 10 m/s for 100 s; at 1,000 m the vehicle is slow. */
const drive = Array.from({ length: 10 }, (_, n) => at(n * 10, n * 100, n === 0 ? 0 : 36, on));
/** Slow fixes every 30 s from 100 s on, at the given metres east of 1,000 m. */
const slow = (...metres: number[]) => metres.map((east, n) => at(100 + n * 30, 1000 + east, 0, on));
const away = (second: number) => [at(second, 1400, 45, on), at(second + 30, 1800, 45, on)];
/** Returns the idling as `[from, to]`, seconds, for the drive and the given fixes. */
function idles(...rest: Report[]) {
  const facts = factsOf([...drive, ...rest]);
  const written = ofKind(facts, 'idle').map(({ start, end }) => [(start - T0) / 1000, end && (end - T0) / 1000]);
  const sum = ofKind(facts, 'day').reduce((all, { idleS }) => all + idleS, 0);
  return { written, sum };
}

describe('idling', () => {
  it('is standing with the engine on for a minute, from the first slow fix to the last', () => {
    expect(idles(...slow(0, 0, 0), ...away(190))).toEqual({ written: [[100, 160]], sum: 60 });
    expect(idles(...slow(0, 0), ...away(160))).toEqual({ written: [], sum: 0 });
  });

  it('is not the sum of two lights, although no fix between them reported a speed', () => {
    expect(idles(...slow(0, 60, 62), ...away(190))).toEqual({ written: [], sum: 0 });
    expect(idles(...slow(0, 0, 70, 70), ...away(220))).toEqual({ written: [], sum: 0 });
    // The vehicle waits for long enough only at the second halt.
    expect(idles(...slow(0, 60, 61, 62, 61), ...away(250))).toEqual({ written: [[130, 220]], sum: 90 });
  });

  it('is also found at one location with a noisy receiver', () => {
    const random = seeded(7);
    const noisy = Array.from({ length: 20 }, (_, n) => {
      const [east, northM] = normal(random, 20);
      return at(100 + n * 30, 1000 + east, 0, { ...on, northM });
    });
    const { written, sum } = idles(...noisy, ...away(700));
    expect(written).toHaveLength(1);
    expect(sum).toBeGreaterThanOrEqual(570 - 120);
  });

  it('ends at the last fix at which it stood, if it was reported moving before its engine went off', () => {
    const off = { ignition: false };
    /** The vehicle rolls on at 9 km/h, and its engine is off in the next report. */
    const parks = (second: number) => [
      at(second, 1005, 9, on),
      at(second + 30, 1040, 8, off),
      at(second + 270, 1040, 0, off),
    ];
    expect(idles(...slow(0, 0), ...parks(160))).toEqual({ written: [], sum: 0 });
    expect(idles(...slow(0, 0, 0), ...parks(190))).toEqual({ written: [[100, 160]], sum: 60 });
  });

  it('does not continue through a silence of more than five minutes after which its engine is off', () => {
    // The vehicle stood for 191 s with its engine on. The next report comes 14.5 min later, 2.5 km away, with the
    // engine off.
    const off = { ignition: false };
    const facts = factsOf([at(0, 0, 0, on), at(191, 0, 0, on), at(1064, 2500, 0, off), at(1500, 2500, 0, off)]);
    expect(ofKind(facts, 'idle')).toMatchObject([{ durationS: 191 }]);
    expect(ofKind(facts, 'stop')[0]).toMatchObject({ durationS: 191, idleS: 191 });
    expect(ofKind(facts, 'day')).toMatchObject([{ idleS: 191, engineS: 191, unseenS: 873 }]);
  });

  it('does not continue while it drives across the yard, however near', () => {
    const stood = [at(0, 0, 0, { ignition: false }), at(300, 0, 0, on), at(330, 0, 0, on)];
    // A vehicle that goes 25 m away and comes back makes no trip, but does not stand either. 70 m count as a departure
    // until it comes back.
    for (const metres of [25, 70]) {
      const facts = factsOf([...stood, at(360, metres, 30, on), at(390, 0, 0, on), at(420, 0, 0, on), ...away(450)]);
      expect(ofKind(facts, 'idle')).toEqual([]);
      const waits = [390, 420, 450].map((second) => at(second, 0, 0, on));
      const longer = factsOf([...stood, at(360, metres, 30, on), ...waits, ...away(480)]);
      expect(ofKind(longer, 'idle')).toMatchObject([{ start: T0 + 390_000, end: T0 + 450_000 }]);
    }
  });

  it('counts at the stop before a movement during which the engine was switched off', () => {
    const off = { ignition: false };
    /** The vehicle waits for 90 s with its engine on, then moves. */
    const waits = [
      at(0, 0, 0, off),
      ...[300, 330, 360, 390].map((second) => at(second, 0, 0, on)),
      at(420, 110, 21, on),
    ];
    // 250 m in 58 s are not a trip: the stop continues.
    const parks = [at(448, 250, 0, on), at(462, 250, 0, off), at(800, 250, 0, off)];
    // A loose contact before the trip is long enough to be confirmed.
    const drives = [at(430, 200, 36, off), at(440, 300, 36, on), at(470, 600, 36, on), at(500, 900, 36, on)];
    for (const then of [parks, drives]) {
      const facts = factsOf([...waits, ...then]);
      expect(ofKind(facts, 'idle')[0]).toMatchObject({ start: T0 + 300_000, durationS: 90 });
      expect(ofKind(facts, 'stop')[0]).toMatchObject({ start: T0, idleS: 90 });
      expect(ofKind(facts, 'day')).toMatchObject([{ idles: 1, idleS: 90 }]);
    }
  });
});

/** Drives for 8 legs at 36 km/h to the location at which it stands until 0 s. */
const upTo = (every: number) =>
  Array.from({ length: 8 }, (_, n) => at((n - 8) * every, (n - 8) * every * 10, n === 0 ? 0 : 36, on));

describe.each([60, 120, 300])('idling before a leg, with a report every %i s, is not part of the leg:', (every) => {
  const off = { ignition: false };
  const parked = (second: number, eastM: number) => [20, 900, 1800].map((later) => at(second + later, eastM, 0, off));
  const written = (...reports: Report[]) =>
    ofKind(factsOf([...upTo(every), ...reports]), 'idle').map(({ start, end }) => [start - T0, (end ?? 0) - T0]);

  it.each<[string, Report[]]>([
    ['to a destination where nothing shows it moving', [at(every * 2, 400, 0, on), ...parked(every * 2, 400)]],
    ['to where it is switched off with the first report', parked(every * 2 - 20, 500)],
    ['at the next report of which it drives', [at(every * 2, 600, 39, on), ...parked(every * 3, 1000)]],
    [
      'with the next report of which it is switched off while it still tells a speed',
      [at(every * 2, 600, 12, off), ...parked(every * 2, 600)],
    ],
    ['over a silence', parked(every * 2 + 900, 400)],
  ])('%s', (_, after) => {
    // The vehicle stood with the engine on from 0 s to the next report; the rest is a leg.
    expect(written(at(0, 0, 0, on), at(every, 0, 0, on), ...after)).toEqual([[0, every * 1000]]);
    // With only one report at the light, it is not known to have stood.
    expect(written(at(every, 0, 0, on), ...after)).toEqual([]);
  });
});
