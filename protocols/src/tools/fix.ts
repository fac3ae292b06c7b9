import type { Fix, Message } from '../types.ts';
import { BadFrame, isSetClock, unlessBad } from './bad-frame.ts';

type Reported = Pick<Fix, 'time' | 'valid' | 'lat' | 'lon'> & Partial<Omit<Fix, 'time' | 'valid' | 'lat' | 'lon'>>;

const isPlace = ({ lat, lon }: Pick<Reported, 'lat' | 'lon'>) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
const isSpeed = ({ speedKph = 0 }: Reported) => speedKph >= 0 && Number.isFinite(speedKph);

/** A fix from what a frame tells, held against what can be: throws BadFrame for a position that is not on earth. */
export function fixOf(values: Reported): Fix {
  const { time, valid, lat, lon, altitudeM = null, speedKph = 0, courseDeg = 0 } = values;
  if (!isPlace(values)) throw new BadFrame(`there is no place ${lat}, ${lon}`);
  if (!isSpeed(values)) throw new BadFrame(`there is no speed ${speedKph}`);
  const course = Number.isFinite(courseDeg) ? ((courseDeg % 360) + 360) % 360 : 0;
  return { time, valid, lat, lon, altitudeM, speedKph, courseDeg: course };
}

/** A number that was not read is undefined or NaN. */
const orElse = <T>(value: number | null | undefined, otherwise: T): number | T =>
  value === null || value === undefined || Number.isNaN(value) ? otherwise : value;

/** A time or coordinates may be missing; what else cannot be read is left out. */
type Parts = {
  time: Date | null;
  valid: boolean;
  lat: number | undefined;
  lon: number | undefined;
  altitudeM?: number | null | undefined;
  speedKph?: number | undefined;
  courseDeg?: number | undefined;
};

/**
 * The same where the rest of the frame counts whatever stands in these fields: null without a time or coordinates, or
 * for what cannot be. A fault would cost the device's identity and its alarm with the position, and a device that keeps
 * the record until it is acknowledged would send it again for ever, and nothing after that.
 */
export function fixIfAny({ time, lat, lon, altitudeM, speedKph, courseDeg, valid }: Parts): Fix | null {
  if (time === null || lat === undefined || lon === undefined) return null;
  const values = {
    time,
    valid,
    lat,
    lon,
    altitudeM: orElse(altitudeM, null),
    speedKph: orElse(speedKph, 0),
    courseDeg: orElse(courseDeg, 0),
  };
  return isPlace(values) && isSpeed(values) ? fixOf(values) : null;
}

/** The same; null also for zeros without a fix, which devices say that never had a fix. */
export function fixUnlessNowhere(parts: Parts): Fix | null {
  return !parts.valid && parts.lat === 0 && parts.lon === 0 ? null : fixIfAny(parts);
}

/**
 * The time that `read` returns, or null if the frame states none: zeros or digits that are no date (`read` throws
 * BadFrame), an invalid Date, or a counter that was never set (`isSetClock`). Any other date is returned however wrong
 * it is: the server compares it with the time of receipt.
 */
export function timeIfAny(read: () => Date): Date | null {
  const time = unlessBad(read);
  return time !== null && isSetClock(time) ? time : null;
}

/**
 * The time and position of a message, whether or not it has a usable time (`timeIfAny`). With a time it has a fix,
 * unless the position or speed cannot be or is zero without a fix. Without one it has no fix, and its coordinates where
 * they are valid. Never throws: neither may cost the rest of the message, such as an SOS.
 */
export function timed(
  time: Date | null,
  place: Omit<Parts, 'time'> | null,
): Pick<Message, 'deviceTime' | 'fix' | 'coordinates'> {
  const { valid = false, lat, lon } = place ?? {};
  if (place === null || lat === undefined || lon === undefined || !isPlace({ lat, lon }))
    return { deviceTime: time, fix: null };
  const isZero = lat === 0 && lon === 0;
  if (time !== null) return { deviceTime: time, fix: isZero && !valid ? null : fixIfAny({ ...place, time }) };
  return { deviceTime: null, fix: null, ...(valid && !isZero && { coordinates: { lat, lon } }) };
}

/**
 * The same, but zeros without a fix are an invalid fix, as in protocols that send one until the receiver has a
 * position.
 */
export function timedWithZeros(
  time: Date | null,
  place: Omit<Parts, 'time'>,
): Pick<Message, 'deviceTime' | 'fix' | 'coordinates'> {
  return time === null ? timed(null, place) : { deviceTime: time, fix: fixIfAny({ ...place, time }) };
}
