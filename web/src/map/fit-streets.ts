// Types only: pages that lazy-load the map library import this file eagerly.
import type { LngLatLike, StyleSpecification } from 'maplibre-gl';
import { belowNorth } from './below-north.ts';
import { isReady } from './is-ready.ts';
import type { MapLibreMap } from './map-library.ts';

/** West, south, east, north. */
type Box = readonly [number, number, number, number];

interface Fit {
  /** The free margin at each edge of the map, px. */
  padding: { top: number; bottom: number; left: number; right: number };
  maxZoom: number;
  /** Milliseconds; 0 to jump. */
  duration: number;
}

/**
 * The northern edge of the streets in a style that fades out there; null if the streets continue, or end with the map's
 * file.
 */
export function northEdgeOf({ sources, layers }: Pick<StyleSpecification, 'sources' | 'layers'>): number | null {
  if (!layers.some(({ id }) => id === 'edge-fade')) return null;
  for (const source of Object.values(sources)) {
    if (source.type === 'vector' && source.bounds) return source.bounds[3];
  }
  return null;
}

/** The northern edge in the map's current style; also null while it has no style. */
const northEdgeNow = (map: MapLibreMap) => (isReady(map) ? northEdgeOf(map.getStyle()) : null);

/** About a metre: within this distance the map counts as not moved meanwhile. */
const SAME_DEG = 1e-5;

function placeOf(place: LngLatLike): { lng: number; lat: number } {
  if (Array.isArray(place)) return { lng: place[0], lat: place[1] };
  return { lng: 'lng' in place ? place.lng : place.lon, lat: place.lat };
}

/** Shows a box with as little as possible of the empty land north of the streets. */
export function fitStreets(map: MapLibreMap, box: Box, fit: Fit): void {
  const { padding, maxZoom, duration } = fit;
  const camera = map.cameraForBounds([...box], { padding, maxZoom });
  if (!camera?.center || camera.zoom === undefined) return;
  const center = placeOf(camera.center);
  const edge = northEdgeNow(map);
  if (edge === null) {
    // The style can load later, and the edge of the streets is unknown before that.
    const refit = () => {
      const present = map.getCenter();
      if (map.isMoving() || Math.hypot(present.lng - center.lng, present.lat - center.lat) >= SAME_DEG) return;
      if (northEdgeNow(map) !== null) fitStreets(map, box, { ...fit, duration: 0 });
      // The loaded style was only the plain one with which a map begins.
      else map.once('style.load', refit);
    };
    map.once('style.load', refit);
  } else {
    const view = { lat: center.lat, zoom: camera.zoom, height: map.getContainer().clientHeight, top: padding.top };
    center.lat = belowNorth(view, edge, box[3]);
  }
  map.easeTo({ center, zoom: camera.zoom, duration });
}
