import type { GeoJSONSource } from 'maplibre-gl';
import { addLayers } from '../../../map/add-layers.ts';
import { labelsFont } from '../../../map/labels-font.ts';
import type { MapLibreMap } from '../../../map/map-library.ts';
import type { Coordinates } from '../../../ui/map/geodesy.ts';

const SOURCE = 'over-route';
const [LINE, DOTS, NUMBERS] = ['over-route-line', 'over-route-dots', 'over-route-numbers'];

export interface DrawnRoute {
  colour: string;
  begin: Coordinates | null;
  end: Coordinates | null;
  /** The stops in order. */
  stops: readonly { place: Coordinates; outside: boolean }[];
  /** False: its stops are dots without a line and without numbers. */
  hasLine?: boolean;
}

const at = ({ lat, lon }: Coordinates): [number, number] => [lon, lat];

function featuresOf({ colour, begin, end, stops, hasLine = true }: DrawnRoute): GeoJSON.Feature[] {
  const ends = [begin, end].flatMap((depot) => depot ?? []);
  const line = [...(begin ? [begin] : []), ...stops.map(({ place }) => place), ...(end ? [end] : [])];
  return [
    ...(hasLine && line.length > 1
      ? [
          {
            type: 'Feature' as const,
            properties: { colour },
            geometry: { type: 'LineString' as const, coordinates: line.map(at) },
          },
        ]
      : []),
    ...ends.map((place) => ({
      type: 'Feature' as const,
      properties: { colour, number: '' },
      geometry: { type: 'Point' as const, coordinates: at(place) },
    })),
    ...stops.map(({ place, outside }, index) => ({
      type: 'Feature' as const,
      properties: { colour: outside ? '#dc2626' : colour, number: hasLine ? String(index + 1) : '' },
      geometry: { type: 'Point' as const, coordinates: at(place) },
    })),
  ];
}

/** Routes on a map: straight lines in the order of their numbered stops, and depots as unnumbered dots. */
export function createRouteLayer(map: MapLibreMap) {
  let routes: readonly DrawnRoute[] = [];

  function draw(): void {
    void map
      .getSource<GeoJSONSource>(SOURCE)
      ?.setData({ type: 'FeatureCollection', features: routes.flatMap((route) => featuresOf(route)) });
  }
  function add(): void {
    map.addSource(SOURCE, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } });
    map.addLayer({
      id: LINE,
      type: 'line',
      source: SOURCE,
      filter: ['==', ['geometry-type'], 'LineString'],
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': ['get', 'colour'], 'line-width': 3, 'line-opacity': 0.7 },
    });
    map.addLayer({
      id: DOTS,
      type: 'circle',
      source: SOURCE,
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-color': ['get', 'colour'],
        'circle-radius': 11,
        'circle-stroke-color': '#ffffff',
        'circle-stroke-width': 2,
      },
    });
    map.addLayer({
      id: NUMBERS,
      type: 'symbol',
      source: SOURCE,
      filter: ['==', ['geometry-type'], 'Point'],
      layout: {
        'text-field': ['get', 'number'],
        'text-font': labelsFont(map),
        'text-size': 11,
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: { 'text-color': '#ffffff' },
    });
    draw();
  }
  const remove = addLayers(map, { source: SOURCE, layers: [NUMBERS, DOTS, LINE], add });

  return {
    set(next: readonly DrawnRoute[]): void {
      routes = next;
      draw();
    },
    stop: remove,
  };
}

export type RouteLayer = ReturnType<typeof createRouteLayer>;
