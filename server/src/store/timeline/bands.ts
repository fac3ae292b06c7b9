import type { VehicleFacts } from '@milepost/contract/fact-routes';
import type { Band } from '@milepost/contract/timeline-routes';

/** Facts of one vehicle that make its bands. */
export type BandFacts = Pick<VehicleFacts, 'trips' | 'stops' | 'idles' | 'tows'>;

const NO_SILENCES: ReadonlyMap<number, Bounds[]> = new Map();

interface Known {
  start: string;
  end: string | null;
  durationS: number;
}

/** From and to, epoch milliseconds. */
export type Bounds = [number, number];

/** When a fact was: of one that goes on, up to the newest moment that it tells of. */
export const boundsOf = ({ start, end, durationS }: Known): Bounds => [
  Date.parse(start),
  end === null ? Date.parse(start) + durationS * 1000 : Date.parse(end),
];

/** A span of a fact. */
const band = (kind: Band['kind'], fact: Known, more: Partial<Band> = {}): Band => ({
  kind,
  start: fact.start,
  end: iso(boundsOf(fact)[1]),
  open: fact.end === null,
  ...NO_DETAILS,
  ...more,
});

const iso = (ms: number) => new Date(ms).toISOString();
const NO_DETAILS = { distanceM: null, maxKph: null, place: null, endPlace: null, engineSource: null, drivers: [] };

/**
 * The spans of a day in the order in which they are drawn: trips, stops and tows and what is unknown between them, on them
 * the holes in the data and the silences within stops, on them idling. What nobody saw at all is unknown from end to end,
 * and so is a silence that lasts.
 * @param unknownSpans when stops that are partly unseen were, by the stop
 */
export function bandsOf(facts: BandFacts, silence?: Bounds, unknownSpans = NO_SILENCES): Band[] {
  const { trips, stops, tows, idles } = facts;
  const between = unknownBetween(facts).map(([from, to]) => unknown(from, to));
  const base = [
    ...trips.map((trip) => band(isUnknown(trip) ? 'unknown' : 'driving', trip, wayOf(trip))),
    ...tows.map((tow) => band('tow', tow, wayOf(tow))),
    ...stops.map((stop) => {
      const { address: place, engineSource } = stop;
      return isUnknown(stop) ? band('unknown', stop, { place }) : band('standing', stop, { place, engineSource });
    }),
    ...between,
    ...(silence ? [{ ...unknown(...silence), open: true }] : []),
  ].toSorted((a, b) => a.start.localeCompare(b.start));
  const gaps = trips.flatMap((trip) =>
    trip.notes
      .filter(({ reason }) => reason === 'dataGap' && !isUnknown(trip))
      .map(({ from, to, distanceM }) => ({ ...unknown(Date.parse(from), Date.parse(to)), distanceM })),
  );
  const silent = stops.flatMap(({ id }) => unknownSpans.get(id) ?? []).map(([from, to]) => unknown(from, to));
  return [
    ...base,
    ...gaps,
    ...silent,
    ...idles.map((idle) => band('idling', idle, { engineSource: idle.engineSource })),
  ];
}

const wayOf = (way: BandFacts['trips'][number] | BandFacts['tows'][number]): Partial<Band> => ({
  distanceM: way.distanceM,
  maxKph: way.maxKph,
  place: way.startAddress,
  endPlace: way.endAddress,
  engineSource: isUnknown(way) ? null : way.engineSource,
  drivers: 'drivers' in way ? way.drivers : [],
});

const unknown = (from: number, to: number): Band => ({
  kind: 'unknown',
  start: iso(from),
  end: iso(to),
  open: false,
  ...NO_DETAILS,
});

/** Nobody saw any of it: a straight line over a hole, or a silence. */
export const isUnknown = ({ durationS, unseenS }: { durationS: number; unseenS: number }) =>
  durationS > 0 && unseenS >= durationS - 1;

/** Less than this between two facts is how finely they are kept. */
const LEAST_MS = 1000;

/** What lies between facts that were told and is none of them. */
export function unknownBetween({ trips, stops, tows }: BandFacts): Bounds[] {
  const known = [...trips, ...stops, ...tows].map(boundsOf).toSorted((a, b) => a[0] - b[0]);
  const found: Bounds[] = [];
  let reached = known[0]?.[0] ?? 0;
  for (const [start, end] of known) {
    if (start - reached >= LEAST_MS) found.push([reached, start]);
    reached = Math.max(reached, end);
  }
  return found;
}
