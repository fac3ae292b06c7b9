import { describe, expect, it } from 'vitest';
import type { Report } from './advance.ts';
import { at, contextOf, factsOf, normal, ofKind, seeded, T0 } from './testing/journey.fixture.ts';

/** Standing, then east at 10 m/s with a fix every 10 s over the given metres, then standing; ignition not wired. */
function outing(metres: number, restS: number, from = 0): Report[] {
  const driven = Array.from({ length: metres / 100 - 1 }, (_, index) =>
    at(from + 310 + index * 10, (index + 1) * 100, 36),
  );
  const haltS = from + 300 + metres / 10;
  return [at(from, 0, 0), at(from + 300, 0, 0), ...driven, at(haltS, metres, 0), at(haltS + restS, metres, 0)];
}
const trips = (reports: Report[]) => ofKind(factsOf(reports), 'trip');
const averagesOf = (reports: Report[]) => trips(reports).map(({ averageKph, unseenM }) => [averageKph, unseenM]);
const hop = (metres: number) => [at(0, 0, 0), at(300, 0, 0), at(330, 100, 20), at(390, metres, 0), at(600, metres, 0)];
const dash = (seconds: number) => [
  at(0, 0, 0),
  at(300, 0, 0),
  at(320, 200, 40),
  at(300 + seconds, 400, 0),
  at(600, 400, 0),
];
const creep = (kph: number) => [at(0, 0, 0), at(300, 0, 0), at(360, 60, kph), at(420, 120, kph)];
const rest = (reports: Report[]) => ofKind(factsOf(reports, contextOf({ settings: { tripMinM: 100 } })), 'trip');
const fast = (metres: number) => [
  ...outing(1000, 0).slice(0, 8),
  at(370, 600 + metres, 36),
  at(380, 700, 36),
  at(400, 900, 0),
  at(600, 900, 0),
];
const leg = (seconds: number) => trips([...outing(1000, 0).slice(0, -2), at(390 + seconds, 4900, 36)])[0]?.holes;

/** The last report while driving is at 900 m; an hour later it is driving the given metres further on. */
const through = (metres: number) =>
  trips([...outing(1000, 0).slice(0, -2), at(3990, 900 + metres, 36), at(4000, 1000 + metres, 36)]);

/**
 * The last report while driving is at 900 m; an hour later it is at the given metres, from where it drives on for 800
 * m.
 */
function afterGap(metres: number): Report[] {
  const on = [0, 10, 20, 30, 40, 50, 60, 70].map((s) => at(4000 + s, metres + s * 10, 36));
  return [...outing(1000, 0).slice(0, -2), ...on, at(4080, metres + 800, 0), at(4300, metres + 800, 0)];
}

describe('without ignition', () => {
  it('lasts from the last fix at rest to the fix of the halt, with the reason', () => {
    const [trip, ...others] = trips(outing(1000, 180));
    expect(others).toEqual([]);
    expect(trip).toMatchObject({
      start: T0 + 300_000,
      end: T0 + 400_000,
      durationS: 100,
      startReason: 'movement',
      endReason: 'movement',
      maxKph: 36,
      averageKph: 36,
      holes: 0,
    });
    expect(trip?.distanceM).toBeCloseTo(1000, 0);
  });

  it('ends with a stop of three minutes, and not one second less', () => {
    expect(trips(outing(1000, 179))).toMatchObject([{ end: null }]);
    expect(trips(outing(1000, 180))).toMatchObject([{ end: T0 + 400_000 }]);
    expect(trips(outing(1000, 181))).toMatchObject([{ end: T0 + 400_000 }]);
  });

  it('is at least 200 m', () => {
    expect(trips(hop(199))).toEqual([]);
    expect(trips(hop(200.1))).toHaveLength(1);
    const day = ofKind(factsOf(hop(199)), 'day')[0];
    expect(day).toMatchObject({ distanceM: 0, trips: 0, legs: { shortTrip: { legs: 1, distanceM: 199 } } });
  });

  it('is at least 60 s', () => {
    expect(trips(dash(59))).toEqual([]);
    expect(trips(dash(60))).toHaveLength(1);
    expect(trips(dash(61))).toHaveLength(1);
  });

  it('counts movement from 5 km/h on', () => {
    expect(rest(creep(4.9))).toEqual([]);
    expect(rest(creep(5))).toHaveLength(1);
  });
});

describe('with ignition', () => {
  const on = { ignition: true };
  const off = { ignition: false };
  const drive = [at(0, 0, 0, off), at(300, 0, 0, on), at(310, 100, 36, on), at(330, 300, 36, on), at(400, 1000, 0, on)];
  const repeated = (second: number) => [
    ...drive,
    at(500, 1000, 0, off),
    at(second, 1000, 0, on),
    at(second + 10, 1100, 36, on),
    at(second + 20, 1300, 36, on),
    at(second + 60, 1700, 36, on),
  ];

  it('ends where it halted, although ignition goes off two minutes later', () => {
    const waits = [410, 500].map((second) => at(second, 1000, 0, on));
    expect(trips([...drive, ...waits, at(510, 1000, 0, off), at(690, 1000, 0, off)])).toMatchObject([
      { start: T0 + 300_000, end: T0 + 400_000, startReason: 'ignition', endReason: 'ignition', idleS: 0 },
    ]);
  });

  it('continues through a jam of less than five minutes with ignition on, and counts the idling', () => {
    const jam = [...drive, at(550, 1000, 0, on), at(699, 1000, 0, on), at(710, 1100, 36, on)];
    expect(trips([...jam, at(720, 1200, 36, on)])).toMatchObject([{ start: T0 + 300_000, end: null, idleS: 299 }]);
  });

  it('ends with five minutes of standing, ignition on or not; the stop contains its idling', () => {
    const parked = [
      ...drive,
      at(550, 1000, 0, on),
      at(700, 1000, 0, on),
      at(900, 1000, 0, off),
      at(1000, 1000, 0, off),
    ];
    const facts = factsOf([...parked, at(1180, 1000, 0, off)]);
    expect(ofKind(facts, 'trip')).toMatchObject([{ end: T0 + 400_000, endReason: 'movement', idleS: 0 }]);
    expect(ofKind(facts, 'stop')[1]).toMatchObject({ start: T0 + 400_000, idleS: 500, engineSource: 'wire' });
  });

  it('continues when ignition is on within three minutes', () => {
    expect(trips(repeated(679))).toHaveLength(1);
    expect(trips(repeated(680))).toHaveLength(2);
  });
});

describe('noise', () => {
  for (const [what, seconds, attributes] of [
    ['parked', 30, {}],
    ['parked, each ten seconds', 10, {}],
    ['idling', 30, { ignition: true }],
    ['parked with ignition off', 60, { ignition: false }],
  ] as const) {
    it(`adds nothing: a night of 30 m jitter, ${what}`, () => {
      const random = seeded(7);
      const night = Array.from({ length: (10 * 3600) / seconds }, (_, index) => {
        const [east, north] = normal(random, 30);
        return at(index * seconds, east, random() * 4, { ...attributes, northM: north });
      });
      const facts = factsOf(night);
      expect(ofKind(facts, 'trip')).toEqual([]);
      expect(ofKind(facts, 'day').map(({ distanceM }) => distanceM)).toEqual([0]);
      expect(ofKind(facts, 'stop')).toMatchObject([{ start: T0, end: null }]);
    });
  }

  it('adds nothing in many nights, with an occasional false speed', () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const random = seeded(seed);
      const night = Array.from({ length: 1200 }, (_, index) => {
        const [east, north] = normal(random, 30);
        return at(index * 30, east, random() < 0.05 ? random() * 20 : random() * 3, { northM: north, ignition: true });
      });
      expect(ofKind(factsOf(night), 'day').map(({ distanceM }) => distanceM)).toEqual([0]);
    }
  });

  it('adds little for a wait of four minutes within a trip: the error at both ends of the rest', () => {
    const on = { ignition: true };
    const random = seeded(5);
    const drive = (from: number, eastM: number) =>
      Array.from({ length: 60 }, (_, n) => at(from + n * 30, eastM + n * 300, 36, on));
    const wait = Array.from({ length: 8 }, (_, n) => {
      const [east, north] = normal(random, 30);
      return at(1800 + n * 30, 18_000 + east, random() * 4, { ...on, northM: north });
    });
    const [trip, ...others] = trips([...drive(0, 0), ...wait, ...drive(2040, 18_000 + 300)]);
    expect(others).toEqual([]);
    expect(Math.abs((trip?.distanceM ?? 0) - 36_000)).toBeLessThan(150);
  });

  it('leaves out one wild fix, while driving and while parked', () => {
    const clean = outing(1000, 200);
    const wild = [...clean, at(355, 90_000, 36), at(150, -50_000, 40), at(590, 400_000, 0)];
    const [trip] = trips(wild);
    const [same] = trips(clean);
    expect(trip?.distanceM).toBe(same?.distanceM);
    expect(trip).toMatchObject({ start: same?.start, end: same?.end, legs: { wildFix: { legs: 1 } } });
  });

  it('counts 250 km/h as driving and more as wild', () => {
    // 10 s at 250 km/h are 694.4 m; the fix before is at 600 m.
    expect(trips(fast(694))[0]?.legs.wildFix).toBeUndefined();
    expect(trips(fast(800))[0]?.legs.wildFix).toMatchObject({ legs: 1 });
  });
});

describe('gaps', () => {
  it('bridges forty minutes of driving with a straight line, and marks it', () => {
    const reports = [...outing(1000, 0).slice(0, -2), at(2790, 25_000, 40), at(2800, 25_100, 40), at(2810, 25_200, 0)];
    const [trip, ...others] = trips([...reports, at(3000, 25_200, 0)]);
    expect(others).toEqual([]);
    expect(trip).toMatchObject({ holes: 1, start: T0 + 300_000, end: T0 + 2_810_000 });
    expect(trip?.bridgedM).toBeCloseTo(25_000 - 900, 0);
    expect(trip?.distanceM).toBeCloseTo(25_200, 0);
    expect(trip?.notes).toMatchObject([{ reason: 'dataGap', from: T0 + 390_000, to: T0 + 2_790_000 }]);
  });

  it('has an average of the time with data, which is unknown without data', () => {
    const over = [...outing(1000, 0).slice(0, -2), at(2790, 25_000, 40), at(2800, 25_100, 40), at(2810, 25_200, 0)];
    // The vehicle drove 900 m in 90 s before the gap, and 200 m in 20 s after it.
    expect(averagesOf([...over, at(3000, 25_200, 0)])).toEqual([[36, 24_100]]);
    // The third trip drives 800 m in 80 s; the second trip is the gap.
    expect(averagesOf(afterGap(1900)).slice(1)).toEqual([
      [null, 1000],
      [36, 0],
    ]);
    // 900 m were driven before the next report, in an unknown time.
    expect(averagesOf(afterGap(1800))[1]).toEqual([36, 900]);
    // A receiver that repeats its coordinates keeps reporting: 1,410 m in 122 s.
    const held = Array.from({ length: 30 }, (_, index) => at(391 + index, 900, 36));
    expect(averagesOf([...outing(1000, 0).slice(0, -2), ...held, at(421, 1400, 36), at(422, 1410, 36)])).toEqual([
      [41.6, 0],
    ]);
  });

  it('continues through a tunnel: no fix, ignition on', () => {
    const on = { ignition: true };
    const inTunnel = Array.from({ length: 60 }, (_, index) => at(410 + index * 10, 0, 0, { ...on, valid: false }));
    const before = [at(0, 0, 0, on), at(300, 0, 0, on), at(310, 100, 36, on), at(400, 1000, 36, on)];
    const after = [at(1010, 7000, 36, on), at(1020, 7100, 0, on), at(1060, 7100, 0, { ignition: false })];
    const facts = factsOf([...before, ...inTunnel, ...after, at(1300, 7100, 0, { ignition: false })]);
    expect(ofKind(facts, 'trip')).toMatchObject([{ end: T0 + 1_020_000, holes: 1, distanceM: 7100 }]);
    expect(ofKind(facts, 'day')[0]).toMatchObject({ invalid: 60, bridgedM: 6000 });
  });

  it('ends a trip before a gap during which it mostly stood, and begins the next after it', () => {
    const [first, second, ...others] = trips(afterGap(1800));
    expect(others).toEqual([]);
    expect(first).toMatchObject({ end: T0 + 390_000, endReason: 'dataGap', distanceM: 900, holes: 0 });
    expect(second).toMatchObject({ start: T0 + 4_000_000, startReason: 'dataGap', holes: 1, bridgedM: 900 });
    expect(second?.distanceM).toBe(900 + 800);
  });

  it('records a kilometre or more without data as a trip of its own', () => {
    expect(trips(afterGap(1899))).toHaveLength(2);
    const [first, unknown, second] = trips(afterGap(1900));
    expect(first).toMatchObject({ end: T0 + 390_000, distanceM: 900 });
    expect(unknown).toMatchObject({ start: T0 + 390_000, end: T0 + 4_000_000, distanceM: 1000, bridgedM: 1000 });
    expect(unknown).toMatchObject({ startReason: 'dataGap', endReason: 'dataGap' });
    expect(second).toMatchObject({ start: T0 + 4_000_000, distanceM: 800, bridgedM: 0, startReason: 'dataGap' });
  });

  it('counts a gap as driven from 20 km/h over its straight line on', () => {
    // 3,600 s at 20 km/h are 20 km.
    expect(through(19_999)[0]).toMatchObject({ end: T0 + 390_000, endReason: 'dataGap' });
    expect(through(20_001)).toMatchObject([{ end: null, holes: 1, bridgedM: 20_001 }]);
  });

  it('treats a receiver that repeats its last coordinates in a tunnel as a gap, not as a halt or a jump', () => {
    const held = Array.from({ length: 30 }, (_, index) => at(391 + index, 900, 36));
    const [trip] = trips([...outing(1000, 0).slice(0, -2), ...held, at(421, 1400, 36), at(422, 1410, 36)]);
    expect(trip).toMatchObject({ holes: 1, bridgedM: 500, distanceM: 1410, end: null });
  });

  it('records a trip without data, separately from the place where it stands afterwards', () => {
    const [trip] = trips([at(0, 0, 0), at(300, 0, 0), at(4000, 3000, 0), at(4200, 3000, 0)]);
    expect(trip).toMatchObject({ start: T0 + 300_000, end: T0 + 4_000_000, distanceM: 3000, bridgedM: 3000 });
    expect(trip).toMatchObject({ startReason: 'dataGap', holes: 1 });
  });

  it('counts no silence of days, nor of half a day at walking pace, as a trip', () => {
    const HOUR = 3600;
    const away = (hours: number, metres: number) => {
      const end = 400 + hours * HOUR;
      const reports = [...outing(1000, 0), at(end, 1000 + metres, 0), at(end + 300, 1000 + metres, 0)];
      const facts = factsOf([...reports, at(end + 600, 1000 + metres, 0)]);
      const unknownS = ofKind(facts, 'day').reduce((sum, day) => sum + day.unseenS, 0);
      return { trips: ofKind(facts, 'trip').length - 1, stops: ofKind(facts, 'stop'), unknownS };
    };
    // The gap lasts 49 days, with an unknown time of driving.
    const { stops, ...long } = away(49 * 24, 1100);
    expect(long).toEqual({ trips: 0, unknownS: 49 * 24 * HOUR });
    expect(stops.at(-1)).toMatchObject({
      start: T0 + (400 + 49 * 24 * HOUR) * 1000,
      startReason: 'dataGap',
      unseenS: 0,
    });
    // Tests gaps of 24 hours at any speed, of 12 hours below and above 5 km/h, and of four and a half hours however
    // slow.
    expect(away(24, 500_000).trips).toBe(1);
    expect(away(24.01, 500_000).trips).toBe(0);
    expect(away(12, 59_900).trips).toBe(0);
    expect(away(12, 60_100).trips).toBe(1);
    expect(away(4.5, 1100).trips).toBe(1);
    expect(away(4.51, 1100).trips).toBe(0);
  });

  it('leaves the line over a long silence out of the distance, with its reason', () => {
    const days = ofKind(factsOf([at(0, 0, 0), at(300, 0, 0), at(400_000, 30_000, 0), at(400_300, 30_000, 0)]), 'day');
    expect(days.reduce((sum, day) => sum + day.distanceM, 0)).toBe(0);
    expect(days.at(-1)?.legs.longSilence).toMatchObject({ legs: 1, distanceM: 30_000 });
  });

  it('counts a gap from five minutes and a second on', () => {
    expect(leg(299)).toBe(0);
    expect(leg(300)).toBe(0);
    expect(leg(301)).toBe(1);
  });
});

it('stores the odometer of the device beside the distance', () => {
  const reports = outing(1000, 200).map((report, index) => ({
    ...report,
    position: { ...report.position, attributes: { odometerM: 50_000 + index * 120 } },
  }));
  const [trip] = trips(reports);
  expect(trip?.odometerM).toBe(10 * 120);
  expect(trip?.distanceM).toBeCloseTo(1000, 0);
});

const odometerOf = (readings: readonly number[]) => {
  const reports = outing(1000, 200);
  // The trip starts at the second report, whose previous reading is the first one.
  const readingAt = (index: number) => readings[Math.min(Math.max(index - 1, 0), readings.length - 1)] ?? 0;
  const spread = reports.map((report, index) => ({
    ...report,
    position: { ...report.position, attributes: { odometerM: readingAt(index) } },
  }));
  return trips(spread)[0]?.odometerM;
};

describe('a device odometer that does not only count up', () => {
  it('counts its forward steps where it wraps at 16 bits', () => {
    expect(odometerOf([65_000, 65_139, 65_278, 65_417, 20, 158, 297])).toBe(417 + 277);
  });

  it('counts its forward steps where it is reset to zero', () => {
    expect(odometerOf([50_000, 50_100, 0, 100, 200])).toBe(100 + 200);
  });

  it('leaves out a step that no vehicle could drive', () => {
    expect(odometerOf([72_280_000, 72_280_100, 137_185_000, 137_185_100, 72_280_200, 72_280_300])).toBe(300);
  });

  it('is unknown if the device never reports one', () => {
    expect(trips(outing(1000, 200))[0]?.odometerM).toBeNull();
  });
});
