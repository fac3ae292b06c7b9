import { bareStyle, type MapTheme } from './basemap-style.ts';
import { AttributionControl, MapLibreMap } from './map-library.ts';
import { addScaleBar } from './scale-bar.ts';

export interface FlatMapOptions {
  container: HTMLElement;
  /** The description of the map for screen readers. */
  label: string;
  theme: MapTheme;
  camera: readonly [lon: number, lat: number, zoom: number];
  reducedMotion: boolean;
  /** False for a map that is only looked at. */
  interactive?: boolean;
  /** For a picture of the map: its device pixels per CSS pixel. The pixels can be read after drawing. */
  picture?: number;
}

/**
 * Creates a map with nothing on it. North stays up: a fleet is read like a printed map, and the pixel of a coordinate
 * needs only one multiplication.
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
