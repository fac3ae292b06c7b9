import { valueAtIndex, type Track } from './track.ts';

/**
 * The point of the track nearest to given coordinates, if one is within `withinDeg` degrees of latitude; among several
 * passes the one nearest in time to `ms`.
 */
export function nearestPoint(
  track: Track,
  place: { lat: number; lon: number },
  withinDeg: number,
  ms: number,
): number | null {
  const shrink = Math.cos((place.lat * Math.PI) / 180);
  const off = (i: number) =>
    Math.hypot(valueAtIndex(track.lats, i) - place.lat, (valueAtIndex(track.lons, i) - place.lon) * shrink);
  let nearest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < track.times.length; i++) nearest = Math.min(nearest, off(i));
  if (nearest > withinDeg) return null;
  let best: number | null = null;
  for (let i = 0; i < track.times.length; i++) {
    if (off(i) > nearest + withinDeg / 4) continue;
    const later = Math.abs(valueAtIndex(track.times, i) - ms);
    if (best === null || later < Math.abs(valueAtIndex(track.times, best) - ms)) best = i;
  }
  return best;
}
