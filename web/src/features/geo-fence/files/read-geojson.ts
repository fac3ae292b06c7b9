import type { FenceShape, Place } from '@milepost/contract/fence-shape-types';
import {
  fieldsOf,
  FileFault,
  type FoundFault,
  type FoundFence,
  withCheckedShape,
  partName,
  type Sizes,
} from './found-fence.ts';
import { joinHalves } from './join-halves.ts';
import { isRecord, type Json, readAttributes } from './traccar.ts';
import { readWkt } from './wkt.ts';

/**
 * The geofences of GeoJSON (RFC 7946): areas, lines as corridors, points as circles. Each part of a multi-part geometry
 * becomes its own geofence.
 * @throws FileFault
 */
export function readGeoJson(text: string, sizes: Sizes): FoundFence[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new FileFault('bad-json');
  }
  if (isOfTraccar(json)) return json.flatMap((one, index) => fencesOfTraccar(one, index + 1, sizes));
  return featuresOf(json).flatMap((feature, index) => fencesOf(feature, index + 1, sizes));
}

interface TraccarFence extends Json {
  area: string;
}

/** Traccar's own list of geofences, as its address /api/geofences returns it. */
const isOfTraccar = (json: unknown): json is TraccarFence[] =>
  Array.isArray(json) && json.length > 0 && json.every((one) => isRecord(one) && typeof one['area'] === 'string');

function fencesOfTraccar(fence: TraccarFence, row: number, sizes: Sizes): FoundFence[] {
  const own = readAttributes(fence['attributes']);
  const fields = fieldsOf(row, (...names) => readProperty(fence, names));
  const shapes = readWkt(fence.area, { ...sizes, ...own.sizes }, true) ?? [{ code: 'bad-wkt' } as const];
  return shapes.map((shape, part) => {
    const name = shapes.length === 1 ? fields.name : partName(fields.name, row, part);
    return withCheckedShape({ ...fields, colour: fields.colour ?? own.colour, name }, shape, sizes);
  });
}

function featuresOf(json: unknown): Json[] {
  if (!isRecord(json)) throw new FileFault('bad-geojson');
  if (json['type'] === 'FeatureCollection' && Array.isArray(json['features'])) return json['features'].filter(isRecord);
  if (json['type'] === 'Feature') return [json];
  if (typeof json['type'] === 'string' && ('coordinates' in json || 'geometries' in json)) {
    return [{ type: 'Feature', properties: {}, geometry: json }];
  }
  throw new FileFault('bad-geojson');
}

function fencesOf(feature: Json, row: number, sizes: Sizes): FoundFence[] {
  const properties = isRecord(feature['properties']) ? feature['properties'] : {};
  const read = (...names: string[]) => readProperty(properties, names);
  const fields = fieldsOf(row, read);
  const own = (name: string, other: number) => Number(read(name) ?? other);
  const measures = { radiusM: own('radiusM', sizes.radiusM), halfWidthM: own('halfWidthM', sizes.halfWidthM) };
  const shapes = circleOf(properties, measures) ?? joinHalves(shapesOf(feature['geometry'], measures));
  return shapes.map((shape, part) =>
    withCheckedShape(
      shapes.length === 1 ? fields : { ...fields, name: partName(fields.name, row, part) },
      shape,
      sizes,
    ),
  );
}

/** Reads a property by any of the names, case-insensitively. Lists are joined. */
function readProperty(properties: Json, names: readonly string[]): string | null {
  for (const name of names) {
    const key = Object.keys(properties).find((one) => one.toLowerCase() === name.toLowerCase());
    const value = key === undefined ? undefined : properties[key];
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
    if (Array.isArray(value)) return value.filter((one) => typeof one === 'string').join(';');
  }
  return null;
}

/** A circle of our own export: its outline is for other programs. */
function circleOf(properties: Json, { radiusM }: Sizes): FenceShape[] | null {
  const { kind, lat, lon } = properties;
  if (kind !== 'circle' || typeof lat !== 'number' || typeof lon !== 'number') return null;
  return [{ kind: 'circle', centre: { lat, lon }, radiusM }];
}

/** The maximum nesting of collections; the standard discourages any (RFC 7946, section 3.1.8). */
const MAX_LEVELS = 8;

function shapesOf(geometry: unknown, sizes: Sizes, level = 0): (FenceShape | FoundFault)[] {
  if (!isRecord(geometry)) return [{ code: 'no-geometry' }];
  const { coordinates } = geometry;
  const parts = Array.isArray(coordinates) ? coordinates : [];
  switch (geometry['type']) {
    case 'Point':
      return [circleAt(coordinates, sizes)];
    case 'MultiPoint':
      return parts.map((one) => circleAt(one, sizes));
    case 'LineString':
      return [{ kind: 'corridor', line: toPlaces(coordinates), halfWidthM: sizes.halfWidthM }];
    case 'MultiLineString':
      return parts.map((one) => ({ kind: 'corridor', line: toPlaces(one), halfWidthM: sizes.halfWidthM }));
    case 'Polygon':
      return [{ kind: 'polygon', rings: parts.map(toPlaces) }];
    case 'MultiPolygon':
      return parts.map((one) => ({ kind: 'polygon', rings: Array.isArray(one) ? one.map(toPlaces) : [] }));
    case 'GeometryCollection':
      if (level >= MAX_LEVELS) return [{ code: 'other-geometry' }];
      return Array.isArray(geometry['geometries'])
        ? geometry['geometries'].flatMap((one) => shapesOf(one, sizes, level + 1))
        : [{ code: 'no-geometry' }];
    default:
      return [{ code: 'other-geometry' }];
  }
}

function circleAt(position: unknown, { radiusM }: Sizes): FenceShape | FoundFault {
  const [centre] = toPlaces([position]);
  return centre ? { kind: 'circle', centre, radiusM } : { code: 'no-geometry' };
}

function toPlaces(positions: unknown): Place[] {
  if (!Array.isArray(positions)) return [];
  return positions.map((position) => {
    const [lon, lat]: unknown[] = Array.isArray(position) ? position : [];
    return { lat: typeof lat === 'number' ? lat : Number.NaN, lon: typeof lon === 'number' ? lon : Number.NaN };
  });
}
