import type { Fix, Message } from '../types.ts';
import { BadFrame, isSetClock, unlessBad } from './bad-frame.ts';

type Reported = Pick<Fix, 'time' | 'valid' | 'lat' | 'lon'> & Partial<Omit<Fix, 'time' | 'valid' | 'lat' | 'lon'>>;

const isPlace = ({ lat, lon }: Pick<Reported, 'lat' | 'lon'>) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
const isSpeed = ({ speedKph = 0 }: Reported) => speedKph >= 0 && Number.isFinite(speedKph);

/** Returns a fix from a frame's values after a plausibility check: throws BadFrame for impossible coordinates. */
export function fixOf(values: Reported): Fix {
  const { time, valid, lat, lon, altitudeM = null, speedKph = 0, courseDeg = 0 } = values;
  if (!isPlace(values)) throw new BadFrame(`there is no place ${lat}, ${lon}`);
  if (!isSpeed(values)) throw new BadFrame(`there is no speed ${speedKph}`);
  const course = Number.isFinite(courseDeg) ? ((courseDeg % 360) + 360) % 360 : 0;
  return { time, valid, lat, lon, altitudeM, speedKph, courseDeg: course };
}

/** An unread number is undefined or NaN. */
const orElse = <T>(value: number | null | undefined, otherwise: T): number | T =>
  value === null || value === undefined || Number.isNaN(value) ? otherwise : value;

/** A time or coordinates may be missing; other unreadable values are left out. */
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
 * The same for a frame that must be kept whatever these fields contain: null without a time or coordinates, or for
 * impossible values. A fault would cost the device's identity and its alarm along with the position, and a device that
 * keeps the record until it is acknowledged would resend it forever, and nothing after it.
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

/** The same; null also for zeros without a fix, as sent by devices that never had a fix. */
export function fixUnlessNowhere(parts: Parts): Fix | null {
  return !parts.valid && parts.lat === 0 && parts.lon === 0 ? null : fixIfAny(parts);
}

/**
 * Returns the time from `read`, or null if the frame has none: zeros or digits that are not a date (`read` throws
 * BadFrame), an invalid Date, or a counter that was never set (`isSetClock`). Any other date is returned however wrong
 * it is: the server compares it with the time of receipt.
 */
export function timeIfAny(read: () => Date): Date | null {
  const time = unlessBad(read);
  return time !== null && isSetClock(time) ? time : null;
}

/**
 * Returns the time and position of a message, whether or not it has a usable time (`timeIfAny`). With a time it has a
 * fix, unless the coordinates or speed are impossible, or zero without a fix. Without a time it has no fix, but its
 * coordinates if they are valid. Never throws: neither may cost the rest of the message, such as an SOS.
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
