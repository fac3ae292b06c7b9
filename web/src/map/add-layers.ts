import { isReady } from './is-ready.ts';
import type { MapLibreMap } from './map-library.ts';

interface Layers {
  source: string;
  /** Removed in this order. */
  layers: readonly string[];
  /** Adds the source and the layers. */
  add: () => void;
}

/**
 * Adds a source with its layers to a map as soon as it has a style, and again after each change of the basemap, which
 * removes every layer. Returns a function that removes them.
 */
export function addLayers(map: MapLibreMap, { source, layers, add }: Layers): () => void {
  const addIfMissing = () => {
    if (!map.getSource(source)) add();
  };
  map.on('style.load', addIfMissing);
  if (isReady(map)) addIfMissing();
  return () => {
    map.off('style.load', addIfMissing);
    // The style can already be gone with the map.
    if (!isReady(map)) return;
    for (const layer of layers) if (map.getLayer(layer)) map.removeLayer(layer);
    if (map.getSource(source)) map.removeSource(source);
  };
}
