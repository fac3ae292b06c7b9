import type { FenceShape, Place } from '@milepost/contract/fence-shape-types';
import { cornersOf } from '@milepost/contract/shape-fault';
import { liveStore } from '../../../live/live-client.ts';

/** The maximum number of vehicles and geofences that are sampled. */
const MOST_SAMPLED = 200;

/** The area of the organisation: its vehicles on the map, and its geofences. */
export function knownPlaces(fences: readonly { shape: FenceShape }[]): Place[] {
  const { table } = liveStore;
  const vehicles = Array.from({ length: Math.min(table.size, MOST_SAMPLED) }, (_none, slot) => ({
    lat: table.lat[slot] ?? Number.NaN,
    lon: table.lon[slot] ?? Number.NaN,
  })).filter(({ lat, lon }) => Number.isFinite(lat + lon));
  return [...vehicles, ...fences.slice(0, MOST_SAMPLED).flatMap(({ shape }) => cornersOf(shape).slice(0, 1))];
}
