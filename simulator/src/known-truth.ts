import type { Span } from './day-plan.ts';
import type { Episode, LastingFault } from './faults/fault.ts';
import type { TrueRide } from './faults/ride.ts';
import { localDay } from './local-time.ts';
import type { Moves, TrueStop, TrueTrip, TrueFacts } from './movement.ts';

/** Standing between two drives, or two rides. */
export interface KnownStop extends Span {
  /** The customer's or the depot's name; empty after a ride. */
  place: string;
  /** The span within the stop in which its engine was off; null: it ran throughout. */
  off: Span | null;
}

/** Standing with the engine on. */
export interface KnownIdling extends Span {
  /**
   * The place of the idling: before the first drive, for a whole stop, in the seconds after a halt and before
   * departing, or at a light.
   */
  where: 'warmUp' | 'gate' | 'halt' | 'light';
}

/** Time without a report: from the last report before it to the first after it, or to the bounds of the period. */
export interface UnknownSpan extends Span {
  drivenM: number;
}

/** The true movement of one vehicle. Spans that extend beyond the period are complete where that is known. */
export interface KnownTruth {
  /** The period: from (included) to (not included). */
  period: Span;
  trips: TrueTrip[];
  stops: KnownStop[];
  engineOn: Span[];
  idling: KnownIdling[];
  /** Metres driven by the vehicle itself within the period; rides do not count. */
  drivenM: number;
  /** Metres driven by the vehicle itself between any two moments. */
  drivenBetween: (fromMs: number, toMs: number) => number;
  unknown: UnknownSpan[];
  /** Carried by a tow truck or a ferry. */
  rides: TrueRide[];
  lasting: ReadonlySet<LastingFault>;
  /** The episodes, each with the times (by a true clock) of the reports that it changed. */
  episodes: (Episode & { reportsMs: number[] })[];
  at: (ms: number) => TrueFacts;
}

type Journey = Pick<KnownTruth, 'trips' | 'stops' | 'engineOn' | 'idling'>;

/** Longer than any rest, so that the trips before and after a stop are found. */
const REACH_DAYS = 2;

/** Returns trips, stops, and engine states that overlap the period. */
export function journeyOf(moves: Moves, rides: readonly TrueRide[], period: Span): Journey {
  const days = [];
  for (let day = localDay(period.startMs) - REACH_DAYS; day <= localDay(period.endMs) + REACH_DAYS; day += 1) {
    days.push(moves.dayTruth(day));
  }
  const trips = days.flatMap((day) => day.trips);
  const offs = offSpans(days.map((day) => day.stops).filter((stops) => stops.length > 0));
  const isInside = ({ startMs, endMs }: Span): boolean => startMs < period.endMs && endMs > period.startMs;
  return {
    trips: trips.filter(isInside),
    stops: standing(trips, offs, rides, period).filter(isInside),
    engineOn: days.flatMap((day) => engineSpans(day.stops)).filter(isInside),
    idling: days.flatMap((day) => idlingOf(day.trips, day.stops)).filter(isInside),
  };
}

/** Returns the spans without a report that exceed `longestMs`. */
export function unknownSpansOf(
  sentMs: readonly number[],
  { startMs, endMs }: Span,
  longestMs: number,
  drivenBetween: KnownTruth['drivenBetween'],
): UnknownSpan[] {
  return [...sentMs, endMs].flatMap((ms, i) => {
    const beforeMs = sentMs[i - 1] ?? startMs;
    return ms - beforeMs > longestMs ? [{ startMs: beforeMs, endMs: ms, drivenM: drivenBetween(beforeMs, ms) }] : [];
  });
}

function engineSpans(stops: readonly TrueStop[]): Span[] {
  const spans: Span[] = [];
  let startMs = stops[0]?.startMs ?? 0;
  for (const { off } of stops) {
    if (!off) continue;
    spans.push({ startMs, endMs: off.fromMs });
    startMs = off.toMs;
  }
  return spans;
}

function idlingOf(trips: readonly TrueTrip[], stops: readonly TrueStop[]): KnownIdling[] {
  const lights = trips.flatMap(({ waits }) => waits.map((span): KnownIdling => ({ ...span, where: 'light' })));
  const halts = stops.flatMap(({ startMs, endMs, off }, i): KnownIdling[] => {
    if (!off) return [{ startMs, endMs, where: i === 0 ? 'warmUp' : 'gate' }];
    const after: KnownIdling = { startMs, endMs: off.fromMs, where: 'halt' };
    return i === stops.length - 1 ? [after] : [after, { startMs: off.toMs, endMs, where: 'halt' }];
  });
  return [...lights, ...halts].toSorted((a, b) => a.startMs - b.startMs);
}

/** Returns the stops between trips and rides. */
function standing(
  trips: readonly TrueTrip[],
  offs: readonly Span[],
  rides: readonly TrueRide[],
  period: Span,
): KnownStop[] {
  const moving = [...trips, ...rides].toSorted((a, b) => a.startMs - b.startMs);
  return [...moving, null].flatMap((next, i) => {
    const before = moving[i - 1];
    const startMs = before?.endMs ?? period.startMs;
    const endMs = next?.startMs ?? period.endMs;
    if (endMs <= startMs) return [];
    const off = offs.find((span) => span.startMs < endMs && span.endMs > startMs);
    const place = before && 'to' in before ? before.to : '';
    const within = off && { startMs: Math.max(off.startMs, startMs), endMs: Math.min(off.endMs, endMs) };
    return [{ startMs, endMs, place, off: within ?? null }];
  });
}

/** Returns when the engine was off; after the last stop of a shift until the next shift begins. */
function offSpans(shifts: readonly (readonly TrueStop[])[]): Span[] {
  return shifts.flatMap((stops, k) =>
    stops.flatMap(({ off }, i): Span[] => {
      if (!off) return [];
      const nextMs = shifts[k + 1]?.[0]?.startMs ?? Infinity;
      return [{ startMs: off.fromMs, endMs: i === stops.length - 1 ? nextMs : off.toMs }];
    }),
  );
}
