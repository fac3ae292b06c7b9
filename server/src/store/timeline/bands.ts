import type { VehicleFacts } from '@milepost/contract/fact-operations';
import type { Band } from '@milepost/contract/timeline-operations';

/** The facts of one vehicle from which its bands are built. */
export type BandFacts = Pick<VehicleFacts, 'trips' | 'stops' | 'idles' | 'tows'>;

const NO_SILENCES: ReadonlyMap<number, Bounds[]> = new Map();

interface Known {
  start: string;
  end: string | null;
  durationS: number;
}

/** Start and end, epoch milliseconds. */
export type Bounds = [number, number];

/** The time range of a fact: for an open one, up to its newest known time. */
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
 * The spans of a day in drawing order: trips, stops, tows and the unknown time between them; over them the data gaps
 * and the silences within stops; over these idling. A fact without any data is unknown completely, and so is a present
 * silence.
 * @param unknownSpans the unknown times of stops, by stop
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

/** True when the whole fact is unknown: a straight line over a data gap, or a silence. */
export const isUnknown = ({ durationS, unseenS }: { durationS: number; unseenS: number }) =>
  durationS > 0 && unseenS >= durationS - 1;

/** The precision of stored facts: smaller gaps between two facts are ignored. */
const MIN_MS = 1000;

/** The times between the known facts. */
export function unknownBetween({ trips, stops, tows }: BandFacts): Bounds[] {
  const known = [...trips, ...stops, ...tows].map(boundsOf).toSorted((a, b) => a[0] - b[0]);
  const found: Bounds[] = [];
  let reached = known[0]?.[0] ?? 0;
  for (const [start, end] of known) {
    if (start - reached >= MIN_MS) found.push([reached, start]);
    reached = Math.max(reached, end);
  }
  return found;
}
