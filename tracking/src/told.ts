import type { Boundary, Trip } from './fact.ts';
import { round, roundedLegs } from './legs.ts';
import type { Fix, OpenTrip } from './track-state.ts';

/** A trip as it is told: up to a fix, with its reason; null while it goes on. */
export function tripOf(trip: OpenTrip, last: Fix, endReason: Boundary | null): Trip {
  const { start } = trip;
  const durationS = (last.time - start.time) / 1000;
  return {
    kind: 'trip',
    key: `trip:${start.time}`,
    confirmedAt: trip.confirmedAt ?? last.time,
    start: start.time,
    end: endReason === null ? null : last.time,
    durationS,
    startPlace: { lat: start.lat, lon: start.lon },
    endPlace: { lat: last.lat, lon: last.lon },
    startReason: trip.startReason,
    endReason,
    distanceM: round(trip.distanceM),
    idleS: round(trip.idleS),
    averageKph: durationS > 0 ? round((trip.distanceM / durationS) * 3.6) : 0,
    maxKph: round(trip.maxKph),
    overspeeds: trip.overspeeds,
    holes: trip.holes,
    bridgedM: round(trip.bridgedM),
    odometerM: start.odometerM === null || last.odometerM === null ? null : round(last.odometerM - start.odometerM),
    legs: roundedLegs(trip.legs),
    notes: [...trip.notes],
  };
}
