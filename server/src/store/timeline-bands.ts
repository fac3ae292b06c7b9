import type { VehicleFacts } from '@milepost/contract/fact-routes';
import type { Band, SpanTotals } from '@milepost/contract/timeline-routes';

/** Facts of one vehicle that make its bands. */
export type BandFacts = Pick<VehicleFacts, 'trips' | 'stops' | 'idles'>;

interface Known {
  start: string;
  end: string | null;
  durationS: number;
}

/** The end of a fact, epoch milliseconds: of one that goes on, the newest moment that it tells of. */
const endOf = ({ start, end, durationS }: Known) =>
  end === null ? Date.parse(start) + durationS * 1000 : Date.parse(end);

const span = (fact: Known): [number, number] => [Date.parse(fact.start), endOf(fact)];
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** A span of a fact. */
const band = (kind: Band['kind'], fact: Known, more: Partial<Band> = {}): Band => ({
  kind,
  start: fact.start,
  end: new Date(endOf(fact)).toISOString(),
  open: fact.end === null,
  distanceM: null,
  maxKph: null,
  place: null,
  endPlace: null,
  ...more,
});

/**
 * The spans of a day in the order in which they are drawn: trips and stops, on them holes in the data, on them idling.
 * A trip that nobody saw is a hole from end to end.
 */
export function bandsOf({ trips, stops, idles }: BandFacts): Band[] {
  const base = [
    ...trips.map((trip) => {
      const { distanceM, maxKph, startAddress: place, endAddress: endPlace } = trip;
      return band(isUnseen(trip) ? 'gap' : 'driving', trip, { distanceM, maxKph, place, endPlace });
    }),
    ...stops.map((stop) => band('standing', stop, { place: stop.address })),
  ].toSorted((a, b) => a.start.localeCompare(b.start));
  const gaps = trips.flatMap((trip) =>
    trip.notes
      .filter(({ reason }) => reason === 'dataGap' && !isUnseen(trip))
      .map(({ from, to, distanceM }): Band => {
        const open = false;
        return { kind: 'gap', start: from, end: to, open, distanceM, maxKph: null, place: null, endPlace: null };
      }),
  );
  return [...base, ...gaps, ...idles.map((idle) => band('idling', idle))];
}

const isUnseen = ({ startReason, endReason, bridgedM, distanceM }: BandFacts['trips'][number]) =>
  startReason === 'dataGap' && endReason === 'dataGap' && bridgedM >= distanceM;

/**
 * Sums over `from` up to `to`, epoch milliseconds. A trip over the edge counts in proportion to its time within, unless
 * `distanceM` tells what was driven: that is known for the local days of the organisation.
 */
export function totalsOf(
  { trips, stops, idles }: BandFacts,
  { from, to, distanceM }: { from: number; to: number; distanceM?: number | undefined },
): SpanTotals {
  const within = (start: number, end: number) => Math.max(0, Math.min(end, to) - Math.max(start, from)) / 1000;
  const idling = idles.map(span);
  const idleIn = (start: number, end: number) =>
    sum(idling.map(([idleFrom, idleTo]) => within(Math.max(start, idleFrom), Math.min(end, idleTo))));
  const distanceIn = (trip: BandFacts['trips'][number]) => {
    const [start, end] = span(trip);
    return end > start ? (trip.distanceM * within(start, end) * 1000) / (end - start) : trip.distanceM;
  };
  return {
    distanceM: distanceM ?? sum(trips.map(distanceIn)),
    drivingS: sum(trips.map((trip) => within(...span(trip)) - idleIn(...span(trip)))),
    idleS: idleIn(from, to),
    stopS: sum(stops.map((stop) => within(...span(stop)))),
    trips: trips.filter(({ start }) => Date.parse(start) >= from).length,
  };
}
