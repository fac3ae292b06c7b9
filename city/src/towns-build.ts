import type { SourceTown } from './town-sources.ts';

/** The towns of the world in columns, which are small and quick to read. */
export interface TownsFile {
  /** One per line: first the towns, then the sections of towns. */
  names: string;
  /** Entries before this index are towns, those from it on are sections (suburbs) of towns. */
  firstSection: number;
  /** Whole 1e-5 degrees. */
  lat: number[];
  lon: number[];
  people: number[];
  /** Index of the region of each. */
  region: number[];
  /** [country by ISO 3166-1, name; empty if it has none] */
  regions: [string, string][];
  /** Arabic names by the index of the town. */
  arabic: [number, string][];
}

/** Abandoned, destroyed and historical places, which are not used as references. */
const GONE = new Set(['PPLQ', 'PPLW', 'PPLH', 'PPLCH']);
const SECTION = 'PPLX';

/** @param regionNames names by the code of the source: "IN.16" */
export function buildTowns(source: Iterable<SourceTown>, regionNames: ReadonlyMap<string, string>): TownsFile {
  const all = [...source].filter(({ featureCode }) => !GONE.has(featureCode));
  const towns = all.filter(({ featureCode }) => featureCode !== SECTION);
  const rows = [...towns, ...all.filter(({ featureCode }) => featureCode === SECTION)];
  const regionIndex = new Map<string, number>();
  const regions: TownsFile['regions'] = [];
  const indexOf = ({ region, country }: SourceTown): number => {
    const known = regionIndex.get(region);
    if (known !== undefined) return known;
    regionIndex.set(region, regions.length);
    return regions.push([country, regionNames.get(region) ?? '']) - 1;
  };
  return {
    // Without the source's additions in brackets: "(Distrito Estadual)".
    names: rows.map(({ name }) => name.replace(/\s*\(.*\)$/, '')).join('\n'),
    firstSection: towns.length,
    lat: rows.map(({ lat }) => Math.round(lat * 1e5)),
    lon: rows.map(({ lon }) => Math.round(lon * 1e5)),
    people: rows.map(({ people }) => people),
    region: rows.map(indexOf),
    regions,
    arabic: rows.flatMap((row, index): [number, string][] => {
      const name = ARABIC_COUNTRIES.has(row.country) ? arabicName(row.otherNames) : null;
      return name === null ? [] : [[index, name]];
    }),
  };
}

const ARABIC = /^[\p{Script=Arabic}\s]+$/u;
/** Letters used in Persian, Urdu, Kurdish and Uyghur but not in Arabic. */
const OTHER_LANGUAGES = /[پچژکگیێەۆھہٹڈڑںےۇۈېڭڕڵ]/u;
const CONTROLS = /\p{Cf}/gu;

/**
 * Returns the Arabic one among a town's other names; null if none certainly is. The source has no language for a name,
 * so the letters decide: that is safe only for towns where Arabic is spoken.
 */
export function arabicName(otherNames: readonly string[]): string | null {
  const names = otherNames
    .map((name) => name.replaceAll(CONTROLS, '').trim())
    .filter((name) => ARABIC.test(name) && !OTHER_LANGUAGES.test(name));
  return names.toSorted((a, b) => merit(b) - merit(a))[0] ?? null;
}

/** With its article, and in the spelling of most countries: Egypt's ends in a ya without dots. */
const merit = (name: string): number => (name.startsWith('ال') ? 2 : 0) + (name.endsWith('ى') ? 0 : 1);

/** Countries where Arabic is an official language, by ISO 3166-1. */
const ARABIC_COUNTRIES: ReadonlySet<string> = new Set(
  'AE BH DJ DZ EG EH ER IQ JO KM KW LB LY MA MR OM PS QA SA SD SO SY TD TN YE'.split(' '),
);
