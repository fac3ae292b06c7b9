import { MapFileFault } from './map-file-fault.ts';

/** The two layouts of vector basemaps that are common: https://docs.protomaps.com/basemaps/layers, https://openmaptiles.org/schema */
export const MAP_LAYOUTS = ['protomaps', 'openmaptiles'] as const;
export type MapLayout = (typeof MAP_LAYOUTS)[number];

/** Layers that a file of a layout has for certain, wherever it is. */
const KNOWN_BY: Record<MapLayout, readonly string[]> = {
  protomaps: ['roads', 'places', 'earth'],
  openmaptiles: ['transportation', 'place', 'water'],
};

/**
 * The layout of a file by the layers that it names.
 *
 * @throws MapFileFault where it is neither
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
