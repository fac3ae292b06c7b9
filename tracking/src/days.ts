import { NO_SUMS, roundedSums } from './day-sums.ts';
import { noHealth } from './device-faults.ts';
import { type DayTotal, ENGINE_SOURCES, type EngineSource, type Fact } from './fact.ts';
import { round, roundedLegs } from './legs.ts';
import { localDay } from './local-day.ts';
import type { TrackingContext } from './settings.ts';
import type { OpenTrip, TripPart } from './motion-state.ts';
import type { TrackState } from './track-state.ts';

/** A longer span, as after a clock that was years wrong, says nothing about the days within it. */
const LONGEST_SPAN_MS = 400 * 86_400_000;

/** Returns the totals of the local day that contains a moment, creating them if needed. */
export function dayAt(state: TrackState, context: TrackingContext, ms: number): DayTotal {
  const { days } = state;
  for (let index = days.length - 1; index >= 0; index -= 1) {
    const known = days[index];
    if (known && ms >= known.start && ms < known.end) return known;
  }
  const { day, startMs, endMs } = localDay(context.timeZone, ms);
  const made: DayTotal = {
    kind: 'day',
    key: `day:${day}`,
    confirmedAt: state.time ?? ms,
    day,
    start: startMs,
    end: endMs,
    ...NO_SUMS,
    engineBy: {},
    firstMoveAt: null,
    lastMoveAt: null,
    legs: {},
    health: noHealth(),
  };
  const after = days.findIndex(({ start }) => start > startMs);
  days.splice(after < 0 ? days.length : after, 0, made);
  return made;
}

/** Calls back with each local day's share of a span, in seconds. Spans of more than 400 days have none. */
export function eachDay(
  state: TrackState,
  context: TrackingContext,
  from: number,
  to: number,
  add: (day: DayTotal, seconds: number) => void,
): void {
  if (to - from > LONGEST_SPAN_MS || to <= from) return;
  const last = state.days.at(-1);
  if (last && from >= last.start && to <= last.end) {
    add(last, (to - from) / 1000);
    return;
  }
  for (let at = from; at < to;) {
    const day = dayAt(state, context, at);
    const until = Math.min(to, day.end);
    add(day, (until - at) / 1000);
    at = until;
  }
}

/** A leg of a trip: from one moment to another. */
export interface TripSpan {
  from: number;
  to: number;
  distanceM: number;
  /** Whether its metres are a straight line over a gap. */
  bridged: boolean;
  /** Whether it has no data: then its time counts as neither driving nor standing. */
  unknown: boolean;
  /** Whether movement is the only evidence of the engine. */
  byMovement?: boolean | undefined;
}

/** True when the leg's metres have no driving time: they were driven without data, or at an unknown time. */
export const isUnknown = ({ from, to, unknown }: TripSpan): boolean => unknown || to === from;

/** Adds a leg to the trip's days, in proportion to its time in each. */
export function addToParts(parts: TripPart[], context: TrackingContext, leg: TripSpan): void {
  const span = leg.to - leg.from;
  for (let at = leg.from; at < leg.to || at === leg.from;) {
    const part = partAt(parts, context, at);
    const until = Math.min(leg.to, part.end);
    const metres = leg.distanceM * (span === 0 ? 1 : (until - at) / span);
    part.distanceM += metres;
    if (leg.bridged) part.bridgedM += metres;
    if (isUnknown(leg)) part.unseenM += metres;
    if (leg.unknown) part.unseenS += (until - at) / 1000;
    else part.tripS += (until - at) / 1000;
    if (leg.byMovement && !leg.unknown) part.movementS = (part.movementS ?? 0) + (until - at) / 1000;
    if (until === at) return;
    at = until;
  }
}

/** Returns the part of a trip on the local day that contains a moment. */
export function partAt(parts: TripPart[], context: TrackingContext, ms: number): TripPart {
  const last = parts.at(-1);
  if (last && ms >= last.start && ms < last.end) return last;
  const known = parts.findLast(({ start, end }) => ms >= start && ms < end);
  if (known) return known;
  const { day, startMs, endMs } = localDay(context.timeZone, ms);
  const sums = { distanceM: 0, tripS: 0, unseenS: 0, idleS: 0, bridgedM: 0, unseenM: 0, maxKph: 0 };
  const made = { day, start: startMs, end: endMs, ...sums };
  parts.push(made);
  return made;
}

/** Adds the part of a trip or a tow to its day. */
export function mergePart(day: DayTotal, part: TripPart, kind: OpenTrip['kind']): void {
  day.unseenS += part.unseenS;
  if (kind === 'tow') {
    day.towM += part.distanceM;
    day.towS += part.tripS;
    return;
  }
  day.distanceM += part.distanceM;
  day.tripS += part.tripS;
  day.tripIdleS += part.idleS;
  day.idleS += part.idleS;
  day.bridgedM += part.bridgedM;
  day.unseenM += part.unseenM;
  day.maxKph = Math.max(day.maxKph, part.maxKph);
  if (!part.movementS) return;
  day.engineS += part.movementS;
  day.engineBy = { ...day.engineBy, movement: (day.engineBy.movement ?? 0) + part.movementS };
}

/** Records and drops the days that no open fact can change any more. */
export function closeDays(state: TrackState, facts: Fact[]): void {
  if (state.days.length < 2) return;
  const open = Math.min(
    state.time ?? 0,
    state.stoodUntil,
    state.suspect?.time ?? Infinity,
    state.suspects?.fixes[0]?.time ?? Infinity,
    state.trip?.start.time ?? Infinity,
    state.trip?.holeFrom?.time ?? Infinity,
    state.trip?.origin?.idleSince ?? Infinity,
    state.rest?.idleSince ?? Infinity,
    state.heldEngine?.[0]?.from ?? Infinity,
    // A stop is counted on the day in which it began, once it is long enough.
    state.stop?.confirmedAt === null ? state.stop.start : Infinity,
  );
  while (state.days.length > 1) {
    const oldest = state.days[0];
    if (!oldest || oldest.end > open) return;
    facts.push(dayFact(oldest));
    state.days.shift();
  }
}

/** Converts a day to a fact. */
export function dayFact(day: DayTotal): DayTotal {
  return {
    ...day,
    ...roundedSums(day),
    ...(day.fuelNetL !== undefined && { fuelNetL: round(day.fuelNetL) }),
    engineBy: roundedSources(day.engineBy),
    legs: roundedLegs(day.legs),
    health: {
      ...day.health,
      speedM: round(day.health.speedM),
      placeM: round(day.health.placeM),
      staleSpeedS: round(day.health.staleSpeedS),
    },
  };
}

function roundedSources(seconds: DayTotal['engineBy']): DayTotal['engineBy'] {
  const rounded: Partial<Record<EngineSource, number>> = {};
  for (const source of ENGINE_SOURCES) {
    const sum = seconds[source];
    if (sum !== undefined) rounded[source] = round(sum);
  }
  return rounded;
}
