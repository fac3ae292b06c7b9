import { shownPlace } from '../live/apply-state.ts';
import type { LiveStore } from '../live/live-store.ts';
import { clusterPoints, createClusterClient } from './cluster-client.ts';
import { createClusterMarkers } from './cluster-markers.ts';
import type { Cluster } from './cluster-index.ts';
import { chooseLabels } from './labels.ts';
import type { MapColors } from './map-colors.ts';
import type { MapLibreMap } from './map-library.ts';
import { createOverlayCanvas, type Label } from './overlay-canvas.ts';
import { screenOf, screenX, screenY } from './screen.ts';
import type { Trail } from './trail.ts';
import { createVehicleCanvas } from './vehicle-canvas.ts';
import { createVehicleFrame, fillVehicleFrame, frameLifeMs } from './vehicle-frame.ts';

const LABEL_ZOOM = 14;
const FEW = 80;
const MAX_LABELLED = 300;
const LABEL_MS = 300;
const CLUSTER_MS = 200;
/** The share of the view's size that is drawn and clustered beyond each edge, so that a drag does not show a gap. */
const MARGIN = 0.35;

export interface DrawingOptions {
  map: MapLibreMap;
  store: LiveStore;
  colors: MapColors;
  clusterLabel(cluster: Cluster): string;
  onCluster(cluster: Cluster): void;
  /** Called with the monotonic clock before each frame that is drawn. */
  onDraw(now: number): void;
}

/** Draws the fleet, the trail and the labels over the map, only as often as something visible changes. */
export function createVehicleDrawing({ map, store, onDraw, ...options }: DrawingOptions) {
  const markers = createClusterMarkers(map, { label: options.clusterLabel, onClick: options.onCluster });
  let colors = options.colors;
  let frame = createVehicleFrame();
  let filter: ReadonlySet<number> | null = null;
  let singles: ReadonlySet<number> | null = null;
  let selectedId: number | null = null;
  let trail: Trail | null = null;
  let labels: Label[] = [];
  let labelsAt = -Infinity;
  let clustersAt = -Infinity;
  /** True until the clusters of this area have been requested. */
  let isNewArea = true;
  let dirty = true;
  let drawUntil = 0;
  let drawnAt = 0;
  let glide = true;
  let handle = 0;

  const clusters = createClusterClient((answer) => {
    singles = answer ? new Set(answer.singles) : null;
    markers.show(answer ? answer.clusters : []);
    dirty = true;
  });

  const area = () => {
    const bounds = map.getBounds();
    const dLon = (bounds.getEast() - bounds.getWest()) * MARGIN;
    const dLat = (bounds.getNorth() - bounds.getSouth()) * MARGIN;
    return {
      west: bounds.getWest() - dLon,
      east: bounds.getEast() + dLon,
      south: Math.max(-90, bounds.getSouth() - dLat),
      north: Math.min(90, bounds.getNorth() + dLat),
    };
  };

  const passes = (slot: number) => filter === null || filter.has(store.table.ids[slot] ?? 0);
  const isDrawn = (slot: number) => passes(slot) && (singles === null || singles.has(store.table.ids[slot] ?? 0));

  const requestClusters = (now: number) => {
    clustersAt = now;
    isNewArea = false;
    const { west, south, east, north } = area();
    clusters.ask([west, south, east, north], map.getZoom(), () =>
      clusterPoints(store.table, (slot) => passes(slot) && store.table.ids[slot] !== selectedId),
    );
  };

  const place = (id: number, now: number): [number, number] => {
    const slot = store.table.slotOf.get(id);
    if (slot === undefined) return [0, 0];
    const { lon, lat } = shownPlace(store.table, slot, glide ? now : Infinity);
    return [lon, lat];
  };

  const placeOf = (id: number, now: number): [number, number] | null => {
    const found = place(id, now);
    return store.table.slotOf.has(id) && !Number.isNaN(found[0]) ? found : null;
  };

  const relabel = (now: number) => {
    labelsAt = now;
    const near = map.getZoom() >= LABEL_ZOOM;
    const screen = screenOf(map);
    const candidates = [];
    for (let at = 0; at < frame.count && candidates.length <= MAX_LABELLED; at++) {
      const id = store.table.ids[frame.slots[at] ?? 0] ?? 0;
      const x = screenX(screen, frame.positions[at * 2] ?? 0);
      const y = screenY(screen, frame.positions[at * 2 + 1] ?? 0);
      if (x < 0 || y < 0 || x > screen.width || y > screen.height) continue;
      candidates.push({ id, text: store.vehicles.get(id)?.registration ?? '', x, y });
    }
    const wanted = near || candidates.length <= FEW ? candidates : candidates.filter(({ id }) => id === selectedId);
    const shown = new Set(labels.map(({ id }) => id));
    const chosen = wanted.length > MAX_LABELLED ? [] : chooseLabels(wanted, shown, selectedId);
    if (
      chosen.length === labels.length &&
      chosen.every(({ id, text }) => labels.some((l) => l.id === id && l.text === text))
    )
      return;
    labels = chosen.map(({ id, text }) => ({ id, text }));
  };

  /** Draws for the current camera; vehicles are where they are in the newest frame. */
  const drawCanvases = () => {
    points.draw(frame, colors);
    overlay.draw(
      {
        trail,
        selected: selectedId === null ? null : placeOf(selectedId, drawnAt),
        selectedId,
        labels,
        placeOf: (id) => place(id, drawnAt),
      },
      colors,
    );
  };

  const draw = (now: number) => {
    dirty = false;
    const selectedSlot = selectedId === null ? -1 : (store.table.slotOf.get(selectedId) ?? -1);
    frame = fillVehicleFrame(frame, store.table, { now, ...area(), isDrawn, selectedSlot, glide });
    const screen = screenOf(map);
    drawUntil = now + frameLifeMs(frame, screen.worldPx);
    if (now - labelsAt >= LABEL_MS) relabel(now);
    drawnAt = now;
    onDraw(now);
    // While the camera moves, the map's own frames draw the canvases.
    if (!map.isMoving()) drawCanvases();
  };

  const tick = (now: number) => {
    handle = requestAnimationFrame(tick);
    if ((isNewArea || clusters.isDue(now)) && now - clustersAt >= CLUSTER_MS) requestClusters(now);
    if (dirty || now >= drawUntil) draw(now);
  };

  const move = () => {
    dirty = isNewArea = true;
  };
  // Separate canvases over the map: a moving vehicle does not redraw the basemap.
  const overlay = createOverlayCanvas(map);
  const points = createVehicleCanvas(map);
  // Together with the camera, in the same frame as the basemap.
  map.on('render', drawCanvases);
  map.on('move', move);
  map.on('resize', move);
  const offFrame = store.onFrame(() => {
    clusters.change();
    dirty = true;
  });
  handle = requestAnimationFrame(tick);

  return {
    /** Limits the display to the vehicles of the list's filter; null for all. */
    setFilter(ids: ReadonlySet<number> | null): void {
      filter = ids;
      clusters.invalidate();
      clustersAt = -Infinity;
      dirty = true;
    },
    setSelected(id: number | null): void {
      if (id === selectedId) return;
      selectedId = id;
      trail = null;
      labelsAt = clustersAt = -Infinity;
      clusters.invalidate();
      dirty = true;
    },
    setTrail(next: Trail | null): void {
      trail = next;
      dirty = true;
    },
    setColors(next: MapColors): void {
      colors = next;
      dirty = true;
    },
    setGlide(on: boolean): void {
      glide = on;
      dirty = true;
    },
    /** The nearest vehicle within `reach` px of a point of the map; null if there is none. */
    hit(x: number, y: number, reach = 17): number | null {
      const screen = screenOf(map);
      let best: number | null = null;
      let bestDistance = reach;
      for (let at = 0; at < frame.count; at++) {
        const dx = screenX(screen, frame.positions[at * 2] ?? 0) - x;
        const dy = screenY(screen, frame.positions[at * 2 + 1] ?? 0) - y;
        const distance = Math.hypot(dx, dy);
        if (distance > bestDistance) continue;
        bestDistance = distance;
        best = store.table.ids[frame.slots[at] ?? 0] ?? null;
      }
      return best;
    },
    /** The displayed coordinates of a vehicle, [lon, lat]; null if it has none. */
    placeOf,
    stop(): void {
      cancelAnimationFrame(handle);
      offFrame();
      clusters.stop();
      markers.show([]);
      map.off('move', move);
      map.off('resize', move);
      map.off('render', drawCanvases);
      points.stop();
      overlay.stop();
    },
  };
}

export type VehicleDrawing = ReturnType<typeof createVehicleDrawing>;
