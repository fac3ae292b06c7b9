/** Sentences of satellite receivers (NMEA 0183), as many devices pass them on. */
import type { Fix } from '../types.ts';
import type { Fields } from './fields.ts';
import { fixOf } from './fix.ts';
import { dayFirst, degreesMinutes, KNOT_KPH } from './units.ts';

const SHORTEST_CLOCK = 6;

/**
 * The fix of an RMC sentence, from the field behind its name on: hhmmss.sss, A or V, latitude, N or S, longitude, E or W,
 * knots, course, ddmmyy. Null where there is no place or no time. A maker may mean another unit of speed.
 */
export function recommendedMinimum(
  fields: Fields,
  altitudeM: number | null = null,
  speedUnitKph = KNOT_KPH,
): Fix | null {
  const clock = fields.text();
  const valid = fields.text() === 'A';
  const [lat, north, lon, east] = [fields.text(), fields.text(), fields.text(), fields.text()];
  const [speed, courseDeg, day] = [fields.numberIfAny() ?? 0, fields.numberIfAny() ?? 0, fields.text()];
  if (lat === '' || lon === '' || day === '' || clock.length < SHORTEST_CLOCK) return null;
  return fixOf({
    time: dayFirst(day, clock),
    valid,
    lat: degreesMinutes(lat, north),
    // Some firmware leaves the east out.
    lon: degreesMinutes(lon, east === '' ? 'E' : east),
    altitudeM,
    speedKph: speed * speedUnitKph,
    courseDeg,
  });
}
