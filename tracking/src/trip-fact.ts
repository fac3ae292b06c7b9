import type { Boundary, EngineSource, Tow, Trip } from './fact.ts';
import type { Coordinates } from './geo.ts';
import { round, roundedLegs } from './legs.ts';
import { maximumKph } from './peak.ts';
import type { OpenTrip } from './motion-state.ts';

/** Where and when a trip ends, or is so far. */
export interface TripEnd extends Coordinates {
  time: number;
  odometerM: number | null;
}

/** Returns a trip or tow as a fact, up to a fix; `endReason` is null while ongoing. */
export function tripOrTow(trip: OpenTrip, last: TripEnd, endReason: Boundary | null, source: EngineSource): Trip | Tow {
  return trip.kind === 'tow' ? towOf(trip, last, endReason !== null, source) : tripOf(trip, last, endReason, source);
}

function towOf(trip: OpenTrip, last: TripEnd, isOver: boolean, engineSource: EngineSource): Tow {
  const { start } = trip;
  return {
    kind: 'tow',
    key: `tow:${start.time}`,
    confirmedAt: trip.confirmedAt ?? last.time,
    start: start.time,
    end: isOver ? last.time : null,
    durationS: (last.time - start.time) / 1000,
    startPlace: { lat: start.lat, lon: start.lon },
    endPlace: { lat: last.lat, lon: last.lon },
    distanceM: round(trip.distanceM),
    maxKph: round(maximumKph(trip)),
    unseenS: round(trip.unseenS),
    engineSource,
  };
}

function tripOf(trip: OpenTrip, last: TripEnd, endReason: Boundary | null, engineSource: EngineSource): Trip {
  const { start } = trip;
  const durationS = (last.time - start.time) / 1000;
  // Both are rounded as recorded, so that the remainder is zero for a trip entirely without data.
  const seenM = round(trip.distanceM) - round(trip.unseenM);
  const drivingS = round(durationS - trip.idleS - trip.unseenS);
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
    engineSource: trip.idleSource ?? engineSource,
    unseenS: round(trip.unseenS),
    averageKph: seenM > 0 && drivingS > 0 ? round((seenM / drivingS) * 3.6) : null,
    maxKph: round(maximumKph(trip)),
    overspeeds: trip.overspeeds,
    holes: trip.holes,
    bridgedM: round(trip.bridgedM),
    unseenM: round(trip.unseenM),
    odometerM: start.odometerM === null || last.odometerM === null ? null : round(last.odometerM - start.odometerM),
    legs: roundedLegs(trip.legs),
    notes: [...trip.notes],
  };
}
