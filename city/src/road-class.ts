import type { SourceFeature } from './source.ts';
import { tag } from './source.ts';

export const ROAD_CLASSES = [
  'motorway',
  'trunk',
  'primary',
  'secondary',
  'tertiary',
  'residential',
  'service',
  'path',
] as const;
export type RoadClass = (typeof ROAD_CLASSES)[number];

const CLASS_OF: Readonly<Record<string, RoadClass>> = {
  motorway: 'motorway',
  motorway_link: 'motorway',
  trunk: 'trunk',
  trunk_link: 'trunk',
  primary: 'primary',
  primary_link: 'primary',
  secondary: 'secondary',
  secondary_link: 'secondary',
  tertiary: 'tertiary',
  tertiary_link: 'tertiary',
  residential: 'residential',
  living_street: 'residential',
  unclassified: 'residential',
  service: 'service',
  track: 'service',
  pedestrian: 'path',
  footway: 'path',
  path: 'path',
  cycleway: 'path',
  steps: 'path',
};

/** Speed limit in km/h for a way without a tag: Montevideo's urban limit, and the usual one of its larger roads. */
const USUAL_LIMIT: Readonly<Record<RoadClass, number>> = {
  motorway: 100,
  trunk: 75,
  primary: 60,
  secondary: 45,
  tertiary: 45,
  residential: 45,
  service: 20,
  path: 10,
};

/**
 * Returns the class as which a way is drawn and routed; null if it is not a road (proposed, under construction, other).
 */
export function roadClass(feature: SourceFeature): RoadClass | null {
  return feature.type === 'line' ? (CLASS_OF[tag(feature, 'highway')] ?? null) : null;
}

/** True where cars may drive through. */
export function isDrivable(feature: SourceFeature, cls: RoadClass): boolean {
  if (cls === 'path' || tag(feature, 'highway') === 'track') return false;
  return !['private', 'no'].includes(tag(feature, 'access')) && tag(feature, 'motor_vehicle') !== 'no';
}

/** 1 if the way is one-way in its own direction, -1 against it, 0 both ways. */
export function onewayOf(feature: SourceFeature): -1 | 0 | 1 {
  const value = tag(feature, 'oneway');
  if (value === '-1' || value === 'reverse') return -1;
  if (['yes', 'true', '1'].includes(value)) return 1;
  if (value === 'no') return 0;
  return tag(feature, 'junction') === 'roundabout' || tag(feature, 'highway').startsWith('motorway') ? 1 : 0;
}

/** Speed limit in km/h, as tagged or usual for the class. */
export function speedLimitKph(feature: SourceFeature, cls: RoadClass): number {
  const tagged = Number.parseInt(tag(feature, 'maxspeed'), 10);
  return tagged >= 10 && tagged <= 130 ? tagged : USUAL_LIMIT[cls];
}

const SHORT: readonly (readonly [RegExp, string])[] = [
  [/^Avenida /, 'Av. '],
  [/^Bulevar /, 'Bvar. '],
  [/^Camino /, 'Cno. '],
  [/\bGeneral\b/, 'Gral.'],
  [/\bDoctor\b/, 'Dr.'],
  [/\bDoctora\b/, 'Dra.'],
  [/\bIngeniero\b/, 'Ing.'],
  [/\bCapitán\b/, 'Cap.'],
  [/\bComandante\b/, 'Cte.'],
  [/\bPresidente\b/, 'Pte.'],
  [/\bCoronel\b/, 'Cnel.'],
];

/** Returns a street's name as on a sign: "Avenida Italia" is "Av. Italia". '' if the way has none. */
export function streetName(feature: SourceFeature): string {
  return SHORT.reduce((name, [long, short]) => name.replace(long, short), tag(feature, 'name').trim());
}
