import { bareStyle, type MapTheme } from './basemap-style.ts';
import { AttributionControl, MapLibreMap } from './map-library.ts';
import { addScaleBar } from './scale-bar.ts';

export interface FlatMapOptions {
  container: HTMLElement;
  /** What the map shows, for screen readers. */
  label: string;
  theme: MapTheme;
  camera: readonly [lon: number, lat: number, zoom: number];
  reducedMotion: boolean;
  /** False: only looked at. */
  interactive?: boolean;
  /** For a picture of it: pixels of the picture for each of the page. Its pixels can be read after they were drawn. */
  picture?: number;
}

/**
 * A map with nothing on it yet. North stays up: a fleet is read like a printed map, and a place is one multiplication
 * away from its pixel.
 */
export function createFlatMap({
  container,
  label,
  theme,
  camera,
  reducedMotion,
  interactive,
  picture,
}: FlatMapOptions) {
  const [lon, lat, zoom] = camera;
  const map = new MapLibreMap({
    container,
    style: bareStyle(theme),
    center: [lon, lat],
    zoom,
    maxZoom: 20,
    interactive: interactive ?? true,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    attributionControl: false,
    ...(picture !== undefined && { pixelRatio: picture, canvasContextAttributes: { preserveDrawingBuffer: true } }),
    fadeDuration: reducedMotion ? 0 : 200,
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new AttributionControl({ compact: true }), 'bottom-right');
  addScaleBar(map);
  map.getCanvas().setAttribute('aria-label', label);
  return map;
}
