import { type Edge, edgesOf } from '../../ui/facts/edges.ts';
import type { AlarmFact, Stop, Tow, Trip, VehicleFacts } from '@milepost/contract/fact-operations';

/** A line of the list beside the map: an event of the vehicle, in order of time. */
export type Entry =
  | { kind: 'trip'; key: string; from: number; to: number | null; trip: Trip; edge: Edge | undefined }
  | { kind: 'stop'; key: string; from: number; to: number | null; stop: Stop; number: number; edge: Edge | undefined }
  | { kind: 'tow'; key: string; from: number; to: number | null; tow: Tow; edge: Edge | undefined }
  | { kind: 'alarm'; key: string; from: number; to: number | null; alarm: AlarmFact };

const ms = (at: string | null) => (at === null ? null : Date.parse(at));
/** The order of entries that begin at the same time. */
const ORDER = { stop: 0, trip: 1, tow: 2, alarm: 3 };

type Facts = Pick<VehicleFacts, 'trips' | 'stops' | 'tows' | 'alarms'> & {
  totals: { distanceM: number; towM: number };
};
const metres = ({ distanceM }: { distanceM: number }) => distanceM;

/**
 * The trips, numbered stops, tows and alarms of a range in order of time; entries that extend beyond its edge are cut.
 */
export function entriesOf(facts: Facts, range: { from: number; to: number }): Entry[] {
  const { trips, stops, tows, alarms, totals } = facts;
  const tripEdges = edgesOf(trips, range, metres, totals.distanceM);
  const towEdges = edgesOf(tows, range, metres, totals.towM);
  const stopEdges = edgesOf(stops, range, ({ durationS }) => durationS, null);
  const numbered = stops.map((stop, index): Entry => {
    return {
      kind: 'stop',
      key: `stop-${stop.id}`,
      ...spanOf(stop),
      stop,
      number: index + 1,
      edge: stopEdges.get(stop.id),
    };
  });
  const driven = trips.map((trip): Entry => {
    return { kind: 'trip', key: `trip-${trip.id}`, ...spanOf(trip), trip, edge: tripEdges.get(trip.id) };
  });
  const towed = tows.map((tow): Entry => {
    return { kind: 'tow', key: `tow-${tow.id}`, ...spanOf(tow), tow, edge: towEdges.get(tow.id) };
  });
  const alarmed = alarms.map((alarm): Entry => {
    return { kind: 'alarm', key: `alarm-${alarm.id}`, from: Date.parse(alarm.start), to: ms(alarm.clearedAt), alarm };
  });
  return [...numbered, ...driven, ...towed, ...alarmed].toSorted(
    (a, b) => a.from - b.from || ORDER[a.kind] - ORDER[b.kind],
  );
}

const spanOf = ({ start, end }: { start: string; end: string | null }) => ({ from: Date.parse(start), to: ms(end) });

/** The trip, stop or tow in progress at a moment. */
export function entryAt(entries: readonly Entry[], at: number): Entry | undefined {
  return entries.findLast(({ kind, from, to }) => kind !== 'alarm' && at >= from && (to === null || at < to));
}
