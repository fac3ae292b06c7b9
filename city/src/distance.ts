const EARTH_RADIUS_M = 6_371_008.8;
const RAD = Math.PI / 180;

/** Distance in metres between two coordinates at most a few kilometres apart (flat approximation; degrees). */
export function distanceM(latA: number, lonA: number, latB: number, lonB: number): number {
  const x = (lonB - lonA) * Math.cos(((latA + latB) / 2) * RAD);
  return Math.hypot(x, latB - latA) * RAD * EARTH_RADIUS_M;
}

/** Direction in degrees clockwise from north, 0 up to 360, from the first coordinates to the second. */
export function bearingDeg(latA: number, lonA: number, latB: number, lonB: number): number {
  const x = (lonB - lonA) * Math.cos(((latA + latB) / 2) * RAD);
  return (Math.atan2(x, latB - latA) / RAD + 360) % 360;
}
