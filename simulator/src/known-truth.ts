import type { Span } from './day-plan.ts';
import type { Episode, LastingFault } from './faults/fault.ts';
import type { TrueRide } from './faults/ride.ts';
import { localDay } from './local-time.ts';
import type { Moves, TrueStop, TrueTrip, Truth } from './movement.ts';

/** Standing between two drives, or two rides. */
export interface KnownStop extends Span {
  /** The customer's or the depot's name; empty where a ride took it. */
  place: string;
  /** When its engine was off within the stop; null: it ran all the time. */
  off: Span | null;
}

/** Standing with the engine on. */
export interface KnownIdling extends Span {
  /** Before the first drive; all of a stop; the seconds after a halt and before setting off; at a light on the way. */
  where: 'warmUp' | 'gate' | 'halt' | 'light';
}

/** Time without a report: from the last one before it to the first one after it, or to the bounds of the period. */
export interface UnknownSpan extends Span {
  drivenM: number;
}

/** What really was, of one vehicle. Spans that reach over the bounds of the period are told whole where that is known. */
export interface KnownTruth {
  /** The period: from (included) to (not included). */
  period: Span;
  trips: TrueTrip[];
  stops: KnownStop[];
  engineOn: Span[];
  idling: KnownIdling[];
  /** Driven within the period by itself, metres; rides do not count. */
  drivenM: number;
  /** The same between any two moments. */
  drivenBetween: (fromMs: number, toMs: number) => number;
  unseen: UnknownSpan[];
  /** Carried by a tow truck or a ferry. */
  rides: TrueRide[];
  lasting: ReadonlySet<LastingFault>;
  /** With the times (by a true clock) of the reports that each changed. */
  episodes: (Episode & { reportsMs: number[] })[];
  at: (ms: number) => Truth;
}

type Journey = Pick<KnownTruth, 'trips' | 'stops' | 'engineOn' | 'idling'>;

/** Longer than anybody rests, so that the trips before and after a stop are found. */
const REACH_DAYS = 2;

/** Trips, stops, and what the engine did, as far as they have a part in the period. */
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

/** Time without a report of more than `longestMs`. */
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

/** What lies between the trips and the rides. */
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

/** When the engine was off; the last time of a shift until the next shift begins. */
function offSpans(shifts: readonly (readonly TrueStop[])[]): Span[] {
  return shifts.flatMap((stops, k) =>
    stops.flatMap(({ off }, i): Span[] => {
      if (!off) return [];
      const nextMs = shifts[k + 1]?.[0]?.startMs ?? Infinity;
      return [{ startMs: off.fromMs, endMs: i === stops.length - 1 ? nextMs : off.toMs }];
    }),
  );
}
