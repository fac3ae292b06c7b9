import type { Geometry, Position } from 'geojson';
import { gridToLat, gridToLon, latToGrid, lonToGrid } from '../grid.ts';
import type { LayerFeature, Layers } from '../layers.ts';
import type { MapLayout } from '../map-file/layout.ts';

type Properties = Record<string, string | number>;
type LayerTable = Record<string, LayerFeature[]>;
/** A layer of the layout, and a feature's properties in it. */
type Made = readonly [layer: string, properties: Properties];

export interface DemoMapOptions {
  layout: MapLayout;
  /** Where to move the middle of the demo city: [lon, lat], degrees; omitted: it is not moved. */
  to?: readonly [number, number];
  /** The name of a city in its middle. */
  city?: string;
  /** Translations by name: `{ 'Av. Italia': { hi: 'एवेनिदा इतालिया' } }`. */
  names?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** House numbers: [number, lon, lat], with coordinates after the move. */
  numbers?: readonly (readonly [string, number, number])[];
}

export const DEMO_MIDDLE = [-56.165, -34.888] as const;

/**
 * Returns the layers of the demo city in the layout of a map file, for tests: a real file is not available everywhere.
 */
export function demoLayers(layers: Layers, options: DemoMapOptions): LayerTable {
  const made: LayerTable = {};
  const add = (geometry: Geometry, minZoom: number, all: readonly Made[]) => {
    for (const [layer, properties] of all) {
      (made[layer] ??= []).push({ type: 'Feature', geometry, properties: { ...properties, minZoom } });
    }
  };
  const move = mover(options.to);
  const features = TELLERS[options.layout];
  for (const [layer, list] of Object.entries(layers)) {
    for (const { geometry, properties } of list) {
      const { minZoom, ...rest } = properties;
      const own = options.names?.[String(rest['name'])] ?? {};
      const other = Object.fromEntries(Object.entries(own).map(([language, name]) => [`name:${language}`, name]));
      add(moved(geometry, move), minZoom, features(layer, { ...rest, ...(rest['name'] === undefined ? {} : other) }));
    }
  }
  if (options.city !== undefined) {
    const own = Object.entries(options.names?.[options.city] ?? {}).map(([language, name]) => [
      `name:${language}`,
      name,
    ]);
    const properties = { kind: 'city', name: options.city, ...Object.fromEntries(own) };
    add({ type: 'Point', coordinates: move([...DEMO_MIDDLE]) }, 8, features('place', properties));
  }
  for (const [number, lon, lat] of options.numbers ?? []) {
    const [layer, properties]: Made =
      options.layout === 'protomaps'
        ? ['buildings', { kind: 'address', addr_housenumber: number }]
        : ['housenumber', { housenumber: number }];
    add({ type: 'Point', coordinates: [lon, lat] }, 14, [[layer, properties]]);
  }
  return made;
}

/** Shifts coordinates on the map, so that shapes and tiles remain equal. */
function mover(to: readonly [number, number] | undefined): (at: Position) => Position {
  if (!to) return (place) => place;
  const [dx, dy] = [lonToGrid(to[0]) - lonToGrid(DEMO_MIDDLE[0]), latToGrid(to[1]) - latToGrid(DEMO_MIDDLE[1])];
  return ([lon = 0, lat = 0]) => [gridToLon(lonToGrid(lon) + dx), gridToLat(latToGrid(lat) + dy)];
}

/** Returns the moved coordinates of a point in the demo city. */
export const movedPlace = (to: readonly [number, number], place: readonly [number, number]): Position =>
  mover(to)([...place]);

function moved(geometry: Geometry, move: (at: Position) => Position): Geometry {
  if (geometry.type === 'Point') return { ...geometry, coordinates: move(geometry.coordinates) };
  if (geometry.type === 'LineString') return { ...geometry, coordinates: geometry.coordinates.map(move) };
  if (geometry.type === 'MultiLineString' || geometry.type === 'Polygon') {
    return { ...geometry, coordinates: geometry.coordinates.map((line) => line.map(move)) };
  }
  if (geometry.type === 'MultiPolygon') {
    return { ...geometry, coordinates: geometry.coordinates.map((one) => one.map((ring) => ring.map(move))) };
  }
  throw new Error(`no layer of the city has a ${geometry.type}`);
}

/** Files of neither layout have it; their creator may add it. */
const limitIn = ({ maxspeed }: Properties): Properties => (maxspeed === undefined ? {} : { maxspeed });

const TELLERS: Record<MapLayout, (layer: string, properties: Properties) => Made[]> = {
  protomaps(layer, properties) {
    const { kind = '', class: road = '', tunnel, link } = properties;
    const names = namesIn(properties);
    if (layer === 'road') {
      const roadKind =
        road === 'motorway'
          ? 'highway'
          : road === 'path'
            ? 'path'
            : ['residential', 'service'].includes(String(road))
              ? 'minor_road'
              : 'major_road';
      const parts = { ...(tunnel && { is_tunnel: 1 }), ...(link && { is_link: 1 }), ...limitIn(properties) };
      return [['roads', { kind: roadKind, kind_detail: road, ...parts, ...names }]];
    }
    if (layer === 'land') return [['earth', { kind: 'earth' }]];
    if (layer === 'water') return [['water', { kind: kind === 'sea' ? 'ocean' : 'lake' }]];
    if (layer === 'waterway') return [['water', { kind }]];
    if (layer === 'landuse') return [['landuse', { kind: kind === 'airport' ? 'aerodrome' : kind }]];
    if (layer === 'building') return [['buildings', { kind: 'building' }]];
    if (layer === 'rail') return [['roads', { kind: 'rail', kind_detail: 'rail' }]];
    if (layer === 'place') {
      return [['places', { kind: kind === 'city' ? 'locality' : 'neighbourhood', kind_detail: kind, ...names }]];
    }
    return layer === 'poi' ? [['pois', { kind, ...names }]] : [];
  },
  openmaptiles(layer, properties) {
    const { kind = '', class: road = '', tunnel, link, rank = 1 } = properties;
    const names = namesIn(properties);
    if (layer === 'road') {
      const roadClass = road === 'residential' ? 'minor' : road;
      const parts = { ...(tunnel && { brunnel: 'tunnel' }), ...(link && { ramp: 1 }), ...limitIn(properties) };
      return [
        ['transportation', { class: roadClass, ...parts }],
        ...(names['name'] === undefined ? [] : ([['transportation_name', { class: roadClass, ...names }]] as const)),
      ];
    }
    if (layer === 'water') return [['water', { class: kind === 'sea' ? 'ocean' : 'lake' }]];
    if (layer === 'waterway') return [['waterway', { class: kind }]];
    if (layer === 'landuse') return [landuseOf(String(kind))];
    if (layer === 'building') return [['building', {}]];
    if (layer === 'rail') return [['transportation', { class: 'rail' }]];
    if (layer === 'place') return [['place', { class: kind, rank, ...names }]];
    return layer === 'poi' ? [['poi', { class: kind, rank, ...names }]] : [];
  },
};

const namesIn = (properties: Properties): Properties =>
  Object.fromEntries(Object.entries(properties).filter(([key]) => /^name(:|$)/.test(key)));

function landuseOf(kind: string): Made {
  if (kind === 'park') return ['park', { class: 'public_park' }];
  if (['wood', 'grass', 'wetland', 'sand'].includes(kind)) return ['landcover', { class: kind }];
  return ['landuse', { class: kind }];
}
