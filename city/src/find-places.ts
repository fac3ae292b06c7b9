import type { PlacesFile } from './gazetteer-build.ts';
import { at } from './at.ts';
import { folded } from './folded.ts';

/** A street or a suburb by its name. */
export interface NamedPlace {
  /** As `placeAt` says it: "Av. Italia, Buceo". */
  name: string;
  lat: number;
  lon: number;
}

/**
 * Streets and suburbs whose name holds what was typed, suburbs first; after a comma the suburb of a street may follow
 * ("italia, buceo"). Of a street each suburb that it goes through is a place.
 *
 * @param placeAt names a place in words
 * @param most how many at most
 */
export function findPlaces(
  file: PlacesFile,
  placeAt: (lat: number, lon: number) => string | null,
  typed: string,
  most: number,
): NamedPlace[] {
  const [street = '', suburb = ''] = typed.split(',').map(folded);
  if (street === '') return [];
  const suburbs = suburb === '' ? file.suburbs.filter(({ name }) => folded(name).includes(street)) : [];
  const names = new Set(file.names.flatMap((name, index) => (folded(name).includes(street) ? [index] : [])));
  const found = new Map<string, NamedPlace>();
  for (const { name, lat, lon } of suburbs) found.set(name, { name, lat, lon });
  // The shortest name first: it is the one that was meant most likely.
  const length = (road: readonly number[]) => at(file.names, at(road, 0)).length;
  const roads = file.roads.filter((road) => names.has(at(road, 0))).toSorted((a, b) => length(a) - length(b));
  for (const road of roads) {
    if (found.size >= most) break;
    const { lat, lon } = middle(road);
    const name = placeAt(lat, lon);
    // The middle of a short piece may be nearer to another street.
    if (name === null || !folded(name).includes(street)) continue;
    if (!found.has(name) && folded(name.split(',')[1] ?? '').includes(suburb)) found.set(name, { name, lat, lon });
  }
  return [...found.values()].slice(0, most);
}

/** The point in the middle of a line of the file. */
function middle(road: readonly number[]): { lat: number; lon: number } {
  let [lat, lon] = [at(road, 1), at(road, 2)];
  const half = (road.length - 3) / 4;
  for (let step = 0; step < half; step += 1) {
    const part = Math.min(1, half - step);
    lat += part * at(road, 3 + 2 * step);
    lon += part * at(road, 4 + 2 * step);
  }
  return { lat: lat / 1e6, lon: lon / 1e6 };
}
