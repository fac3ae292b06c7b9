/** Sentences of satellite receivers (NMEA 0183), as many devices pass them on. */
import type { Fix } from '../types.ts';
import type { Fields } from './fields.ts';
import { fixUnlessNowhere, timeIfAny } from './fix.ts';
import { dayFirst, degreesMinutesIfAny, KNOT_KPH } from './units.ts';

/**
 * The fix of an RMC sentence, from the field behind its name on: hhmmss.sss, A or V, latitude, N or S, longitude, E or W,
 * knots, course, ddmmyy. Null where there is no place or no time, or they cannot be read. A maker may mean another unit of
 * speed.
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
  return fixUnlessNowhere({
    time: timeIfAny(() => dayFirst(day, clock)),
    valid,
    lat: degreesMinutesIfAny(lat, north),
    // Some firmware leaves the east out.
    lon: degreesMinutesIfAny(lon, east === '' ? 'E' : east),
    altitudeM,
    speedKph: speed * speedUnitKph,
    courseDeg,
  });
}
