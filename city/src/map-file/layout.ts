import { MapFileFault } from './map-file-fault.ts';

/**
 * The two common layouts of vector basemaps: https://docs.protomaps.com/basemaps/layers,
 * https://openmaptiles.org/schema
 */
export const MAP_LAYOUTS = ['protomaps', 'openmaptiles'] as const;
export type MapLayout = (typeof MAP_LAYOUTS)[number];

/** Layers that a file with a layout certainly has, whatever its area. */
const KNOWN_BY: Record<MapLayout, readonly string[]> = {
  protomaps: ['roads', 'places', 'earth'],
  openmaptiles: ['transportation', 'place', 'water'],
};

/**
 * Returns the layout of a file by its layers.
 *
 * @throws MapFileFault if it is neither
 */
export function layoutOf(metadata: unknown): MapLayout {
  const layers = layersOf(metadata);
  const layout = MAP_LAYOUTS.find((one) => KNOWN_BY[one].every((layer) => layers.includes(layer)));
  if (layout) return layout;
  throw new MapFileFault('other-layout', layers.length === 0 ? 'it names none' : layers.slice(0, 8).join(', '));
}

function layersOf(metadata: unknown): string[] {
  const layers: unknown =
    typeof metadata === 'object' && metadata !== null && 'vector_layers' in metadata ? metadata.vector_layers : [];
  if (!Array.isArray(layers)) return [];
  return layers.flatMap((one: unknown) =>
    typeof one === 'object' && one !== null && 'id' in one && typeof one.id === 'string' ? [one.id] : [],
  );
}
