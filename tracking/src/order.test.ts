import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AlarmRule } from './alarm-rule.ts';
import { sortReports, applyLateReports } from './apply-batch.ts';
import type { Fence, Shape } from './fence.ts';
import { indexFences } from './build-fence-index.ts';
import type { WeeklyHours } from './local-day.ts';
import type { AnyReport } from './report.ts';
import { revived } from './revived.ts';
import { compileSensor } from './sensors/sensor.ts';
import { at, contextOf, factsOf, ofKind, statusAt, T0 } from './testing/journey.fixture.ts';
import { Timeline } from './timeline.ts';
import { newState } from './track-state.ts';

/** The vehicle's next step: seconds to the report, metres east, speed, and optional values. */
const step = fc.record({
  seconds: fc.constantFrom(0, 1, 10, 30, 30, 30, 60, 60, 179, 200, 400, 4000, 30_000, 260_000, 2_700_000),
  metres: fc.constantFrom(0, 0, 0, 5, 60, 120, 300, 300, 900, 60_000),
  kph: fc.constantFrom(0, 0, 3, 5, 36, 80, 130),
  ignition: fc.constantFrom(undefined, undefined, true, true, false),
  valid: fc.constantFrom(true, true, true, true, true, false),
  alarm: fc.constantFrom(undefined, undefined, ['sos'], ['hardBraking']),
  fuelL: fc.constantFrom(undefined, 100, 100, 60),
  powerV: fc.constantFrom(undefined, 12.4, 14.1, 14.1, 0),
  engineRpm: fc.constantFrom(undefined, undefined, 0, 800, 1900),
  driverTag: fc.constantFrom(undefined, undefined, undefined, 'A7', 'B8'),
  roadLimitKph: fc.constantFrom(undefined, undefined, 30, 50),
  /** A report without coordinates. */
  blind: fc.constantFrom(false, false, false, true),
  back: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function journey(steps: readonly Step[], wired: boolean): AnyReport[] {
  let [second, east] = [0, 0];
  return steps.map(({ seconds, metres, kph, valid, blind, back, ignition, roadLimitKph, ...written }) => {
    second += seconds;
    east += back ? -metres : metres;
    const attributes = { ...written, ignition: wired ? ignition : undefined };
    if (blind) return statusAt(second, attributes);
    const { position, hash } = at(second, east, kph, { ...attributes, valid });
    return { hash, position: { ...position, ...(roadLimitKph !== undefined && { roadLimitKph }) } };
  });
}

const office: WeeklyHours = Array.from({ length: 7 }, () => [{ fromMin: 540, toMin: 1020 }]);
const circle = (id: number, radiusM: number, speedLimitKph: number | null): Fence => ({
  id,
  shape: { kind: 'circle', centre: { lat: 0, lon: 10 }, radiusM },
  speedLimitKph,
  schedule: id === 2 ? office : null,
});
/** Small geofences that are crossed between fixes, one every 150 m, in all shapes. */
const gates = Array.from({ length: 40 }, (_, index): Fence => {
  const [a, b] = [30, -30].map((northM) => at(0, 100 + index * 150, 0, { northM }).position);
  const [middle, c] = [at(0, 100 + index * 150, 0).position, at(0, 130 + index * 150, 0).position];
  if (!a || !b) throw new Error('a gate has two posts');
  const shapes: Shape[] = [
    { kind: 'circle', centre: middle, radiusM: 20 },
    { kind: 'corridor', line: [a, b], halfWidthM: 10 },
    { kind: 'polygon', rings: [[a, b, c]] },
  ];
  const shape = shapes[index % 3] ?? { kind: 'circle', centre: middle, radiusM: 20 };
  return { id: 100 + index, shape, speedLimitKph: null, schedule: index % 5 ? null : office, betweenFixes: true };
});
const conditions: AlarmRule['condition'][] = [
  { kind: 'overspeed', limitKph: null },
  { kind: 'overspeed', limitKph: 100 },
  { kind: 'roadSpeed', overKph: 5 },
  { kind: 'overStay', afterS: 600 },
  { kind: 'idling', afterS: 120 },
  { kind: 'geofenceEnter', fenceIds: null },
  { kind: 'geofenceExit', fenceIds: [1] },
  { kind: 'geofenceDwell', fenceIds: null, afterS: 300 },
  { kind: 'noData', afterS: 3600 },
  { kind: 'device', codes: ['hardBraking'], clearCodes: [], clearAfterS: 120 },
  { kind: 'device', codes: ['sos'], clearCodes: [], clearAfterS: null },
  { kind: 'unauthorisedMovement', workingHours: office },
  { kind: 'fuelDrop', dropL: 20, withinS: 600, clearAfterS: 300 },
  { kind: 'routeDeviation', fenceIds: [2, 3], afterS: 300 },
  { kind: 'driverWithoutTag', afterS: 120 },
  { kind: 'tow' },
  { kind: 'sensor', name: 'tank', unit: 'L', min: 40, max: null, on: null, afterS: 120 },
  { kind: 'sensor', name: 'tank', unit: 'L', min: 70, max: null, on: null, afterS: 0, hysteresis: 5, driving: true },
  { kind: 'sensor', name: 'tank', unit: 'L', min: 70, max: null, on: null, afterS: 60, fenceIds: [1, 3] },
  { kind: 'notInArea', fenceIds: [1], atMin: 600, weekdays: [0, 1, 2, 3, 4, 5, 6], toleranceS: 1800 },
  { kind: 'tripStart' },
  { kind: 'tripEnd' },
  { kind: 'ignitionOn' },
  { kind: 'ignitionOff' },
];
/** When some of the rules were created. */
const MADE_AT = T0 + 7_200_000;
const tank = compileSensor({
  id: 1,
  name: 'Tank',
  kind: 'fuelLevel',
  versions: [
    {
      from: null,
      source: { attribute: 'fuelL' },
      calibration: null,
      min: null,
      max: null,
      inverse: false,
      capacityL: 120,
      smoothingS: 300,
    },
  ],
  until: null,
});
const context = contextOf({
  sensors: [tank],
  timeZone: 'Asia/Kolkata',
  inWorkshop: [{ from: T0 + 1_800_000, to: T0 + 10_800_000 }],
  fences: [circle(1, 400, 30), circle(2, 2000, 90), circle(3, 1000, null), ...gates],
  excludedFences: new Set([3]),
  places: indexFences([circle(11, 60, null), circle(12, 500, null), circle(-1, 150, null)]),
  rules: conditions.flatMap((condition, index) => {
    const coolDownS = index % 2 ? 300 : 0;
    return [
      { id: index + 1, condition, coolDownS, schedule: null },
      { id: index + 101, condition, coolDownS, schedule: office },
      // Created no earlier than two hours after the first report.
      { id: index + 201, condition, coolDownS, schedule: null, since: MADE_AT },
    ];
  }),
  settings: { speedLimitKph: 70 },
});

/** Days as real vehicles have them: driving, waiting, parking, and now and then silence. */
const phase = fc.record({
  what: fc.constantFrom('drive', 'drive', 'wait', 'park', 'hole'),
  reports: fc.integer({ min: 1, max: 12 }),
  everyS: fc.constantFrom(20, 60, 300),
  metres: fc.integer({ min: 100, max: 900 }),
});
function shifts(phases: readonly (typeof phase extends fc.Arbitrary<infer T> ? T : never)[]): AnyReport[] {
  let [second, east] = [0, 0];
  return phases.flatMap(({ what, reports, everyS, metres }) => {
    if (what === 'hole') second += reports * 3600;
    return Array.from({ length: what === 'hole' ? 1 : reports }, () => {
      second += what === 'park' ? everyS * 10 : everyS;
      east += what === 'drive' ? metres : 0;
      return at(second, east, what === 'drive' ? 40 : 0, { ignition: what !== 'park' });
    });
  });
}

const history = fc.oneof(
  fc
    .tuple(fc.array(step, { minLength: 1, maxLength: 60 }), fc.boolean())
    .map(([steps, wired]) => journey(steps, wired)),
  fc.array(phase, { minLength: 2, maxLength: 15 }).map(shifts),
);

/** An order of arrival: the reports in batches, some of them repeated. */
function arrival(
  reports: readonly AnyReport[],
  seeds: { key: number[]; cut: number[]; twice: number[] },
): AnyReport[][] {
  const shuffled = reports
    .map((report, index) => ({ report, key: seeds.key[index % seeds.key.length] ?? 0 }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ report }) => report);
  const repeated = seeds.twice.flatMap((index) => shuffled[index % shuffled.length] ?? []);
  const all = [...shuffled, ...repeated];
  const batches: AnyReport[][] = [];
  for (let from = 0, cut = 0; from < all.length; cut += 1) {
    const size = seeds.cut[cut % seeds.cut.length] ?? 1;
    batches.push(all.slice(from, from + size));
    from += size;
  }
  return batches;
}

const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);

const disorder = fc.record({
  key: fc.array(fc.nat(1000), { minLength: 1, maxLength: 61 }),
  cut: fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 1, maxLength: 5 }),
  twice: fc.array(fc.nat(100), { maxLength: 10 }),
});

describe('the same facts result', () => {
  // The timeline stores its states as text between batches: each batch is a restart of the process.
  it('from any order of arrival, with any repetition, in any batches, with a restart after each', () => {
    fc.assert(
      fc.property(history, disorder, (reports, seeds) => {
        const timeline = new Timeline(context);
        for (const batch of arrival(reports, seeds)) timeline.receive(batch);
        expect(timeline.sortedFacts()).toEqual(factsOf(reports, context));
      }),
      { numRuns: 100 },
    );
  });

  it('from batches in order, however they are cut', () => {
    fc.assert(
      fc.property(history, disorder, (reports, { cut }) => {
        const timeline = new Timeline(context);
        for (const batch of arrival(reports, { key: [0], cut, twice: [] })) timeline.receive(batch);
        expect(timeline.sortedFacts()).toEqual(factsOf(reports, context));
      }),
      { numRuns: 100 },
    );
  });
});

/** Returns the facts of reports in order, for a device that then left its vehicle. */
function factsToEnd(reports: readonly AnyReport[]) {
  const timeline = new Timeline(context);
  timeline.receive(reports);
  timeline.end();
  return timeline.sortedFacts();
}

describe('a device that leaves its vehicle', () => {
  it('leaves the same facts, whatever arrives after it left', () => {
    fc.assert(
      fc.property(history, disorder, fc.nat(5), (reports, seeds, endsAfter) => {
        const timeline = new Timeline(context);
        for (const [index, batch] of arrival(reports, seeds).entries()) {
          if (index === endsAfter) timeline.end();
          timeline.receive(batch);
        }
        timeline.end();
        expect(timeline.sortedFacts()).toEqual(factsToEnd(reports));
      }),
      { numRuns: 100 },
    );
  });

  it('leaves nothing open, and days that add up to its trips', () => {
    fc.assert(
      fc.property(history.map(factsToEnd), (written) => {
        for (const fact of written) {
          if (fact.kind === 'alarm') expect(fact.clearedAt).not.toBeNull();
          else expect(fact.end).not.toBeNull();
        }
        const trips = ofKind(written, 'trip').map(({ distanceM }) => distanceM);
        const days = ofKind(written, 'day').map(({ distanceM }) => distanceM);
        expect(Math.abs(sum(days) - sum(trips))).toBeLessThanOrEqual(0.1 * (trips.length + days.length) + 0.01);
        expect(sum(ofKind(written, 'day').map(({ stops }) => stops))).toBe(ofKind(written, 'stop').length);
      }),
      { numRuns: 100 },
    );
  });
});

describe('the time of a day', () => {
  it('is trip, tow, standing or unknown, and nothing twice', () => {
    fc.assert(
      fc.property(history.map(factsToEnd), (written) => {
        const days = ofKind(written, 'day');
        const spans = written.flatMap((fact) =>
          fact.kind === 'trip' || fact.kind === 'stop' || fact.kind === 'tow' ? [fact] : [],
        );
        const from = Math.min(...spans.map(({ start }) => start));
        const to = Math.max(...spans.map(({ end }) => end ?? 0));
        const isClockRight = days.every(({ health }) => health.clockFaults === 0);
        for (const day of days) {
          const lengthS = (day.end - day.start) / 1000;
          const counted = day.tripS + day.towS + day.stopS + day.unseenS;
          expect(counted).toBeLessThanOrEqual(lengthS + 0.3);
          // The first day begins with a report, and the last ends with one.
          if (isClockRight && day.start >= from && day.end <= to) expect(counted).toBeGreaterThanOrEqual(lengthS - 0.3);
        }
      }),
      { numRuns: 200 },
    );
  });
});

it('geofences are crossed between fixes in these histories', () => {
  const crossed = fc
    .sample(history, { numRuns: 200, seed: 7 })
    .flatMap((reports) => ofKind(factsOf(reports, context), 'visit').filter(({ betweenFixes }) => betweenFixes));
  expect(crossed.length).toBeGreaterThan(200);
});

it('every state has the same fields in the same order as a new one, so that reading them is fast', () => {
  fc.assert(
    fc.property(history, (reports) => {
      const { state } = applyLateReports(newState(), sortReports(reports), context);
      expect(Object.keys(state)).toEqual(Object.keys(newState()));
      expect(Object.keys(revived(JSON.parse(JSON.stringify(state))))).toEqual(Object.keys(newState()));
    }),
    { numRuns: 100 },
  );
});

describe('facts are consistent with each other', () => {
  const facts = history.map((reports) => factsOf(reports, context));

  it('days add up to the trips, and count the trips, stops, idling and alarms', () => {
    fc.assert(
      fc.property(facts, (written) => {
        const days = ofKind(written, 'day');
        const trips = ofKind(written, 'trip');
        // Each fact is rounded to a decimetre.
        const slack = 0.1 * (trips.length + days.length) + 0.01;
        const close = (a: number, b: number) => expect(Math.abs(a - b)).toBeLessThanOrEqual(slack);
        close(sum(days.map(({ distanceM }) => distanceM)), sum(trips.map(({ distanceM }) => distanceM)));
        close(sum(days.map(({ tripIdleS }) => tripIdleS)), sum(trips.map(({ idleS }) => idleS)));
        const tows = ofKind(written, 'tow');
        close(sum(days.map(({ towM }) => towM)), sum(tows.map(({ distanceM }) => distanceM)));
        expect(sum(days.map(({ tows: count }) => count))).toBe(tows.length);
        const ended = (kind: 'idle') => ofKind(written, kind).filter(({ end }) => end !== null);
        expect(sum(days.map(({ trips: count }) => count))).toBe(trips.length);
        expect(sum(days.map(({ stops }) => stops))).toBe(ofKind(written, 'stop').length);
        expect(sum(days.map(({ idles }) => idles))).toBe(ended('idle').length);
        expect(sum(days.map(({ alarms }) => alarms))).toBe(ofKind(written, 'alarm').length);
        expect(sum(days.map(({ overspeeds }) => overspeeds))).toBe(ofKind(written, 'overspeed').length);
      }),
      { numRuns: 100 },
    );
  });

  it('trips and stops follow each other without overlap, each trip of 200 m and 60 s or more', () => {
    fc.assert(
      fc.property(facts, (written) => {
        const spans = [...ofKind(written, 'trip'), ...ofKind(written, 'stop')].toSorted((a, b) => a.start - b.start);
        for (const [index, span] of spans.entries()) {
          const next = spans[index + 1];
          if (next) expect(span.end).toBeLessThanOrEqual(next.start);
          if (span.kind === 'stop') expect(span.durationS).toBeGreaterThanOrEqual(180);
          else expect([span.distanceM >= 200, span.durationS >= 60]).toEqual([true, true]);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('visits of a geofence follow each other without overlap', () => {
    fc.assert(
      fc.property(facts, (written) => {
        for (const visits of Map.groupBy(ofKind(written, 'visit'), ({ fenceId }) => fenceId).values()) {
          for (const [index, visit] of visits.entries()) {
            const next = visits[index + 1];
            if (next) expect(visit.end).toBeLessThanOrEqual(next.start);
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  it('no alarm dates from before its rule was created', () => {
    fc.assert(
      fc.property(facts, (written) => {
        const early = ofKind(written, 'alarm').filter(({ ruleId, start }) => ruleId > 200 && start < MADE_AT);
        expect(early).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it('each rule has at most one active alarm', () => {
    fc.assert(
      fc.property(facts, (written) => {
        const active = ofKind(written, 'alarm').filter(({ clearedAt }) => clearedAt === null);
        expect(new Set(active.map(({ ruleId }) => ruleId)).size).toBe(active.length);
      }),
      { numRuns: 100 },
    );
  });
});
