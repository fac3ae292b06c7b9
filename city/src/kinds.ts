import type { SourceFeature } from './source.ts';
import { tag } from './source.ts';

const LANDUSE: readonly (readonly [key: string, values: readonly string[], kind: string])[] = [
  ['aeroway', ['aerodrome', 'apron'], 'airport'],
  ['natural', ['beach', 'sand'], 'sand'],
  ['natural', ['wood', 'scrub'], 'wood'],
  ['natural', ['wetland'], 'wetland'],
  ['natural', ['grassland', 'heath'], 'grass'],
  ['landuse', ['forest'], 'wood'],
  ['leisure', ['park', 'garden', 'nature_reserve', 'golf_course', 'recreation_ground'], 'park'],
  ['leisure', ['pitch', 'track', 'stadium', 'sports_centre'], 'pitch'],
  ['landuse', ['cemetery'], 'cemetery'],
  ['landuse', ['grass', 'meadow', 'recreation_ground', 'village_green'], 'grass'],
  ['landuse', ['industrial', 'railway', 'garages', 'military'], 'industrial'],
  ['landuse', ['commercial', 'retail'], 'commercial'],
  ['landuse', ['residential'], 'residential'],
  ['amenity', ['school', 'university', 'college', 'hospital'], 'school'],
  ['amenity', ['parking'], 'parking'],
];

/** The kind as which an area is drawn, or null. */
export function landuseKind(feature: SourceFeature): string | null {
  return LANDUSE.find(([key, values]) => values.includes(tag(feature, key)))?.[2] ?? null;
}

/** Points that help a dispatcher to give directions; `rank` 1 is labelled first. */
export function poiKind(feature: SourceFeature): { kind: string; rank: number; minZoom: number } | null {
  const shop = tag(feature, 'shop');
  const amenity = tag(feature, 'amenity');
  if (tag(feature, 'aeroway') === 'aerodrome') return { kind: 'airport', rank: 1, minZoom: 11 };
  if (amenity === 'hospital') return { kind: 'hospital', rank: 1, minZoom: 14 };
  if (tag(feature, 'leisure') === 'park' && feature.type === 'area') return { kind: 'park', rank: 1, minZoom: 14 };
  if (shop === 'mall') return { kind: 'mall', rank: 1, minZoom: 13 };
  if (shop === 'supermarket') return { kind: 'supermarket', rank: 2, minZoom: 14 };
  if (amenity === 'fuel') return { kind: 'fuel', rank: 3, minZoom: 14 };
  if (amenity === 'university' || amenity === 'bus_station') return { kind: amenity, rank: 2, minZoom: 14 };
  if (shop === 'convenience') return { kind: 'convenience', rank: 4, minZoom: 14 };
  return null;
}
