import type { FenceShape, Place } from '@milepost/contract/fence-shape-types';
import { cornersOf } from '@milepost/contract/shape-fault';
import { liveStore } from '../../../live/live-client.ts';

/** So many tell where the organisation is. */
const MOST_SAMPLED = 200;

/** Where the organisation is known to be: its vehicles on the map, and the geofences that it has. */
export function knownPlaces(fences: readonly { shape: FenceShape }[]): Place[] {
  const { table } = liveStore;
  const vehicles = Array.from({ length: Math.min(table.size, MOST_SAMPLED) }, (_none, slot) => ({
    lat: table.lat[slot] ?? Number.NaN,
    lon: table.lon[slot] ?? Number.NaN,
  })).filter(({ lat, lon }) => Number.isFinite(lat + lon));
  return [...vehicles, ...fences.slice(0, MOST_SAMPLED).flatMap(({ shape }) => cornersOf(shape).slice(0, 1))];
}
