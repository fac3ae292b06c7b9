import { elementAt } from './at.ts';
import { distanceM } from './distance.ts';
import { gridToLat, gridToLon } from './grid.ts';
import { roadClass, streetName } from './road-class.ts';
import type { SourceFeature } from './source.ts';
import { tag } from './source.ts';

export interface Suburb {
  name: string;
  lat: number;
  lon: number;
}

export interface Outlet {
  id: string;
  name: string;
  kind: 'supermarket' | 'convenience';
  lat: number;
  lon: number;
  suburb: string;
}

/** Named streets and suburbs for finding the name of a location. Coordinates of roads in whole 1e-6 degrees. */
export interface PlacesFile {
  names: string[];
  suburbs: Suburb[];
  /** For each line [name, lat, lon, dlat, dlon…]. */
  roads: number[][];
}

const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

/** Returns the middle of a feature's first part, degrees. */
function middle(feature: SourceFeature): { lat: number; lon: number } {
  const part = elementAt(feature.parts, 0);
  let [x, y] = [0, 0];
  for (let i = 0; i + 1 < part.length; i += 2) {
    x += elementAt(part, i);
    y += elementAt(part, i + 1);
  }
  const count = part.length / 2;
  return { lat: round(gridToLat(y / count)), lon: round(gridToLon(x / count)) };
}

/** Suburbs and neighbourhoods by name. */
export function buildSuburbs(features: readonly SourceFeature[]): Suburb[] {
  const found = new Map<string, Suburb>();
  for (const feature of features) {
    const name = tag(feature, 'name');
    const kind = tag(feature, 'place');
    if (feature.type !== 'point' || !name || (kind !== 'suburb' && kind !== 'neighbourhood')) continue;
    if (kind === 'suburb' || !found.has(name)) found.set(name, { name, ...middle(feature) });
  }
  return [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'es'));
}

/** Supermarkets and convenience stores with a name. */
export function buildOutlets(features: readonly SourceFeature[], suburbs: readonly Suburb[]): Outlet[] {
  const outlets = features.flatMap((feature): Outlet[] => {
    const kind = tag(feature, 'shop');
    const name = tag(feature, 'name').trim();
    if ((kind !== 'supermarket' && kind !== 'convenience') || !name || feature.type === 'line') return [];
    const place = middle(feature);
    const suburb = suburbs.reduce<{ name: string; d: number }>(
      (best, next) => {
        const d = distanceM(place.lat, place.lon, next.lat, next.lon);
        return d < best.d ? { name: next.name, d } : best;
      },
      { name: '', d: Infinity },
    );
    return [{ id: feature.id.split('/').slice(0, 2).join('/'), name, kind, ...place, suburb: suburb.name }];
  });
  return outlets.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Every named road, for the offline search of street names. */
export function buildPlaces(features: readonly SourceFeature[], suburbs: Suburb[]): PlacesFile {
  const names = new Map<string, number>();
  const roads: number[][] = [];
  for (const feature of features) {
    const cls = roadClass(feature);
    const name = streetName(feature);
    if (!cls || cls === 'path' || !name) continue;
    const index = names.get(name) ?? names.size;
    names.set(name, index);
    for (const part of feature.parts) {
      const row = [index];
      let [lat, lon] = [0, 0];
      for (let i = 0; i + 1 < part.length; i += 2) {
        const nextLat = Math.round(gridToLat(elementAt(part, i + 1)) * 1e6);
        const nextLon = Math.round(gridToLon(elementAt(part, i)) * 1e6);
        row.push(nextLat - lat, nextLon - lon);
        [lat, lon] = [nextLat, nextLon];
      }
      roads.push(row);
    }
  }
  return { names: [...names.keys()], suburbs, roads };
}
