import { toCityRoads } from '@milepost/city/city-roads';
import { roadLimits } from '../places/road-limits.ts';

/** One road, 14 km due east from 34.9 S 56.2 W, with a limit of 60 km/h. */
const roads = toCityRoads({
  edges: [
    {
      from: 0,
      to: 1,
      lengthM: 13_676,
      cls: 'primary',
      limitKph: 60,
      oneway: 0,
      name: 'Main Road',
      tunnel: false,
      shape: [-34.9, -56.2, -34.9, -56.05],
    },
  ],
});

/** The speed limits of a country with one road. */
export const MAIN_ROAD = roadLimits(null, () => roads);
