import { bareStyle, loadStyle, type MapTheme, styleContext } from '../../map/basemap-style.ts';
import { putStyle } from '../../map/put-style.ts';
import { createFlatMap, type FlatMapOptions } from '../../map/flat-map.ts';
import type { Coordinates } from './geodesy.ts';
import { layerGroup, type LayerGroup } from './layer-groups.ts';
import { createShapeLayer, type Shape } from './shape-layer.ts';

export type Basemap = 'online' | 'offline' | 'plain';

export interface MapLook {
  basemap: Basemap;
  theme: MapTheme;
  /** The language of its labels. */
  language: string;
  /** The online styles of the settings; empty for none. */
  styleUrls: Record<MapTheme, string>;
}

export interface BaseMapOptions extends FlatMapOptions {
  onClick: (place: Coordinates) => void;
  onMove: () => void;
}

/** True if a layer was added over the basemap: geofences, places, vehicles or tracks. */
const isOver = (layer: object) =>
  'source' in layer && typeof layer.source === 'string' && /^(?:fence|over)-/.test(layer.source);

/** A map without vehicles: basemap, layers that can be hidden, one shape on top. */
export function createBaseMap(options: BaseMapOptions) {
  const { reducedMotion } = options;
  let run = 0;
  let hidden: ReadonlySet<LayerGroup> = new Set();
  const map = createFlatMap(options);
  const shapes = createShapeLayer(map);

  const applyHidden = () => {
    for (const layer of map.getStyle().layers) {
      const group = layerGroup(layer);
      if (group === null || shapes.owns(layer.id) || isOver(layer)) continue;
      map.setLayoutProperty(layer.id, 'visibility', hidden.has(group) ? 'none' : 'visible');
    }
  };

  map.on('style.load', () => {
    applyHidden();
    shapes.draw();
  });
  map.on('error', (event) => console.warn('Map', event.error.message));
  map.on('click', ({ lngLat }) => options.onClick({ lat: lngLat.lat, lon: lngLat.wrap().lng }));
  map.on('move', options.onMove);

  return {
    map,
    async show({ basemap, theme, language, styleUrls }: MapLook): Promise<void> {
      const mine = ++run;
      const style =
        basemap === 'plain'
          ? bareStyle(theme)
          : (await loadStyle(theme, basemap, styleUrls[theme], styleContext(language))).style;
      if (mine === run) putStyle(map, style, theme);
    },
    hide(groups: ReadonlySet<LayerGroup>): void {
      hidden = groups;
      if (map.isStyleLoaded()) applyHidden();
    },
    setShape: (shape: Shape | null) => shapes.set(shape),
    centre(): Coordinates {
      const { lat, lng } = map.getCenter().wrap();
      return { lat, lon: lng };
    },
    /** The coordinates under a point of the window. */
    placeAt({ x, y }: { x: number; y: number }): Coordinates {
      const { left, top } = map.getCanvas().getBoundingClientRect();
      const { lat, lng } = map.unproject([x - left, y - top]).wrap();
      return { lat, lon: lng };
    },
    goTo({ lat, lon }: Coordinates, zoom = Math.max(map.getZoom(), 14)): void {
      map.flyTo({ center: [lon, lat], zoom, duration: reducedMotion ? 0 : 900 });
    },
    zoomBy: (steps: number) => map.easeTo({ zoom: map.getZoom() + steps, duration: reducedMotion ? 0 : 250 }),
    stop(): void {
      run++;
      map.remove();
    },
  };
}

export type BaseMap = ReturnType<typeof createBaseMap>;
