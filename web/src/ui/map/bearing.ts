import type { Coordinates } from '../../ui/map/geodesy.ts';

const rad = (degrees: number) => (degrees * Math.PI) / 180;

/** The initial bearing of the great circle between two coordinates, degrees clockwise from north, 0 up to 360. */
export function bearingDeg(from: Coordinates, to: Coordinates): number {
  const turn = rad(to.lon - from.lon);
  const [a, b] = [rad(from.lat), rad(to.lat)];
  const east = Math.sin(turn) * Math.cos(b);
  const north = Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(turn);
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;
}
