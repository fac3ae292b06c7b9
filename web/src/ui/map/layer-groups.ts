export const LAYER_GROUPS = ['labels', 'roads', 'buildings', 'rail', 'green', 'water'] as const;
export type LayerGroup = (typeof LAYER_GROUPS)[number];

interface Layer {
  id: string;
  type: string;
}

const PATTERNS: readonly (readonly [LayerGroup, RegExp])[] = [
  ['buildings', /building/],
  ['rail', /rail|transit/],
  ['roads', /road|tunnel|bridge|highway|street|path|motorway|transportation/],
  ['water', /water|river|shore|pier|ocean|ferry/],
  ['green', /green|wood|park|pitch|sand|grass|forest|landcover|vegetation/],
];

/**
 * The group of a basemap's layer, by its type and name; null for layers that are always shown, such as the land itself.
 */
export function layerGroup({ id, type }: Layer): LayerGroup | null {
  if (type === 'symbol') return 'labels';
  const name = id.toLowerCase();
  return PATTERNS.find(([, pattern]) => pattern.test(name))?.[0] ?? null;
}
