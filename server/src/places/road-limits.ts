import type { CityRoads } from '@milepost/city/city-roads';
import { ROAD_LIMIT_FROM_KPH } from '@milepost/tracking/rules/speed';
import type { MapNames } from './map-names.ts';
import type { Point } from './places.ts';

/** The position, speed and course of a vehicle. */
export interface Driving extends Point {
  speedKph: number;
  courseDeg: number;
}

/** Speed limits of roads, km/h; null when none is known, or the vehicle is too slow to exceed one. */
export interface RoadLimits {
  /** Undefined when the map file must be read first. Never waits. */
  now(driving: Driving): number | null | undefined;
  at(driving: Driving): Promise<number | null>;
}

export const NO_ROAD_LIMITS: RoadLimits = { now: () => null, at: () => Promise.resolve(null) };

/** Limits from the map file if there is one, otherwise from the roads of the demo city. */
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
