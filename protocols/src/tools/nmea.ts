/** Sentences of satellite receivers (NMEA 0183), as many devices forward them. */
import type { Fix, Message } from '../types.ts';
import { unlessBad } from './bad-frame.ts';
import type { Fields } from './fields.ts';
import { fixUnlessNowhere, timed, timedWithZeros, timeIfAny } from './fix.ts';
import { dayFirst, degreesMinutes, degreesMinutesIfAny, KNOT_KPH } from './units.ts';

/**
 * Reads time and position from an RMC sentence, from the field after its name on: hhmmss.sss, A or V, latitude, N or S,
 * longitude, E or W, knots, course, ddmmyy. Before the first fix a receiver has neither date nor coordinates, and the
 * message remains. `withZeros`: zeros without a fix are an invalid fix (`timedWithZeros`).
 */
export function recommendedMinimumTimed(
  fields: Fields,
  altitudeM: number | null = null,
  withZeros = false,
): Pick<Message, 'deviceTime' | 'fix' | 'coordinates'> {
  const clock = fields.text();
  const valid = fields.text() === 'A';
  const [lat, north, lon, east] = [fields.text(), fields.text(), fields.text(), fields.text()];
  const [knots, courseDeg, day] = [fields.numberIfAny() ?? 0, fields.numberIfAny() ?? 0, fields.text()];
  const time = timeIfAny(() => dayFirst(day, clock));
  const place = unlessBad(() => ({
    valid,
    lat: degreesMinutes(lat, north),
    lon: degreesMinutes(lon, east === '' ? 'E' : east),
    altitudeM,
    speedKph: knots * KNOT_KPH,
    courseDeg,
  }));
  return place !== null && withZeros ? timedWithZeros(time, place) : timed(time, place);
}

/**
 * Returns the fix of an RMC sentence, from the field after its name on: hhmmss.sss, A or V, latitude, N or S,
 * longitude, E or W, knots, course, ddmmyy. Null if there are no coordinates or no time, or they cannot be read. The
 * unit of speed can be set, since makers differ.
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
    // Some firmware omits the E.
    lon: degreesMinutesIfAny(lon, east === '' ? 'E' : east),
    altitudeM,
    speedKph: speed * speedUnitKph,
    courseDeg,
  });
}
