import { describe, expect, it } from 'vitest';
import { applyLateReports } from './apply-batch.ts';
import type { Fact } from './fact.ts';
import type { IgnitionSource } from './settings.ts';
import { at, contextOf, factsOf, ofKind, statusAt } from './testing/journey.fixture.ts';
import { THREE_DAYS, truckReports, type Wiring } from './testing/truck.fixture.ts';
import { newState } from './track-state.ts';

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
const idledS = (facts: readonly Fact[]) => sum(ofKind(facts, 'day').map(({ idleS }) => idleS));
const TRUE_IDLE_S = sum(THREE_DAYS.map(({ idleMin }) => idleMin * 60));
const TRUE_ENGINE_S = TRUE_IDLE_S + sum(THREE_DAYS.map(({ driveMin }) => driveMin * 60));

function seen(wiring: Wiring, ignitionSource?: IgnitionSource) {
  const context = contextOf({ ...(ignitionSource && { ignitionSource }) });
  const reports = truckReports(THREE_DAYS, wiring);
  const { state } = applyLateReports(newState(), reports, context);
  const facts = factsOf(reports, context);
  const days = ofKind(facts, 'day');
  return { state, facts, trips: ofKind(facts, 'trip'), engineS: sum(days.map(({ engineS }) => engineS)), days };
}

const live = () => true;
const dead = () => false;
const right = (engineRuns: boolean) => engineRuns;

describe.each([12, 24] as const)('a system of %i V', (system) => {
  it('shows a wire that is always on: idling and engine hours follow the alternator', () => {
    const { state, facts, trips, engineS } = seen({ wire: live, system });
    expect(trips).toHaveLength(12);
    expect(Math.abs(idledS(facts) / TRUE_IDLE_S - 1)).toBeLessThan(0.1);
    expect(Math.abs(engineS / TRUE_ENGINE_S - 1)).toBeLessThan(0.05);
    expect(state.engine.wire).toMatchObject({ believed: false, doubt: { reason: 'onAtRest' } });
    expect(state.engine.source).toBe('voltage');
    expect(ofKind(facts, 'stop').at(-1)?.engineSource).toBe('voltage');
  });

  it('shows a wire that is never on: its drives are trips, and it idles', () => {
    const { state, facts, trips } = seen({ wire: dead, system });
    expect(trips).toHaveLength(12);
    expect(ofKind(facts, 'tow')).toEqual([]);
    expect(state.engine.wire).toMatchObject({ believed: false, doubt: { reason: 'offDriving' } });
    expect(Math.abs(idledS(facts) / TRUE_IDLE_S - 1)).toBeLessThan(0.1);
  });

  it('does not overrule a correct wire', () => {
    const { state, facts, trips, days } = seen({ wire: right, system });
    expect(trips).toHaveLength(12);
    expect(state.engine).toMatchObject({ source: 'wire', wire: { believed: true, doubt: null } });
    expect(Math.abs(idledS(facts) / TRUE_IDLE_S - 1)).toBeLessThan(0.05);
    expect(Object.keys(days.at(-1)?.engineBy ?? {})).toEqual(['wire']);
  });

  it('replaces a missing wire', () => {
    const { state, facts, trips } = seen({ wire: () => undefined, system });
    expect(trips).toHaveLength(12);
    expect(state.engine.source).toBe('voltage');
    expect(Math.abs(idledS(facts) / TRUE_IDLE_S - 1)).toBeLessThan(0.1);
  });
});

it('believes a live wire until it was on through six hours of standing, without a contradicting voltage', () => {
  const { state, facts, trips } = seen({ wire: live, system: null });
  expect(trips).toHaveLength(12);
  expect(state.engine.wire).toMatchObject({ believed: false, doubt: { reason: 'onStanding' } });
  expect(state.engine).toMatchObject({ on: null, source: 'movement' });
  expect(idledS(facts)).toBeLessThan(7 * 3600 + TRUE_IDLE_S);
});

/** Twelve drives of half an hour at 36 km/h, each after an hour of standing, with a report every 30 s. */
const drives = (voltsOf: (isOnWay: boolean, index: number) => number) =>
  Array.from({ length: 12 }, (_, n) =>
    Array.from({ length: 180 }, (_none, index) => {
      const [half, isOnWay] = [n * 180 + index, index >= 120];
      const eastM = n * 18_000 + Math.max(0, index - 119) * 300;
      return at(half * 30, eastM, isOnWay ? 36 : 0, { powerV: voltsOf(isOnWay, half) });
    }),
  ).flat();

it.each<[string, (isOnWay: boolean, index: number) => number]>([
  ['12.5 V, always', () => 12.5],
  ['24.5 V, always', () => 24.5],
  ['12.85 to 13.0 V', (_isOnWay, index) => 12.85 + (index % 4) * 0.05],
  ['a clever alternator that seldom charges', (isOnWay, index) => (isOnWay && index % 4 === 0 ? 14.2 : 12.6)],
  [
    'a clever alternator that charges from its fifth drive on',
    (isOnWay, index) => (isOnWay && index > 720 ? 14.2 : 12.6),
  ],
])('counts no drive as a tow if the supply never distinguished running from standing: %s', (_what, voltsOf) => {
  const facts = factsOf(drives(voltsOf));
  expect(ofKind(facts, 'tow')).toEqual([]);
  // 60 legs of 300 m.
  expect(ofKind(facts, 'trip').map(({ distanceM }) => Math.round(distanceM))).toEqual(Array(12).fill(18_000));
});

it('counts movement at the standing voltage as a tow once the voltage was seen to rise with driving', () => {
  const facts = factsOf(drives((isOnWay, index) => (isOnWay && index < 1800 ? 14 : 12.6)));
  expect(ofKind(facts, 'trip')).toHaveLength(10);
  expect(ofKind(facts, 'tow')).toMatchObject([{ engineSource: 'voltage' }, {}]);
});

it('records no idling without evidence of the engine, and states that', () => {
  const { facts, trips, days } = seen({ wire: () => undefined, system: null });
  expect(trips).toHaveLength(12);
  expect(idledS(facts)).toBe(0);
  expect(trips.every(({ engineSource }) => engineSource === 'movement')).toBe(true);
  const day = days[1];
  expect(day?.engineKnownS).toBe(0);
  expect(Object.keys(day?.engineBy ?? {})).toEqual(['movement']);
  // The first leg of each trip is known to belong to it only once it is over.
  expect(Math.abs((day?.engineS ?? 0) / (day?.tripS ?? 0) - 1)).toBeLessThan(0.03);
});

describe('a person can choose', () => {
  it('the wire, whatever it reports', () => {
    const { facts } = seen({ wire: live, system: 24 }, 'wire');
    expect(idledS(facts)).toBeGreaterThan(20 * 3600);
  });

  it('movement: then there is no idling, and a dead wire makes no tows', () => {
    const { facts, trips } = seen({ wire: live, system: 24 }, 'movement');
    expect(trips).toHaveLength(12);
    expect(idledS(facts)).toBe(0);
  });

  it('the voltage', () => {
    const { facts } = seen({ wire: dead, system: 12 }, 'voltage');
    expect(Math.abs(idledS(facts) / TRUE_IDLE_S - 1)).toBeLessThan(0.1);
  });
});

it('believes a repaired wire', () => {
  const broken = truckReports(THREE_DAYS, { wire: live, system: 24 });
  const lastS = (broken.at(-1)?.position.fixTime.getTime() ?? 0) - (broken[0]?.position.fixTime.getTime() ?? 0);
  const mended = truckReports(THREE_DAYS, { wire: right, system: 24 }, 2).map((report) => ({
    ...report,
    position: {
      ...report.position,
      fixTime: new Date(report.position.fixTime.getTime() + lastS + 30_000),
      lon: report.position.lon + (broken.at(-1)?.position.lon ?? 10) - 10,
    },
  }));
  const { state } = applyLateReports(newState(), [...broken, ...mended], contextOf());
  expect(state.engine).toMatchObject({ source: 'wire', wire: { believed: true, doubt: null } });
});

it('ignores a smart alternator, which is also off while driving', () => {
  const reports = truckReports(THREE_DAYS, { wire: right, system: 12 }).map((report, index) => {
    const clever = index % 3 === 0 && report.position.speedKph > 0;
    const attributes = { ...report.position.attributes, ...(clever && { powerV: 12.5 }) };
    return { ...report, position: { ...report.position, attributes } };
  });
  const { state } = applyLateReports(newState(), reports, contextOf());
  expect(state.engine.voltage.running).toBeNull();
  expect(state.engine.source).toBe('wire');
});

const rpm = (second: number, engineRpm: number) => at(second, 0, 0, { ignition: true, engineRpm });
const engineAfter = (reports: ReturnType<typeof at>[]) =>
  applyLateReports(newState(), reports, contextOf()).state.engine;

it('uses engine revolutions if available, unless they are frozen', () => {
  expect(engineAfter([rpm(0, 0), rpm(30, 800), rpm(60, 810)])).toMatchObject({ on: true, source: 'engineRpm' });
  expect(engineAfter([rpm(0, 800), rpm(30, 810), rpm(60, 0)])).toMatchObject({ on: false, source: 'engineRpm' });
  const frozen = Array.from({ length: 40 }, (_, index) => rpm(60 + index * 30, 810));
  expect(engineAfter([rpm(0, 0), rpm(30, 800), ...frozen])).toMatchObject({ on: true, source: 'wire' });
});

describe('over a silence', () => {
  const on = { ignition: true };

  it('records no idling, whatever the first report after it shows', () => {
    const parked = [at(0, 0, 0, on), at(300, 0, 0, on), at(600, 0, 0, on)];
    const facts = factsOf([...parked, statusAt(600 + 8 * 3600, on), statusAt(660 + 8 * 3600, { ignition: false })]);
    expect(ofKind(facts, 'idle')).toMatchObject([{ durationS: 600 }, { durationS: 60 }]);
  });

  it('still believes a wire that is off each night, on a device that then sleeps', () => {
    const days = Array.from({ length: 20 }, (_, day) => {
      const from = day * 86_400;
      const waits = Array.from({ length: 16 }, (_wait, index) => at(from + index * 300, 0, 0, on));
      return [...waits, at(from + 4800, 0, 0, { ignition: false })];
    });
    const { state } = applyLateReports(newState(), days.flat(), contextOf());
    expect(state.engine.wire).toMatchObject({ believed: true, doubt: null });
  });
});

it('counts engine hours of a device that reports every ten minutes, from any source', () => {
  const drive = Array.from({ length: 30 }, (_, index) => at(index * 30, index * 300, 36, { powerV: 14.1 }));
  const idles = Array.from({ length: 12 }, (_, index) => at(900 + index * 600, 9000, 0, { powerV: 14.1 }));
  const [day] = ofKind(factsOf([...drive, ...idles]), 'day');
  expect(day?.engineBy.voltage).toBeGreaterThan(6600);
});

it("ignores a meter's value for unknown", () => {
  const reports = [at(0, 0, 36, { powerV: 655.35 }), ...truckReports(THREE_DAYS, { wire: right, system: 24 }).slice(1)];
  const { state } = applyLateReports(newState(), reports, contextOf());
  expect(state.engine.voltage.driveV).toBeCloseTo(28.2, 0);
});
