import type { MapFence } from '@milepost/contract/fence-operations';
import type { GeoJSONSource, MapMouseEvent } from 'maplibre-gl';
import type { MapLibreMap } from '../map-library.ts';
import { labelsFont } from '../labels-font.ts';
import { fenceFeatures } from './fence-features.ts';
import { isReady } from '../is-ready.ts';
import { fenceLayers, PICKED, SOURCES } from './layer-styles.ts';

interface Listeners {
  /** Called with the geofence that was clicked, or null for a click outside of all. */
  onPick: (id: number | null) => void;
  onHover: (id: number | null) => void;
}

type Mark = 'selected' | 'hovered';

/** Shows all geofences on a map. They survive a change of the basemap, which removes every layer. */
export function createFenceLayer(map: MapLibreMap, { onPick, onHover }: Listeners) {
  let fences: readonly MapFence[] = [];
  let quiet = false;
  const marks: Record<Mark, number | null> = { selected: null, hovered: null };

  function setMark(mark: Mark, on: boolean): void {
    const id = marks[mark];
    if (id === null) return;
    for (const source of Object.values(SOURCES)) {
      if (map.getSource(source)) map.setFeatureState({ source, id }, { [mark]: on });
    }
  }
  function draw(): void {
    const data = fenceFeatures(fences);
    for (const [kind, source] of [
      ['areas', SOURCES.areas],
      ['bands', SOURCES.bands],
      ['names', SOURCES.names],
    ] as const) {
      void map.getSource<GeoJSONSource>(source)?.setData(data[kind]);
    }
  }
  function add(): void {
    if (map.getSource(SOURCES.areas)) return;
    const empty = { type: 'FeatureCollection' as const, features: [] };
    // Corridors are drawn as wide lines, which must extend beyond their tile by half their width.
    map.addSource(SOURCES.areas, { type: 'geojson', data: empty, maxzoom: 15, tolerance: 0.375 });
    map.addSource(SOURCES.bands, { type: 'geojson', data: empty, maxzoom: 12, buffer: 256 });
    map.addSource(SOURCES.names, { type: 'geojson', data: empty, maxzoom: 12 });
    const css = getComputedStyle(document.documentElement);
    const [text = '#000', halo = '#fff'] = ['--text', '--surface'].map((name) => css.getPropertyValue(name).trim());
    for (const layer of fenceLayers(labelsFont(map), text, halo)) map.addLayer(layer);
    draw();
    for (const mark of ['selected', 'hovered'] as const) setMark(mark, true);
  }
  const idAt = ({ point }: MapMouseEvent): number | null => {
    if (!map.getLayer('fence-fill')) return null;
    const near: [[number, number], [number, number]] = [
      [point.x - 3, point.y - 3],
      [point.x + 3, point.y + 3],
    ];
    const found = map.queryRenderedFeatures(near, { layers: PICKED });
    // The smallest geofence is picked, which otherwise could not be reached within a larger one.
    const [smallest] = found.toSorted((a, b) => Number(a.properties['areaM2']) - Number(b.properties['areaM2']));
    return typeof smallest?.id === 'number' ? smallest.id : null;
  };
  const click = (event: MapMouseEvent) => {
    if (!quiet) onPick(idAt(event));
  };
  const move = (event: MapMouseEvent) => {
    if (quiet || event.originalEvent.buttons !== 0) return;
    const id = idAt(event);
    map.getCanvas().style.cursor = id === null ? '' : 'pointer';
    if (id !== marks.hovered) onHover(id);
  };
  map.on('style.load', add);
  map.on('click', click);
  map.on('mousemove', move);
  if (isReady(map)) add();

  return {
    set(next: readonly MapFence[]): void {
      fences = next;
      draw();
    },
    mark(mark: Mark, id: number | null): void {
      if (marks[mark] === id) return;
      setMark(mark, false);
      marks[mark] = id;
      setMark(mark, true);
    },
    /** Disables picking while something is drawn. */
    setQuiet(on: boolean): void {
      quiet = on;
      if (on) map.getCanvas().style.cursor = '';
    },
    stop(): void {
      map.off('style.load', add);
      map.off('click', click);
      map.off('mousemove', move);
    },
  };
}

export type FenceLayer = ReturnType<typeof createFenceLayer>;
