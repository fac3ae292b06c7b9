import { elementAt } from './at.ts';
import type { Feature, Geometry } from 'geojson';
import { chainLines } from './chain-lines.ts';
import type { Coast } from './coast.ts';
import { edgeFade } from './fade.ts';
import { gridToLat, toLonLats } from './grid.ts';
import { landuseKind, poiKind } from './kinds.ts';
import { mainShore, openShores } from './shore.ts';
import { onewayOf, ROAD_CLASSES, roadClass, streetName } from './road-class.ts';
import type { RoadClass } from './road-class.ts';
import type { SourceFeature } from './source.ts';
import { tag } from './source.ts';

/** `minZoom` is the first tile level that shows the feature. */
export type LayerFeature = Feature<Geometry, { minZoom: number } & Record<string, string | number>>;
export type Layers = Record<
  | 'land'
  | 'landuse'
  | 'water'
  | 'shore'
  | 'fade'
  | 'waterway'
  | 'pier'
  | 'building'
  | 'road'
  | 'rail'
  | 'place'
  | 'poi',
  LayerFeature[]
>;

const ROAD_FROM: Readonly<Record<RoadClass, number>> = {
  motorway: 8,
  trunk: 8,
  primary: 8,
  secondary: 10,
  tertiary: 11,
  residential: 11,
  service: 13,
  path: 14,
};

function make(geometry: Geometry, properties: { minZoom: number } & Record<string, string | number>): LayerFeature {
  return { type: 'Feature', geometry, properties };
}

/** Returns the area of flat grid rings in square metres (rings in the opposite direction are holes). */
export function areaM2(parts: readonly (readonly number[])[]): number {
  let sum = 0;
  for (const part of parts) {
    for (let i = 0; i < part.length; i += 2) {
      sum +=
        elementAt(part, i) * elementAt(part, (i + 3) % part.length) -
        elementAt(part, (i + 2) % part.length) * elementAt(part, i + 1);
    }
  }
  const scale = (40_075_016.7 * Math.cos((gridToLat(parts[0]?.[1] ?? 0) * Math.PI) / 180)) / 2 ** 32;
  return (Math.abs(sum) / 2) * scale * scale;
}

/** Returns the level from which an area is large enough to be seen. */
function areaFrom(m2: number): number {
  if (m2 > 400_000) return 8;
  if (m2 > 60_000) return 11;
  if (m2 > 12_000) return 12;
  return m2 > 2_000 ? 13 : 14;
}

function rings(feature: SourceFeature): Geometry {
  // Each part is a separate ring: the source has no holes in the drawn features, and splits areas at tile edges.
  return { type: 'MultiPolygon', coordinates: feature.parts.map((part) => [toLonLats(part)]) };
}

function roads(features: readonly SourceFeature[]): LayerFeature[] {
  const groups = new Map<string, { properties: Record<string, string | number>; cls: RoadClass; lines: number[][] }>();
  for (const feature of features) {
    const cls = roadClass(feature);
    if (!cls) continue;
    const name = streetName(feature);
    const oneway = onewayOf(feature);
    const bridge = tag(feature, 'bridge') !== '' && tag(feature, 'bridge') !== 'no' ? 1 : 0;
    const tunnel = tag(feature, 'tunnel') === 'yes' ? 1 : 0;
    const link = tag(feature, 'highway').endsWith('_link') ? 1 : 0;
    const key = [cls, name, oneway, bridge, tunnel, link].join('|');
    const group = groups.get(key) ?? { cls, lines: [], properties: { class: cls } };
    if (name) group.properties['name'] = name;
    if (oneway !== 0) group.properties['oneway'] = oneway;
    if (bridge) group.properties['bridge'] = 1;
    if (tunnel) group.properties['tunnel'] = 1;
    if (link) group.properties['link'] = 1;
    group.lines.push(...feature.parts);
    groups.set(key, group);
  }
  const sorted = [...groups.values()].toSorted((a, b) => ROAD_CLASSES.indexOf(b.cls) - ROAD_CLASSES.indexOf(a.cls));
  return sorted.flatMap(({ cls, lines, properties }) =>
    chainLines(lines).map((line) =>
      make({ type: 'LineString', coordinates: toLonLats(line) }, { ...properties, minZoom: ROAD_FROM[cls] }),
    ),
  );
}

/** Slightly north of the coast at the west and the east edge, degrees of latitude. */
function shoreAtEdges(coast: Coast): { west: number; east: number } {
  const shore = coast.sea.length === 0 ? [] : mainShore(coast.sea);
  const inland = 0.002;
  return { west: (shore[0]?.[1] ?? 90) + inland, east: (shore.at(-1)?.[1] ?? 90) + inland };
}

const PLACES: Readonly<Record<string, { rank: number; minZoom: number }>> = {
  suburb: { rank: 1, minZoom: 10 },
  neighbourhood: { rank: 2, minZoom: 13 },
};

/** Sorts the source into the layers of the tiles. */
export function buildLayers(
  features: readonly SourceFeature[],
  coast: Coast,
  bounds: { west: number; south: number; east: number; north: number },
): Layers {
  const { west, south, east, north } = bounds;
  const box: [number, number][] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const layers: Layers = {
    land: [make({ type: 'Polygon', coordinates: [box] }, { minZoom: 8 })],
    landuse: [],
    water: coast.sea.map((polygon) => make({ type: 'Polygon', coordinates: polygon }, { minZoom: 8, kind: 'sea' })),
    shore: openShores(coast.sea).map((line) => make({ type: 'LineString', coordinates: line }, { minZoom: 10 })),
    fade: edgeFade(bounds, shoreAtEdges(coast)),
    waterway: [],
    pier: [],
    building: [],
    road: roads(features),
    rail: [],
    place: [],
    poi: [],
  };
  for (const feature of features) {
    const first = feature.parts[0];
    if (!first) continue;
    if (feature.type === 'area') {
      const m2 = areaM2(feature.parts);
      const kind = landuseKind(feature);
      if (tag(feature, 'building')) layers.building.push(make(rings(feature), { minZoom: m2 > 1500 ? 13 : 14 }));
      else if (tag(feature, 'natural') === 'water') {
        layers.water.push(make(rings(feature), { minZoom: areaFrom(m2), kind: 'lake' }));
      } else if (kind) layers.landuse.push(make(rings(feature), { minZoom: areaFrom(m2), kind, area: Math.round(m2) }));
    } else if (feature.type === 'line') {
      const lines: Geometry = { type: 'MultiLineString', coordinates: feature.parts.map(toLonLats) };
      const waterway = tag(feature, 'waterway');
      if (['river', 'stream', 'canal'].includes(waterway) && tag(feature, 'tunnel') === '') {
        layers.waterway.push(make(lines, { minZoom: waterway === 'river' ? 9 : 12, kind: waterway }));
      } else if (tag(feature, 'railway') === 'rail') layers.rail.push(make(lines, { minZoom: 11, kind: 'rail' }));
      else if (['pier', 'breakwater', 'groyne'].includes(tag(feature, 'man_made'))) {
        layers.pier.push(make(lines, { minZoom: 12, kind: 'pier' }));
      } else if (tag(feature, 'aeroway') === 'runway' || tag(feature, 'aeroway') === 'taxiway') {
        layers.pier.push(make(lines, { minZoom: 11, kind: tag(feature, 'aeroway') }));
      }
    }
    const place = PLACES[tag(feature, 'place')];
    const name = tag(feature, 'name');
    const point: Geometry = { type: 'Point', coordinates: elementAt(toLonLats(first.slice(0, 2)), 0) };
    if (place && name && feature.type === 'point') {
      layers.place.push(make(point, { minZoom: place.minZoom, name, kind: tag(feature, 'place'), rank: place.rank }));
    }
    const poi = poiKind(feature);
    if (poi && name) layers.poi.push(make(point, { minZoom: poi.minZoom, name, kind: poi.kind, rank: poi.rank }));
  }
  layers.landuse.sort((a, b) => Number(b.properties['area']) - Number(a.properties['area']));
  return layers;
}
