import type { AlarmFact, Stop, Trip, VehicleFacts } from '@milepost/contract/fact-routes';

/** A line of the list beside the map: what the vehicle did, in order of time. */
export type Entry =
  | { kind: 'trip'; key: string; from: number; to: number | null; trip: Trip }
  | { kind: 'stop'; key: string; from: number; to: number | null; stop: Stop; number: number }
  | { kind: 'alarm'; key: string; from: number; to: number | null; alarm: AlarmFact };

const ms = (at: string | null) => (at === null ? null : Date.parse(at));
/** What begins together stands in this order. */
const ORDER = { stop: 0, trip: 1, alarm: 2 };

/** Trips, numbered stops and alarms of a range in order of time. */
export function entriesOf({ trips, stops, alarms }: Pick<VehicleFacts, 'trips' | 'stops' | 'alarms'>): Entry[] {
  const numbered = stops.map((stop, index): Entry => {
    return { kind: 'stop', key: `stop-${stop.id}`, ...spanOf(stop), stop, number: index + 1 };
  });
  const driven = trips.map((trip): Entry => ({ kind: 'trip', key: `trip-${trip.id}`, ...spanOf(trip), trip }));
  const alarmed = alarms.map((alarm): Entry => {
    return { kind: 'alarm', key: `alarm-${alarm.id}`, from: Date.parse(alarm.start), to: ms(alarm.clearedAt), alarm };
  });
  return [...numbered, ...driven, ...alarmed].toSorted((a, b) => a.from - b.from || ORDER[a.kind] - ORDER[b.kind]);
}

const spanOf = ({ start, end }: { start: string; end: string | null }) => ({ from: Date.parse(start), to: ms(end) });

/** The trip or stop that goes on at a moment. */
export function entryAt(entries: readonly Entry[], at: number): Entry | undefined {
  return entries.findLast(({ kind, from, to }) => kind !== 'alarm' && at >= from && (to === null || at < to));
}
