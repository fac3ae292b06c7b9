import { describe, expect, it } from 'vitest';
import type { Fence, Shape } from './fence.ts';
import { positionHash } from './report-hash.ts';
import type { AnyReport } from './report.ts';
import { at as plain, contextOf, factsOf, ofKind, T0 } from './testing/journey.fixture.ts';

/** A report from a vehicle that drives east. */
const at = (...[second, eastM, kph, more = {}]: Parameters<typeof plain>) => {
  const { position } = plain(second, eastM, kph, more);
  const east = { ...position, courseDeg: 90 };
  return { position: east, hash: positionHash(east) };
};
const gate = (more: Partial<Fence> = {}, eastM = 1500, radiusM = 30): Fence => ({
  id: 7,
  shape: { kind: 'circle', centre: plain(0, eastM, 0).position, radiusM },
  speedLimitKph: null,
  schedule: null,
  betweenFixes: true,
  ...more,
});
const visits = (reports: AnyReport[], fences = [gate()]) => ofKind(factsOf(reports, contextOf({ fences })), 'visit');

/** Drives east at 20 m/s from 0 m on with a fix every `everyS` seconds, after standing, so that it is a trip. */
const drive = (everyS: number, untilM = 3000) => [
  at(-600, 0, 0),
  at(-300, 0, 0),
  ...Array.from({ length: Math.floor(untilM / (20 * everyS)) + 1 }, (_, index) =>
    at(index * everyS, index * everyS * 20, 72),
  ),
];

const corner = (eastM: number, northM: number) => plain(0, eastM, 0, { northM }).position;
const around = (...reports: AnyReport[]) =>
  visits([...drive(30, 1200), ...reports]).filter(({ betweenFixes }) => betweenFixes);
const rule = (kind: 'geofenceEnter' | 'geofenceExit', id: number) => ({
  id,
  condition: { kind, fenceIds: [7] },
  coolDownS: 0,
  schedule: null,
});

describe('a geofence that is crossed between two fixes', () => {
  it('has a visit, with the times at which the straight line enters and leaves', () => {
    // Fixes at 1,200 m and 1,800 m: the 60 m from 1,470 m on take 3 s.
    expect(visits(drive(30))).toMatchObject([
      {
        start: T0 + 73_500,
        end: T0 + 76_500,
        durationS: 3,
        distanceM: 60,
        entryKph: 72,
        exitKph: 72,
        betweenFixes: true,
      },
    ]);
  });

  it('has no visit if it does not request it', () => {
    expect(visits(drive(30), [gate({ betweenFixes: false })])).toEqual([]);
    expect(visits(drive(25), [gate({ betweenFixes: false })])).toEqual([]);
  });

  it('also has a visit if a single fix is inside', () => {
    // A fix every 500 m: one at 1,500 m.
    expect(visits(drive(25))).toMatchObject([
      { start: T0 + 73_500, end: T0 + 76_500, durationS: 3, distanceM: 60, betweenFixes: true },
    ]);
  });

  it('has an ordinary visit if enough fixes are inside', () => {
    const wide = visits(drive(10), [gate({}, 1500, 250)]);
    expect(wide).toMatchObject([{ start: T0 + 70_000, end: T0 + 90_000 }]);
    expect(wide[0]).not.toHaveProperty('betweenFixes');
  });

  it('has a visit for each shape: a line across the road, an area', () => {
    const [a, b] = [plain(0, 1500, 0, { northM: -50 }).position, plain(0, 1500, 0, { northM: 50 }).position];
    const shapes: Shape[] = [
      { kind: 'corridor', line: [a, b], halfWidthM: 10 },
      { kind: 'polygon', rings: [[corner(1490, -50), corner(1510, -50), corner(1510, 50), corner(1490, 50)]] },
    ];
    for (const shape of shapes) {
      expect(visits(drive(30), [gate({ shape })])).toMatchObject([
        { start: T0 + 74_500, end: T0 + 75_500, distanceM: 20 },
      ]);
    }
  });

  it('has a visit as far as the segments of all geofences can be checked for one leg, oldest first', () => {
    // An outline that crosses the road 2,500 times within a few metres.
    const line = Array.from({ length: 4990 }, (_, index) => corner(1500 + index / 1000, index % 2 === 0 ? -50 : 50));
    const fences = Array.from({ length: 15 }, (_, index) =>
      gate({ id: index + 1, shape: { kind: 'corridor', line, halfWidthM: 10 } }),
    );
    for (const everyS of [25, 30]) {
      const found = visits(drive(everyS), fences).map(({ fenceId }) => fenceId);
      expect(found.length).toBeGreaterThan(0);
      // 15 times 4,989 segments are more than 50,000.
      expect(found.length).toBeLessThan(15);
      expect(found.toSorted((a, b) => a - b)).toEqual(found.map((_, index) => index + 1));
    }
  });

  it('has one visit per crossing', () => {
    const there = drive(30);
    const back = [at(240, 3000, 0), at(270, 3000, 0), at(300, 3000, 0), at(600, 3000, 0)];
    const home = [2400, 1800, 1200, 600].map((eastM, index) => {
      const { position } = plain(630 + index * 30, eastM, 72);
      const west = { ...position, courseDeg: 270 };
      return { position: west, hash: positionHash(west) };
    });
    expect(visits([...there, ...back, ...home]).map(({ start }) => start)).toEqual([T0 + 73_500, T0 + 673_500]);
  });
});

describe('no visit is found between fixes', () => {
  it('that are too far apart in time or distance', () => {
    expect(around(at(150, 1800, 72), at(180, 2400, 72))).toHaveLength(1);
    expect(around(at(151, 1800, 72), at(181, 2400, 72))).toEqual([]);
    expect(around(at(145, 3900, 130), at(175, 4500, 72))).toEqual([]);
  });

  it('over a silence', () => {
    expect(around(at(1200, 1800, 72), at(1230, 2400, 72))).toEqual([]);
  });

  it('if the courses show that the vehicle took another path', () => {
    const north = plain(90, 1800, 72, { northM: 0 });
    expect(around({ ...north, position: { ...north.position, courseDeg: 0 } })).toEqual([]);
  });

  it('while the vehicle is carried with its engine off', () => {
    const on = Array.from({ length: 20 }, (_, index) =>
      at(-2000 + index * 60, -40_000 + index * 1000, 60, { ignition: true }),
    );
    const off = [-780, -600, -300, -60].map((second) => at(second, -21_000, 0, { ignition: false }));
    const carried = Array.from({ length: 60 }, (_, index) =>
      at(index * 30, -21_000 + index * 600, 72, { ignition: false }),
    );
    const facts = factsOf([...on, ...off, ...carried], contextOf({ fences: [gate()] }));
    expect(ofKind(facts, 'tow')).toHaveLength(1);
    expect(ofKind(facts, 'visit')).toEqual([]);
  });

  it("while a standing vehicle's receiver drifts", () => {
    const waits = [80, 90, 100, 110, 120].map((second, index) => at(second, index % 2 ? 1500 : 1400, 0));
    expect(visits([...drive(10, 1400), ...waits], [gate({}, 1450)])).toEqual([]);
  });

  it('across fixes that are left out, as from a jammed receiver', () => {
    const fixes = drive(10, 1400);
    const jammed = [at(75, 1450, 72, { northM: 60_000 }), at(80, 1600, 72)];
    expect(visits([...fixes, at(80, 1600, 72), at(90, 1800, 72)])).toHaveLength(1);
    expect(visits([...fixes, ...jammed, at(90, 1800, 72)])).toEqual([]);
  });

  it('while the receiver repeats its last coordinates, as in a tunnel', () => {
    // At 65 s it was already 100 m further, so the moment at which it passed 1,300 m is unknown.
    const after = [at(80, 1600, 80), at(90, 1800, 72)];
    expect(visits([...drive(30, 1200), ...after], [gate({}, 1300)])).toHaveLength(1);
    expect(visits([...drive(30, 1200), at(65, 1200, 72), ...after], [gate({}, 1300)])).toEqual([]);
  });

  it('for a geofence that began to apply in between, with the vehicle inside', () => {
    expect(visits([at(0, 1500, 72), at(10, 1700, 72), at(20, 1900, 72)])).toEqual([]);
  });
});

describe('alarms', () => {
  it('for entering and leaving are raised once per crossing, and clear each other', () => {
    const rules = [rule('geofenceEnter', 1), rule('geofenceExit', 2)];
    const alarms = ofKind(factsOf(drive(30), contextOf({ fences: [gate()], rules })), 'alarm');
    expect(alarms).toMatchObject([
      { ruleId: 1, about: 7, start: T0 + 73_500, clearedAt: T0 + 76_500, count: 1 },
      { ruleId: 2, about: 7, start: T0 + 76_500, count: 1 },
    ]);
  });
});
