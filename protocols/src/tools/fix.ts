import type { Fix } from '../types.ts';
import { BadFrame } from './bad-frame.ts';

type Told = Pick<Fix, 'time' | 'valid' | 'lat' | 'lon'> & Partial<Omit<Fix, 'time' | 'valid' | 'lat' | 'lon'>>;

/** A fix from what a frame tells, held against what can be: throws BadFrame for a place that is not on earth. */
export function fixOf({ time, valid, lat, lon, altitudeM = null, speedKph = 0, courseDeg = 0 }: Told): Fix {
  if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) throw new BadFrame(`there is no place ${lat}, ${lon}`);
  if (!(speedKph >= 0 && Number.isFinite(speedKph))) throw new BadFrame(`there is no speed ${speedKph}`);
  const course = Number.isFinite(courseDeg) ? ((courseDeg % 360) + 360) % 360 : 0;
  return { time, valid, lat, lon, altitudeM, speedKph, courseDeg: course };
}
