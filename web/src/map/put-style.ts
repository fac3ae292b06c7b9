import type { BackgroundLayerSpecification, StyleSpecification } from 'maplibre-gl';
import { bareGround, type MapTheme } from './basemap-style.ts';
import type { MapLibreMap } from './map-library.ts';

type Color = NonNullable<BackgroundLayerSpecification['paint']>['background-color'];

/** What is not there by then is not said to be on its way any more. */
const LOADING_MS = 10_000;

/** A style whose ground says nothing yet, and what its grounds are: often the sea, on which the land is drawn later. */
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
 * Puts a style on a map. Until its tiles are there its ground is neutral, and the map's element has `data-loading`, beside
 * which the page says so.
 */
export function putStyle(map: MapLibreMap, given: StyleSpecification, theme: MapTheme): void {
  const element = map.getContainer();
  const run = String(performance.now());
  element.dataset['loading'] = run;
  const { style, grounds } = neutral(given, theme);
  // Without comparing: styles of two themes differ in every layer, and a full swap has no half-changed state.
  map.setStyle(style, { diff: false });

  const settle = () => {
    clearTimeout(timer);
    map.off('sourcedata', look);
    // Another style came, or the map went.
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
