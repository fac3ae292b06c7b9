import type { GeoJSONSource } from 'maplibre-gl';
import type { Coordinates } from '../../ui/map/geodesy.ts';
import { addLayers } from '../add-layers.ts';
import { labelsFont } from '../labels-font.ts';
import type { MapLibreMap } from '../map-library.ts';

const SOURCE = 'over-runs';
const LAYERS = ['over-runs-plan', 'over-runs-track', 'over-runs-stops', 'over-runs-numbers', 'over-runs-vehicles'];
const [PLAN = '', TRACK = '', STOPS = '', NUMBERS = '', VEHICLES = ''] = LAYERS;

/**
 * A delivery run on a map: the planned line, the stops in the colours of their outcome, the driven track and the
 * vehicle.
 */
export interface DrawnRun {
  colour: string;
  begin: Coordinates | null;
  end: Coordinates | null;
  stops: readonly { place: Coordinates; colour: string; number: string; planned: boolean }[];
  /** The pieces of the driven track. */
  track: readonly (readonly Coordinates[])[];
  vehicle: (Coordinates & { name: string }) | null;
}

const at = ({ lat, lon }: Coordinates): [number, number] => [lon, lat];

function featuresOf(run: DrawnRun): GeoJSON.Feature[] {
  const line = [
    run.begin ?? [],
    run.stops.filter(({ planned }) => planned).map(({ place }) => place),
    run.end ?? [],
  ].flat();
  const { colour } = run;
  return [
    ...(line.length > 1
      ? [feature('plan', { colour }, { type: 'LineString' as const, coordinates: line.map(at) })]
      : []),
    ...run.track
      .filter(({ length }) => length > 1)
      .map((piece) => feature('track', { colour }, { type: 'LineString' as const, coordinates: piece.map(at) })),
    ...run.stops.map((stop) =>
      feature(
        'stop',
        { colour: stop.colour, text: stop.number },
        { type: 'Point' as const, coordinates: at(stop.place) },
      ),
    ),
    ...(run.vehicle
      ? [
          feature(
            'vehicle',
            { colour, text: run.vehicle.name },
            { type: 'Point' as const, coordinates: at(run.vehicle) },
          ),
        ]
      : []),
  ];
}

const feature = (
  kind: 'plan' | 'track' | 'stop' | 'vehicle',
  properties: { colour: string; text?: string },
  geometry: GeoJSON.Feature['geometry'],
): GeoJSON.Feature => ({ type: 'Feature', properties: { kind, ...properties }, geometry });

/** Draws delivery runs on a map. */
export function createRunsLayer(map: MapLibreMap) {
  let runs: readonly DrawnRun[] = [];

  const draw = () =>
    void map
      .getSource<GeoJSONSource>(SOURCE)
      ?.setData({ type: 'FeatureCollection', features: runs.flatMap(featuresOf) });
  function add(): void {
    const css = getComputedStyle(document.documentElement);
    const color = (name: string, otherwise: string) => css.getPropertyValue(name).trim() || otherwise;
    const [surface, text] = [color('--surface', '#ffffff'), color('--text', '#111827')];
    map.addSource(SOURCE, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } });
    const line = (id: string, kind: string, dashed: boolean) =>
      map.addLayer({
        id,
        type: 'line',
        source: SOURCE,
        filter: ['==', ['get', 'kind'], kind],
        layout: { 'line-join': 'round', 'line-cap': dashed ? 'butt' : 'round' },
        paint: {
          'line-color': ['get', 'colour'],
          'line-width': dashed ? 2 : 4,
          'line-opacity': dashed ? 0.7 : 0.85,
          ...(dashed && { 'line-dasharray': [2, 2] }),
        },
      });
    line(TRACK, 'track', false);
    line(PLAN, 'plan', true);
    map.addLayer({
      id: STOPS,
      type: 'circle',
      source: SOURCE,
      filter: ['==', ['get', 'kind'], 'stop'],
      paint: {
        'circle-color': ['get', 'colour'],
        'circle-radius': ['case', ['==', ['get', 'text'], ''], 5, 10],
        'circle-stroke-color': surface,
        'circle-stroke-width': 1.5,
      },
    });
    map.addLayer({
      id: NUMBERS,
      type: 'symbol',
      source: SOURCE,
      filter: ['==', ['get', 'kind'], 'stop'],
      layout: {
        'text-field': ['get', 'text'],
        'text-font': labelsFont(map),
        'text-size': 11,
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: { 'text-color': '#ffffff' },
    });
    map.addLayer({
      id: VEHICLES,
      type: 'symbol',
      source: SOURCE,
      filter: ['==', ['get', 'kind'], 'vehicle'],
      layout: {
        'text-field': ['concat', '◆\n', ['get', 'text']],
        'text-font': labelsFont(map),
        'text-size': 13,
        'text-anchor': 'top',
        'text-offset': [0, -0.6],
        'text-allow-overlap': true,
      },
      paint: { 'text-color': text, 'text-halo-color': surface, 'text-halo-width': 2 },
    });
    draw();
  }
  const remove = addLayers(map, { source: SOURCE, layers: LAYERS, add });

  return {
    set(next: readonly DrawnRun[]): void {
      runs = next;
      draw();
    },
    stop: remove,
  };
}

export type RunsLayer = ReturnType<typeof createRunsLayer>;
