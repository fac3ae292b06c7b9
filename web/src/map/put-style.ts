import type { BackgroundLayerSpecification, StyleSpecification } from 'maplibre-gl';
import { bareGround, type MapTheme } from './basemap-style.ts';
import type { MapLibreMap } from './map-library.ts';

type Color = NonNullable<BackgroundLayerSpecification['paint']>['background-color'];

/** After this time, missing tiles no longer count as loading. */
const LOADING_MS = 10_000;

/**
 * Replaces the background of a style by a neutral one, since the original is often the colour of the sea, over which
 * the land is only drawn later. Returns the original backgrounds.
 */
export function neutral(style: StyleSpecification, theme: MapTheme) {
  const grounds = new Map<string, Color>();
  const layers = style.layers.map((layer) => {
    if (layer.type !== 'background' || layer.paint?.['background-color'] === undefined) return layer;
    grounds.set(layer.id, layer.paint['background-color']);
    return { ...layer, paint: { ...layer.paint, 'background-color': bareGround(theme) } };
  });
  return { style: { ...style, layers }, grounds };
}

/**
 * Applies a style to a map. Until its tiles are loaded its background is neutral, and the map's element has
 * `data-loading`, on which the page shows a message.
 */
export function putStyle(map: MapLibreMap, given: StyleSpecification, theme: MapTheme): void {
  const element = map.getContainer();
  const run = String(performance.now());
  element.dataset['loading'] = run;
  const { style, grounds } = neutral(given, theme);
  // Without a diff: the styles of two themes differ in every layer, and a full swap has no half-changed state.
  map.setStyle(style, { diff: false });

  const settle = () => {
    clearTimeout(timer);
    map.off('sourcedata', look);
    // Another style was applied, or the map was removed.
    if (element.dataset['loading'] !== run) return;
    delete element.dataset['loading'];
    for (const [id, color] of grounds) if (map.getLayer(id)) map.setPaintProperty(id, 'background-color', color);
  };
  const look = () => {
    if (element.dataset['loading'] !== run || (map.isStyleLoaded() && map.areTilesLoaded())) settle();
  };
  const timer = setTimeout(settle, LOADING_MS);
  map.on('sourcedata', look);
  map.once('idle', look);
  map.once('remove', () => {
    delete element.dataset['loading'];
    clearTimeout(timer);
  });
}
