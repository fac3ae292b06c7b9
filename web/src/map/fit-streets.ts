import type { StyleSpecification } from 'maplibre-gl';
import { belowNorth } from './below-north.ts';
import { LngLat, LngLatBounds, type MapLibreMap } from './map-library.ts';

/** West, south, east, north. */
type Box = readonly [number, number, number, number];

interface Fit {
  /** Kept free at each edge of the map, px. */
  padding: { top: number; bottom: number; left: number; right: number };
  maxZoom: number;
  /** 0 to jump, ms. */
  duration: number;
}

/** The northern edge of the streets of a style; null where they are everywhere. */
export function northEdgeOf({ sources }: Pick<StyleSpecification, 'sources'>): number | null {
  for (const source of Object.values(sources)) {
    if (source.type === 'vector' && source.bounds) return source.bounds[3];
  }
  return null;
}

/** Shows a box, with no more of the empty land north of the streets than it takes. */
export function fitStreets(map: MapLibreMap, box: Box, fit: Fit): void {
  const { padding, maxZoom, duration } = fit;
  const bounds = new LngLatBounds([...box]);
  const camera = map.cameraForBounds(bounds, { padding, maxZoom });
  if (!camera?.center || camera.zoom === undefined) return;
  const center = LngLat.convert(camera.center);
  const edge = northEdgeOf(map.getStyle());
  if (edge === null) {
    // The style may come after it, and with it where the streets end.
    map.once('style.load', () => {
      const stays = !map.isMoving() && map.getCenter().distanceTo(center) < 1;
      if (stays && northEdgeOf(map.getStyle()) !== null) fitStreets(map, box, { ...fit, duration: 0 });
    });
  } else {
    const view = { lat: center.lat, zoom: camera.zoom, height: map.getContainer().clientHeight, top: padding.top };
    center.lat = belowNorth(view, edge, bounds.getNorth());
  }
  map.easeTo({ center, zoom: camera.zoom, duration });
}
