export interface Coordinates {
  lat: number;
  lon: number;
}

/** The mean radius of the Earth (IUGG), metres. */
const EARTH_RADIUS_M = 6_371_008.8;
const rad = (degrees: number) => (degrees * Math.PI) / 180;

/** The great-circle distance in metres (haversine). */
export function distanceM(a: Coordinates, b: Coordinates): number {
  const half = Math.sin(rad(b.lat - a.lat) / 2) ** 2;
  const across = Math.cos(rad(a.lat)) * Math.cos(rad(b.lat)) * Math.sin(rad(b.lon - a.lon) / 2) ** 2;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(half + across)));
}

/** The length of a line through the coordinates, metres. */
export function lengthM(places: readonly Coordinates[]): number {
  return places.reduce((sum, place, index) => sum + distanceM(places[index - 1] ?? place, place), 0);
}

/**
 * The area enclosed by the coordinates, square metres, with great circles between them: the spherical excess, edge by
 * edge (Todhunter, Spherical Trigonometry, article 103). Not for shapes around a pole or ones that cross themselves.
 */
export function areaM2(places: readonly Coordinates[]): number {
  let excess = 0;
  for (const [index, a] of places.entries()) {
    const b = places[(index + 1) % places.length] ?? a;
    const turn = Math.tan(rad(longitudeDifferenceDeg(b.lon - a.lon)) / 2);
    const [s, u] = [Math.tan(rad(a.lat) / 2), Math.tan(rad(b.lat) / 2)];
    excess += 2 * Math.atan2(turn * (s + u), 1 + s * u);
  }
  return Math.abs(excess) * EARTH_RADIUS_M ** 2;
}

/** A difference of longitudes the short way round, -180 to 180. */
export function longitudeDifferenceDeg(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}

const PAIR = /^\s*([+-]?\d{1,3}(?:\.\d+)?)\s*°?\s*([NS])?\s*[,;\s]\s*([+-]?\d{1,3}(?:\.\d+)?)\s*°?\s*([EW])?\s*$/i;

/**
 * Parses "lat, lon" in decimal degrees, with a sign or a letter for the hemisphere; null for anything else or out of
 * range.
 */
export function readPlace(text: string): Coordinates | null {
  const [, latText, northSouth, lonText, eastWest] = PAIR.exec(text) ?? [];
  if (latText === undefined || lonText === undefined) return null;
  const lat = Number(latText) * (northSouth?.toUpperCase() === 'S' ? -1 : 1);
  const lon = Number(lonText) * (eastWest?.toUpperCase() === 'W' ? -1 : 1);
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null;
}

/** Coordinates with five decimals, about a metre: "-34.90328, -56.18816". */
export const formatPlace = ({ lat, lon }: Coordinates): string => `${lat.toFixed(5)}, ${lon.toFixed(5)}`;
