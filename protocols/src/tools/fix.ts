import type { Fix } from '../types.ts';
import { BadFrame } from './bad-frame.ts';

type Told = Pick<Fix, 'time' | 'valid' | 'lat' | 'lon'> & Partial<Omit<Fix, 'time' | 'valid' | 'lat' | 'lon'>>;

const isPlace = ({ lat, lon }: Told) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
const isSpeed = ({ speedKph = 0 }: Told) => speedKph >= 0 && Number.isFinite(speedKph);

/** A fix from what a frame tells, held against what can be: throws BadFrame for a place that is not on earth. */
export function fixOf(told: Told): Fix {
  const { time, valid, lat, lon, altitudeM = null, speedKph = 0, courseDeg = 0 } = told;
  if (!isPlace(told)) throw new BadFrame(`there is no place ${lat}, ${lon}`);
  if (!isSpeed(told)) throw new BadFrame(`there is no speed ${speedKph}`);
  const course = Number.isFinite(courseDeg) ? ((courseDeg % 360) + 360) % 360 : 0;
  return { time, valid, lat, lon, altitudeM, speedKph, courseDeg: course };
}

/**
 * The same where the device keeps the record until it is acknowledged, and the rest of it was read: null for what cannot
 * be. A fault would let it send the record again for ever, and nothing after that.
 */
export const fixIfAny = (told: Told): Fix | null => (isPlace(told) && isSpeed(told) ? fixOf(told) : null);

/** A fix; null for zeros without one, which devices say that never had a place. */
export function fixUnlessNowhere(told: Told): Fix | null {
  return !told.valid && told.lat === 0 && told.lon === 0 ? null : fixOf(told);
}
