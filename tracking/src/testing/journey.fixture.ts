import type { Attributes } from '@milepost/protocols/types';
import type { Fact } from '../fact.ts';
import type { Fence } from '../fence.ts';
import { indexFences } from '../build-fence-index.ts';
import { EARTH_RADIUS_M } from '../geo.ts';
import type { AnyReport, Report, StatusReport } from '../report.ts';
import { positionHash, statusHash } from '../report-hash.ts';
import { DEFAULT_SETTINGS, type TrackingContext, type TrackingSettings } from '../settings.ts';
import { Timeline } from '../timeline.ts';

/** Monday 2 March 2026, 08:00 UTC. */
export const T0 = Date.UTC(2026, 2, 2, 8);

const DEGREE_M = (Math.PI / 180) * EARTH_RADIUS_M;

/** A context with the defaults, in UTC, without geofences or rules. */
export function contextOf(
  changes: Partial<Omit<TrackingContext, 'settings' | 'fences'>> & {
    settings?: Partial<TrackingSettings>;
    fences?: Fence[];
  } = {},
): TrackingContext {
  const { settings, fences = [], ...others } = changes;
  return {
    timeZone: 'UTC',
    rules: [],
    clearedByHand: [],
    ...others,
    settings: { ...DEFAULT_SETTINGS, ...settings },
    fences: indexFences(fences),
  };
}

/** A report at the given seconds after T0 and metres east (and north) of 0 N 10 E. */
export function at(
  second: number,
  eastM: number,
  speedKph: number,
  more: Attributes & { northM?: number; valid?: boolean } = {},
): Report {
  const { northM = 0, valid = true, ...attributes } = more;
  const position = {
    fixTime: new Date(T0 + second * 1000),
    lat: northM / DEGREE_M,
    lon: 10 + eastM / DEGREE_M,
    altitudeM: null,
    speedKph,
    courseDeg: 0,
    valid,
    attributes,
  };
  return { position, hash: positionHash(position) };
}

/** A report without coordinates at the given seconds after T0. */
export function statusAt(second: number, attributes: Attributes): StatusReport {
  return { position: null, time: new Date(T0 + second * 1000), attributes, hash: statusHash(attributes) };
}

/** Returns the facts of reports in order, taken in one batch. */
export function factsOf(reports: readonly AnyReport[], context = contextOf()): Fact[] {
  const timeline = new Timeline(context);
  timeline.receive(reports);
  return timeline.sortedFacts();
}

/** Returns the facts of one kind, by start. */
export function ofKind<K extends Fact['kind']>(facts: readonly Fact[], kind: K): Extract<Fact, { kind: K }>[] {
  return facts
    .filter((fact): fact is Extract<Fact, { kind: K }> => fact.kind === kind)
    .toSorted((a, b) => a.start - b.start);
}

/** Returns a generator of numbers from 0 up to 1, the same for the same seed (a linear congruential generator). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

/** Returns two independent numbers from the normal distribution, scaled. */
export function normal(random: () => number, sigma: number): [number, number] {
  const radius = sigma * Math.sqrt(-2 * Math.log(1 - random()));
  const angle = 2 * Math.PI * random();
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
}
