import type { MapOutlet } from '@milepost/contract/outlet-operations';
import type { GeoJSONSource, MapMouseEvent } from 'maplibre-gl';
import { addLayers } from '../../../map/add-layers.ts';
import { labelsFont } from '../../../map/labels-font.ts';
import type { MapLibreMap } from '../../../map/map-library.ts';

const SOURCE = 'over-outlets';
const [DOTS, NAMES] = ['over-outlets-dots', 'over-outlets-names'];

export interface DrawnOutlet extends MapOutlet {
  colour: string;
}

interface Listeners {
  onPick: (id: number) => void;
}

/** Shows outlets on a map, as dots. They survive a change of the basemap, which removes every layer. */
export function createOutletLayer(map: MapLibreMap, { onPick }: Listeners) {
  let outlets: readonly DrawnOutlet[] = [];
  let quiet = false;

  function draw(): void {
    void map.getSource<GeoJSONSource>(SOURCE)?.setData({
      type: 'FeatureCollection',
      features: outlets.map(({ id, code, name, place, colour, state }) => ({
        type: 'Feature' as const,
        id,
        properties: { name: `${code} ${name}`, colour, faint: state === 'closed' },
        geometry: { type: 'Point' as const, coordinates: [place.lon, place.lat] },
      })),
    });
  }
  function add(): void {
    map.addSource(SOURCE, { type: 'geojson', data: { type: 'FeatureCollection', features: [] }, maxzoom: 14 });
    const css = getComputedStyle(document.documentElement);
    const [text = '#000', surface = '#fff'] = ['--text', '--surface'].map((name) => css.getPropertyValue(name).trim());
    map.addLayer({
      id: DOTS,
      type: 'circle',
      source: SOURCE,
      paint: {
        'circle-color': ['get', 'colour'],
        'circle-opacity': ['case', ['get', 'faint'], 0.35, 1],
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 9, 3, 15, 7],
        'circle-stroke-color': surface,
        'circle-stroke-width': 1.5,
      },
    });
    map.addLayer({
      id: NAMES,
      type: 'symbol',
      source: SOURCE,
      minzoom: 14,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': labelsFont(map),
        'text-size': 12,
        'text-anchor': 'top',
        'text-offset': [0, 0.7],
        'text-max-width': 9,
      },
      paint: { 'text-color': text, 'text-halo-color': surface, 'text-halo-width': 1.5 },
    });
    draw();
  }
  const idAt = ({ point: { x, y } }: MapMouseEvent): number | null => {
    if (!map.getLayer(DOTS)) return null;
    const box: [[number, number], [number, number]] = [
      [x - 4, y - 4],
      [x + 4, y + 4],
    ];
    const [found] = map.queryRenderedFeatures(box, { layers: [DOTS] });
    return typeof found?.id === 'number' ? found.id : null;
  };
  const click = (event: MapMouseEvent) => {
    const id = quiet ? null : idAt(event);
    if (id !== null) onPick(id);
  };
  const move = (event: MapMouseEvent) => {
    if (!quiet && event.originalEvent.buttons === 0)
      map.getCanvas().style.cursor = idAt(event) === null ? '' : 'pointer';
  };
  map.on('click', click);
  map.on('mousemove', move);
  const remove = addLayers(map, { source: SOURCE, layers: [NAMES, DOTS], add });

  return {
    set(next: readonly DrawnOutlet[]): void {
      outlets = next;
      draw();
    },
    /** Disables picking while something is drawn. */
    setQuiet(on: boolean): void {
      quiet = on;
    },
    stop(): void {
      remove();
      map.off('click', click);
      map.off('mousemove', move);
    },
  };
}

export type OutletLayer = ReturnType<typeof createOutletLayer>;
