import type { RunFact } from '@milepost/contract/run-day-operations';

/** The past part of a vehicle's time on a run; epoch milliseconds. */
export interface VehicleSpan {
  vehicle: { id: number; name: string };
  from: number;
  to: number;
}

/** The visible vehicles of the run with their times, in order of time; empty before it began. */
export function vehicleSpansOf({ run, begunAt, endedAt, until }: RunFact, now: number): VehicleSpan[] {
  const begin = Date.parse(begunAt ?? run.startsAt);
  const end = Math.min(Date.parse(endedAt ?? until), now);
  return run.vehicles.flatMap((vehicle) => {
    const { id, name } = vehicle;
    if (id === null || name === null) return [];
    const from = Math.max(begin, vehicle.from === null ? begin : Date.parse(vehicle.from));
    const to = Math.min(end, vehicle.until === null ? end : Date.parse(vehicle.until));
    return from < to ? [{ vehicle: { id, name }, from, to }] : [];
  });
}
