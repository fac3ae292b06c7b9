import { at } from './at.ts';

/**
 * A ring of a flat map from a ring of the globe: where it crosses the 180th meridian it goes on beyond ±180 degrees
 * instead of jumping to the other side, which would draw it all across the map. One that goes round a pole is led along
 * the map's lower or upper edge. Maps repeat sideways, so what lies beyond ±180 shows on the other side too.
 *
 * @param ring longitude and latitude, closed
 */
export function unwrapRing(ring: readonly number[][]): [number, number][] {
  const out: [number, number][] = [];
  let turn = 0;
  for (const [i, point] of ring.entries()) {
    const step = i === 0 ? 0 : at(point, 0) - at(at(ring, i - 1), 0);
    if (step > 180) turn -= 360;
    else if (step < -180) turn += 360;
    out.push([at(point, 0) + turn, at(point, 1)]);
  }
  const [firstLon, firstLat] = at(out, 0);
  const [lastLon, lastLat] = at(out, out.length - 1);
  if (Math.abs(lastLon - firstLon) < 180) return out;
  const pole = lastLat < 0 ? -90 : 90;
  return [...out, [lastLon, pole], [firstLon, pole], [firstLon, firstLat]];
}
