import type { MapLayout } from './map-file/layout.ts';
import { is } from './style-parts.ts';

/** A drawn part of a source: a layer of its tiles, and a filter for its features. */
export interface Part {
  'source-layer': string;
  filter?: unknown[];
}

export type Area =
  | 'residential'
  | 'commercial'
  | 'school'
  | 'industrial'
  | 'airport'
  | 'parking'
  | 'grass'
  | 'wetland'
  | 'wood'
  | 'park'
  | 'cemetery'
  | 'pitch'
  | 'sand';

/** Where a layout of tiles has the drawn parts; a part that it lacks is empty. */
export interface StyleLayout {
  /** Land in detail. */
  land: Part[];
  areas(kinds: readonly Area[]): Part[];
  waterways: Part[];
  water: Part[];
  /** The line of the coast. */
  shores: Part[];
  /** The fade that hides where the streets end. */
  fades: Part[];
  borders: Part[];
  /** Piers, and runways of airports. */
  piers: Part[];
  buildings: Part[];
  rails: Part[];
  roads(classes: readonly string[], where?: 'tunnel' | 'open'): Part[];
  roadNames(classes: readonly string[]): Part[];
  /** Cities and towns; villages; parts of them. */
  towns: Part[];
  villages: Part[];
  suburbs: Part[];
  isSuburb: unknown[];
  isCity: unknown[];
  /** The lowest is labelled first. */
  placeOrder: unknown[];
  pois: Part[];
  poiOrder: unknown[];
  isPark: unknown[];
  numbers: (Part & { field: string })[];
  /** The name of a feature, in the reader's language if the tiles have it. */
  name: unknown[];
}

const all = (...filters: unknown[][]): unknown[] => ['all', ...filters];
const not = (filter: unknown[]): unknown[] => ['!', filter];
const shape = (type: 'Polygon' | 'LineString'): unknown[] => ['==', ['geometry-type'], type];
const hasName = ['any', ['has', 'name'], ['has', 'ref']];

/** The browser inserts the reader's language; only English accepts names that are merely in Latin letters. */
const NAME = [
  'coalesce',
  ['get', 'name:{language}'],
  ['get', 'name_{language}'],
  [
    'case',
    ['==', ['literal', '{language}'], 'en'],
    ['coalesce', ['get', 'name:latin'], ['get', 'name']],
    ['get', 'name'],
  ],
  ['get', 'ref'],
];

/** The layout built for the demo city. */
const city: StyleLayout = {
  land: [{ 'source-layer': 'land' }],
  areas: (kinds) => [{ 'source-layer': 'landuse', filter: is('kind', ...kinds) }],
  waterways: [{ 'source-layer': 'waterway' }],
  water: [{ 'source-layer': 'water' }],
  shores: [{ 'source-layer': 'shore' }],
  fades: [{ 'source-layer': 'fade' }],
  borders: [],
  piers: [{ 'source-layer': 'pier' }],
  buildings: [{ 'source-layer': 'building' }],
  rails: [{ 'source-layer': 'rail' }],
  roads: (classes, where) => {
    const filter = is('class', ...classes);
    const tunnel = where === 'tunnel' ? ['==', ['get', 'tunnel'], 1] : not(['has', 'tunnel']);
    return [{ 'source-layer': 'road', filter: where ? all(filter, tunnel) : filter }];
  },
  roadNames: (classes) => [{ 'source-layer': 'road', filter: all(is('class', ...classes), ['has', 'name']) }],
  towns: [],
  villages: [],
  suburbs: [{ 'source-layer': 'place' }],
  isSuburb: is('kind', 'suburb'),
  isCity: is('kind', 'city'),
  placeOrder: ['get', 'rank'],
  pois: [
    {
      'source-layer': 'poi',
      filter: [
        'any',
        ['<=', ['get', 'rank'], 1],
        all(['>=', ['zoom'], 15.5], ['<=', ['get', 'rank'], 2]),
        ['>=', ['zoom'], 16.5],
      ],
    },
  ],
  poiOrder: ['get', 'rank'],
  isPark: is('kind', 'park'),
  numbers: [],
  name: ['get', 'name'],
};

const PROTOMAPS_AREAS: Record<Area, readonly string[]> = {
  residential: ['residential'],
  commercial: ['commercial', 'retail'],
  school: ['school', 'kindergarten', 'university', 'college', 'hospital'],
  industrial: ['industrial', 'railway', 'military', 'naval_base'],
  airport: ['aerodrome', 'airfield'],
  parking: ['parking'],
  grass: ['grass', 'grassland', 'meadow', 'village_green'],
  wetland: ['wetland'],
  wood: ['wood', 'forest', 'scrub'],
  park: [
    'park',
    'garden',
    'golf_course',
    'nature_reserve',
    'national_park',
    'protected_area',
    'recreation_ground',
    'zoo',
  ],
  cemetery: ['cemetery'],
  pitch: ['pitch', 'playground', 'stadium'],
  sand: ['beach', 'sand'],
};

/** https://docs.protomaps.com/basemaps/layers, version 4. */
const protomaps: StyleLayout = {
  land: [{ 'source-layer': 'earth', filter: shape('Polygon') }],
  areas: (kinds) => [
    { 'source-layer': 'landuse', filter: is('kind', ...kinds.flatMap((kind) => PROTOMAPS_AREAS[kind])) },
  ],
  waterways: [{ 'source-layer': 'water', filter: shape('LineString') }],
  water: [{ 'source-layer': 'water', filter: shape('Polygon') }],
  shores: [],
  fades: [],
  borders: [{ 'source-layer': 'boundaries', filter: is('kind', 'country', 'region') }],
  piers: [{ 'source-layer': 'roads', filter: is('kind', 'aeroway') }],
  buildings: [{ 'source-layer': 'buildings', filter: shape('Polygon') }],
  rails: [{ 'source-layer': 'roads', filter: is('kind', 'rail') }],
  roads: (classes, where) => {
    const kinds = ['any', ...classes.map(protomapsRoad)];
    const tunnel = where === 'tunnel' ? ['has', 'is_tunnel'] : not(['has', 'is_tunnel']);
    return [{ 'source-layer': 'roads', filter: where ? all(kinds, tunnel) : kinds }];
  },
  roadNames: (classes) => [{ 'source-layer': 'roads', filter: all(['any', ...classes.map(protomapsRoad)], hasName) }],
  towns: [{ 'source-layer': 'places', filter: is('kind_detail', 'city', 'town') }],
  villages: [{ 'source-layer': 'places', filter: is('kind_detail', 'village', 'hamlet', 'locality') }],
  suburbs: [{ 'source-layer': 'places', filter: is('kind', 'neighbourhood', 'macrohood') }],
  isSuburb: is('kind_detail', 'suburb', 'quarter'),
  isCity: is('kind_detail', 'city'),
  placeOrder: ['coalesce', ['get', 'sort_key'], ['-', ['coalesce', ['get', 'population_rank'], 0]]],
  pois: [
    { 'source-layer': 'pois', filter: all(['has', 'name'], ['<=', ['coalesce', ['get', 'min_zoom'], 15], ['zoom']]) },
  ],
  poiOrder: ['coalesce', ['get', 'min_zoom'], 15],
  isPark: is('kind', 'park', 'garden', 'nature_reserve', 'national_park'),
  numbers: [{ 'source-layer': 'buildings', filter: is('kind', 'address'), field: 'addr_housenumber' }],
  name: NAME,
};

function protomapsRoad(cls: string): unknown[] {
  if (cls === 'path') return is('kind', 'path');
  if (cls === 'service') return is('kind_detail', 'service');
  if (cls === 'residential') return all(is('kind', 'minor_road'), not(is('kind_detail', 'service')));
  return is('kind_detail', cls, `${cls}_link`);
}

const OPENMAPTILES_AREAS: Record<Area, readonly (readonly [layer: string, classes: readonly string[]])[]> = {
  residential: [['landuse', ['residential', 'suburb', 'quarter', 'neighbourhood']]],
  commercial: [['landuse', ['commercial', 'retail']]],
  school: [['landuse', ['school', 'kindergarten', 'university', 'college', 'hospital']]],
  industrial: [['landuse', ['industrial', 'railway', 'military', 'garages']]],
  airport: [['landuse', ['airport']]],
  parking: [['landuse', ['parking']]],
  grass: [['landcover', ['grass']]],
  wetland: [['landcover', ['wetland']]],
  wood: [['landcover', ['wood']]],
  park: [['park', []]],
  cemetery: [['landuse', ['cemetery']]],
  pitch: [['landuse', ['pitch', 'playground', 'stadium', 'track']]],
  sand: [['landcover', ['sand']]],
};

/** https://openmaptiles.org/schema, version 3. */
const openmaptiles: StyleLayout = {
  // This layout has only water: the land below it covers the whole file.
  land: [],
  areas: (kinds) => {
    const byLayer = new Map<string, string[]>();
    for (const [layer, classes] of kinds.flatMap((kind) => OPENMAPTILES_AREAS[kind])) {
      byLayer.set(layer, [...(byLayer.get(layer) ?? []), ...classes]);
    }
    return [...byLayer].map(([layer, classes]) =>
      classes.length === 0
        ? { 'source-layer': layer, filter: shape('Polygon') }
        : { 'source-layer': layer, filter: is('class', ...classes) },
    );
  },
  waterways: [{ 'source-layer': 'waterway', filter: not(['==', ['get', 'brunnel'], 'tunnel']) }],
  water: [{ 'source-layer': 'water', filter: not(['==', ['get', 'brunnel'], 'tunnel']) }],
  shores: [],
  fades: [],
  borders: [
    {
      'source-layer': 'boundary',
      filter: all(['in', ['get', 'admin_level'], ['literal', [2, 4]]], not(['==', ['get', 'maritime'], 1])),
    },
  ],
  piers: [
    { 'source-layer': 'aeroway', filter: shape('LineString') },
    { 'source-layer': 'transportation', filter: all(is('class', 'pier'), shape('LineString')) },
  ],
  buildings: [{ 'source-layer': 'building' }],
  rails: [{ 'source-layer': 'transportation', filter: is('class', 'rail') }],
  roads: (classes, where) => {
    const filter = all(is('class', ...classes.flatMap(openMapTilesRoad)), shape('LineString'));
    const tunnel = ['==', ['get', 'brunnel'], 'tunnel'];
    return [
      {
        'source-layer': 'transportation',
        filter: where ? all(filter, where === 'tunnel' ? tunnel : not(tunnel)) : filter,
      },
    ];
  },
  roadNames: (classes) => [
    {
      'source-layer': 'transportation_name',
      filter: all(is('class', ...classes.flatMap(openMapTilesRoad)), hasName),
    },
  ],
  towns: [{ 'source-layer': 'place', filter: is('class', 'city', 'town') }],
  villages: [{ 'source-layer': 'place', filter: is('class', 'village', 'hamlet') }],
  suburbs: [{ 'source-layer': 'place', filter: is('class', 'suburb', 'quarter', 'neighbourhood') }],
  isSuburb: is('class', 'suburb', 'quarter'),
  isCity: is('class', 'city'),
  placeOrder: ['coalesce', ['get', 'rank'], 100],
  pois: [
    {
      'source-layer': 'poi',
      filter: all(
        ['has', 'name'],
        [
          'any',
          ['<=', ['coalesce', ['get', 'rank'], 100], 6],
          all(['>=', ['zoom'], 15.5], ['<=', ['coalesce', ['get', 'rank'], 100], 15]),
          ['>=', ['zoom'], 16.5],
        ],
      ),
    },
  ],
  poiOrder: ['coalesce', ['get', 'rank'], 100],
  isPark: is('class', 'park'),
  numbers: [{ 'source-layer': 'housenumber', field: 'housenumber' }],
  name: NAME,
};

const openMapTilesRoad = (cls: string): string[] => {
  if (cls === 'residential') return ['minor', 'busway'];
  return cls === 'service' ? ['service', 'track'] : [cls];
};

export const STYLE_LAYOUTS: Record<MapLayout | 'city', StyleLayout> = { city, protomaps, openmaptiles };
