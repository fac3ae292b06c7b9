import { fraction } from './random.ts';

const METRES_PER_DEGREE = 111_195;

/** Returns uniform noise from -1 to 1 that changes smoothly over `periodS` seconds. */
export function noise(index: number, channel: number, ms: number, periodS: number): number {
  const t = ms / (periodS * 1000);
  const knot = Math.floor(t);
  const part = t - knot;
  const ease = part * part * (3 - 2 * part);
  return 2 * (fraction(channel, index, knot) * (1 - ease) + fraction(channel, index, knot + 1) * ease) - 1;
}

/**
 * Returns a window of time that some devices occasionally have: [start, end) in ms if one contains `ms`, otherwise
 * null.
 */
export function window(
  index: number,
  channel: number,
  ms: number,
  everyS: number,
  chance: number,
  lengthS: [number, number],
): { start: number; end: number } | null {
  const slot = Math.floor(ms / (everyS * 1000));
  if (fraction(channel, index, slot) >= chance) return null;
  const length = lengthS[0] + fraction(channel + 1, index, slot) * (lengthS[1] - lengthS[0]);
  const start = (slot * everyS + fraction(channel + 2, index, slot) * (everyS - length)) * 1000;
  return ms >= start && ms < start + length * 1000 ? { start, end: start + length * 1000 } : null;
}

/** Returns coordinates at the given metres from others, on a plane: up to a few hundred kilometres. */
export function movedBy(
  place: { lat: number; lon: number },
  northM: number,
  eastM: number,
): { lat: number; lon: number } {
  return {
    lat: place.lat + northM / METRES_PER_DEGREE,
    lon: place.lon + eastM / (METRES_PER_DEGREE * Math.cos((place.lat * Math.PI) / 180)),
  };
}
