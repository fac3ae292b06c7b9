import type { SpanTotals } from '@milepost/contract/timeline-operations';
import { type BandFacts, type Bounds, boundsOf, unknownBetween } from './bands.ts';

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** Epoch milliseconds. */
interface Span {
  from: number;
  to: number;
}

/** The stored form of a day's totals. */
export type StoredTotals = Omit<SpanTotals, 'tripsBefore'>;

interface Seen {
  id: number;
  start: string;
  end: string | null;
  durationS: number;
  unseenS: number;
  /** Only for trips. */
  notes?: { reason: string; from: string; to: string }[];
}

/** The unknown times of a trip, if its notes cover all of them; otherwise null. */
function holesOf({ unseenS, notes = [] }: Seen): Bounds[] | null {
  const gaps = notes.flatMap(({ reason, from, to }): Bounds[] =>
    reason === 'dataGap' ? [[Date.parse(from), Date.parse(to)]] : [],
  );
  const noted = sum(gaps.map(([start, end]) => (end - start) / 1000));
  return Math.abs(noted - unseenS) < 1 ? gaps : null;
}

const knowsEngine = ({ engineSource }: { engineSource: string }) => engineSource !== 'movement';

/**
 * The totals from `from` up to `to`, epoch milliseconds, from the facts that overlap it. Facts across the edge count in
 * proportion to their time within; if the unknown times of a stop are known, they are unknown and the rest is standing.
 */
function totalsOf(facts: BandFacts, { from, to }: Span, unknownStops: ReadonlyMap<number, Bounds[]>): StoredTotals {
  const { trips, stops, idles, tows } = facts;
  const within = ([start, end]: Bounds) => Math.max(0, Math.min(end, to) - Math.max(start, from)) / 1000;
  const began = ({ start }: { start: string }) => Date.parse(start) >= from;
  /** The share of a fact within the range; an instant without duration counts fully. */
  const shareOf = (fact: Seen) => {
    const [start, end] = boundsOf(fact);
    return end > start ? (within([start, end]) * 1000) / (end - start) : 1;
  };
  const unknownOf = (fact: Seen) => {
    const gaps = holesOf(fact);
    return gaps ? sum(gaps.map(within)) : fact.unseenS * shareOf(fact);
  };
  const unknownOfStop = (stop: Seen) => {
    const spans = unknownStops.get(stop.id);
    return spans ? sum(spans.map(within)) : unknownOf(stop);
  };
  const seenOf = (fact: Seen) => Math.max(0, within(boundsOf(fact)) - unknownOf(fact));
  const stoodOf = (stop: Seen) => Math.max(0, within(boundsOf(stop)) - unknownOfStop(stop));
  const idling = idles.map(boundsOf);
  const idleIn = ([start, end]: Bounds) =>
    sum(idling.map(([idleFrom, idleTo]) => within([Math.max(start, idleFrom), Math.min(end, idleTo)])));
  const moved = [...trips, ...tows];
  // If the unknown part of a trip cannot be located, its idling is at most its known time.
  const idleOf = (trip: Seen) => Math.min(idleIn(boundsOf(trip)), seenOf(trip));
  const stopS = sum(stops.map(stoodOf));
  return {
    distanceM: sum(trips.map((trip) => trip.distanceM * shareOf(trip))),
    drivingS: sum(trips.map((trip) => seenOf(trip) - idleOf(trip))),
    standingS: stopS + sum(trips.map(idleOf)),
    idleS: idleIn([from, to]),
    stopS,
    unseenS: sum(moved.map(unknownOf)) + sum(stops.map(unknownOfStop)) + sum(unknownBetween(facts).map(within)),
    engineKnownS: sum(moved.filter(knowsEngine).map(seenOf)) + sum(stops.filter(knowsEngine).map(stoodOf)),
    tows: tows.filter(began).length,
    towM: sum(tows.map((tow) => tow.distanceM * shareOf(tow))),
    towS: sum(tows.map(seenOf)),
    trips: trips.filter(began).length,
  };
}

/**
 * The totals of a span, equal on every screen: the stored ones of whole days, otherwise computed from the facts that
 * overlap it; plus the part of a present silence, which is unknown time.
 */
export function spanTotals(
  facts: BandFacts,
  span: Span,
  {
    stored,
    silence,
    unknownInStops: unknownStops,
  }: { stored: StoredTotals | undefined; silence: Bounds | undefined; unknownInStops: ReadonlyMap<number, Bounds[]> },
): SpanTotals {
  const totals = stored ?? totalsOf(facts, span, unknownStops);
  const tripsBefore = facts.trips.filter(({ start }) => Date.parse(start) < span.from).length;
  const silentS = silence ? Math.max(0, Math.min(silence[1], span.to) - Math.max(silence[0], span.from)) / 1000 : 0;
  return { ...totals, unseenS: totals.unseenS + silentS, tripsBefore };
}
