import type { AlarmFact, Visit } from '@milepost/contract/fact-operations';
import type { Band, TimelineRow } from '@milepost/contract/timeline-operations';

/** A fact with its start and end in epoch milliseconds. */
export interface Placed<Fact> {
  fact: Fact;
  start: number;
  end: number;
}

/** The number of lanes for overlapping visits. */
const LANES = 3;

/**
 * Assigns each visit a lane, 0 being the uppermost; if there are more simultaneous visits than lanes, the last lane is
 * shared.
 */
export function lanesOf(visits: readonly Visit[], now: number): (Placed<Visit> & { lane: number })[] {
  const free = Array.from({ length: LANES }, () => -Infinity);
  return visits.map((fact) => {
    const start = Date.parse(fact.start);
    const end = fact.end === null ? Math.max(now, start) : Date.parse(fact.end);
    const found = free.findIndex((until) => until <= start);
    const lane = found < 0 ? LANES - 1 : found;
    free[lane] = Math.max(free[lane] ?? 0, end);
    return { fact, start, end, lane };
  });
}

/** The state of a vehicle at a moment. */
export interface Moment {
  /**
   * The motion; idling and gaps take precedence over the trip or stop that contains them. Null if nothing is known.
   */
  band: Band | null;
  /** The surrounding trip, stop or tow. */
  around: Band | null;
  /** The unknown time of that span, seconds. */
  aroundUnknownS: number;
  visits: Visit[];
  alarms: AlarmFact[];
}

const covers = ({ start, end }: { start: string; end: string }, ms: number) =>
  Date.parse(start) <= ms && ms < Date.parse(end);

/** The state of the row at a moment, with the alarms that began within `nearMs` of it. */
export function momentOf(row: TimelineRow, ms: number, nearMs: number, now: number): Moment {
  const found = row.bands.filter((band) => covers(band, ms));
  const around = found.find(({ kind }) => kind === 'driving' || kind === 'standing' || kind === 'tow') ?? null;
  return {
    band: found.at(-1) ?? null,
    around,
    aroundUnknownS: around === null ? 0 : unknownSecondsIn(row.bands, around),
    visits: row.visits.filter((visit) =>
      covers({ start: visit.start, end: visit.end ?? new Date(now).toISOString() }, ms),
    ),
    alarms: row.alarms.filter(({ start }) => Math.abs(Date.parse(start) - ms) <= nearMs),
  };
}

/** The unknown seconds within a span. */
function unknownSecondsIn(bands: readonly Band[], around: Band): number {
  const [from, to] = [Date.parse(around.start), Date.parse(around.end)];
  return bands
    .filter(({ kind }) => kind === 'unknown')
    .map(({ start, end }) => Math.max(0, Math.min(to, Date.parse(end)) - Math.max(from, Date.parse(start))) / 1000)
    .reduce((sum, seconds) => sum + seconds, 0);
}

/** The moments at which arrow keys stop: each begin of a span and each alarm within the edges, in order of time. */
export function stopsOf(row: TimelineRow, from: number, to: number): number[] {
  const moments = [...row.bands, ...row.visits, ...row.alarms].map(({ start }) => Math.max(from, Date.parse(start)));
  return [...new Set(moments)].filter((ms) => ms < to).toSorted((a, b) => a - b);
}

/** The moment after (`by` 1) or before (-1) a given one; the moment itself if there is none. */
export function nextStop(stops: readonly number[], ms: number, by: 1 | -1): number {
  const next = by === 1 ? stops.find((stop) => stop > ms) : stops.findLast((stop) => stop < ms);
  return next ?? ms;
}
