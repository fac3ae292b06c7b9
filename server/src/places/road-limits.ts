import type { CityRoads } from '@milepost/city/city-roads';
import { ROAD_LIMIT_FROM_KPH } from '@milepost/tracking/rules/speed';
import type { MapNames } from './map-names.ts';
import type { Point } from './places.ts';

/** Where and how a vehicle drives. */
export interface Driving extends Point {
  speedKph: number;
  courseDeg: number;
}

/** Speed limits of roads, km/h; null where none is known, or it is too slow to break one. */
export interface RoadLimits {
  /** Undefined where the map file has to be read first. Never waits. */
  now(driving: Driving): number | null | undefined;
  at(driving: Driving): Promise<number | null>;
}

export const NO_ROAD_LIMITS: RoadLimits = { now: () => null, at: () => Promise.resolve(null) };

/** Limits by the map file where there is one, else by the roads of the demo city. */
export function roadLimits(mapNames: MapNames | null, cityRoads: () => CityRoads | null): RoadLimits {
  const now = ({ lat, lon, speedKph, courseDeg }: Driving) => {
    if (speedKph < ROAD_LIMIT_FROM_KPH) return null;
    const road = mapNames ? mapNames.roadNow(lat, lon, courseDeg) : cityRoads()?.roadAt(lat, lon, courseDeg);
    return road === undefined && mapNames ? undefined : (road?.limitKph ?? null);
  };
  return {
    now,
    async at(driving) {
      const known = now(driving);
      if (known !== undefined) return known;
      return (await mapNames?.roadAt(driving.lat, driving.lon, driving.courseDeg))?.limitKph ?? null;
    },
  };
}
