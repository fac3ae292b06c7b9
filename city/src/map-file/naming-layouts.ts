import type { MapLayout } from './layout.ts';

export type Properties = Readonly<Record<string, string | number | boolean>>;

/** The kind of a place: a town or village, or a part of one. */
export interface PlaceKind {
  isPart: boolean;
  /** Approximate reach from its middle, metres. */
  reachM: number;
}

/** Where a layout has names. */
export interface NamingLayout {
  streets: string;
  /** The layer with the roads themselves, including those without a name. */
  roads: string;
  /** True when a vehicle may be on it. */
  isStreet(properties: Properties): boolean;
  places: string;
  /** Null for neither: countries, seas, farms. */
  placeKind(properties: Properties): PlaceKind | null;
  pois: string;
  numbers: string;
  houseNumber(properties: Properties): string;
}

const PLACES: Readonly<Record<string, PlaceKind>> = {
  city: { isPart: false, reachM: 10_000 },
  town: { isPart: false, reachM: 3500 },
  village: { isPart: false, reachM: 1200 },
  hamlet: { isPart: false, reachM: 500 },
  suburb: { isPart: true, reachM: 1500 },
  quarter: { isPart: true, reachM: 1200 },
  neighbourhood: { isPart: true, reachM: 600 },
};

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const kindOf = (value: unknown): PlaceKind | null => {
  const kind = text(value);
  return Object.hasOwn(PLACES, kind) ? (PLACES[kind] ?? null) : null;
};

const CLASSES = ['motorway', 'trunk', 'primary', 'secondary', 'tertiary', 'minor', 'service', 'track', 'busway'];

export const NAMING_LAYOUTS: Record<MapLayout, NamingLayout> = {
  protomaps: {
    streets: 'roads',
    roads: 'roads',
    isStreet: ({ kind }) => ['highway', 'major_road', 'minor_road'].includes(text(kind)),
    places: 'places',
    placeKind: ({ kind_detail: detail }) => kindOf(detail),
    pois: 'pois',
    numbers: 'buildings',
    houseNumber: (properties) => text(properties['addr_housenumber']),
  },
  openmaptiles: {
    streets: 'transportation_name',
    roads: 'transportation',
    // Motorway junctions have names of their own, at points.
    isStreet: (properties) => CLASSES.includes(text(properties['class'])),
    places: 'place',
    placeKind: (properties) => kindOf(properties['class']),
    pois: 'poi',
    numbers: 'housenumber',
    houseNumber: (properties) => text(properties['housenumber']),
  },
};

/** A name in each language of the application, as far as the file has it. */
export interface Names {
  name: string;
  other: Readonly<Record<string, string>>;
}

/** Languages of the application. */
export const NAME_LANGUAGES = ['en', 'hi', 'ar'] as const;

/** A longer text is not a name. */
const LONGEST = 120;

/** Returns the name of a feature; for a road without a name, its number. Null without either. */
export function namesOf(properties: Properties, orRef: boolean): Names | null {
  const name = clean(properties['name']) || (orRef ? clean(properties['ref']) : '');
  const other: Record<string, string> = {};
  for (const language of NAME_LANGUAGES) {
    const own =
      clean(properties[`name:${language}`]) ||
      clean(properties[`name_${language}`]) ||
      (language === 'en' ? clean(properties['name:latin']) : '');
    if (own !== '' && own !== name) other[language] = own;
  }
  const [first = ''] = Object.values(other);
  return name === '' && first === '' ? null : { name: name || first, other };
}

/**
 * Returns the speed limit of a road, km/h, if its tag `maxspeed` is a number, with or without `mph`: neither layout has
 * it, but the creator of a file may add it. https://wiki.openstreetmap.org/wiki/Key:maxspeed
 */
export function limitOf(properties: Properties): number | null {
  const [, figure = '', unit] = /^(\d{1,3})(?: ?(mph|km\/h))?$/.exec(text(properties['maxspeed'])) ?? [];
  const kph = Number(figure) * (unit === 'mph' ? 1.609344 : 1);
  return kph > 0 ? Math.round(kph) : null;
}

const clean = (value: unknown): string => text(value).replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST);

export const nameIn = ({ name, other }: Names, language: string): string => other[language] ?? name;
