import { elementAt } from './at.ts';

/**
 * Returns a ring of a flat map for a ring of the globe: where it crosses the 180th meridian it continues beyond ±180
 * degrees instead of jumping to the other side, which would draw it across the whole map. A ring around a pole is led
 * along the map's lower or upper edge. Maps repeat sideways, so parts beyond ±180 also show on the other side.
 *
 * @param ring longitude and latitude, closed
 */
export function unwrapRing(ring: readonly number[][]): [number, number][] {
  const out: [number, number][] = [];
  let turn = 0;
  for (const [i, point] of ring.entries()) {
    const step = i === 0 ? 0 : elementAt(point, 0) - elementAt(elementAt(ring, i - 1), 0);
    if (step > 180) turn -= 360;
    else if (step < -180) turn += 360;
    out.push([elementAt(point, 0) + turn, elementAt(point, 1)]);
  }
  const [firstLon, firstLat] = elementAt(out, 0);
  const [lastLon, lastLat] = elementAt(out, out.length - 1);
  if (Math.abs(lastLon - firstLon) < 180) return out;
  const pole = lastLat < 0 ? -90 : 90;
  return [...out, [lastLon, pole], [firstLon, pole], [firstLon, firstLat]];
}
