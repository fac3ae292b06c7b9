import type { FleetTable } from '../live/fleet-table.ts';
import { CLUSTER_MAX_ZOOM, type Bounds, type ClusterPoints } from './cluster-index.ts';
import type { ClusterAnswer, ClusterQuestion } from './cluster-worker.ts';
import { createRebuildPace } from './rebuild-pace.ts';

/**
 * Requests the clusters from the worker. One request runs at a time; while it runs, only the newest request waits.
 * @param onAnswer gets null if no clusters are to be drawn at all
 */
export function createClusterClient(onAnswer: (answer: ClusterAnswer | null) => void) {
  const worker = new Worker(new URL('./cluster-worker.ts', import.meta.url), { type: 'module', name: 'clusters' });
  let inFlight: { at: number; rebuild: boolean } | null = null;
  let waiting: (() => ClusterQuestion) | null = null;
  let isTooNear = false;
  const pace = createRebuildPace();

  const send = (question: ClusterQuestion) => {
    inFlight = { at: performance.now(), rebuild: question.points !== null };
    const { points } = question;
    const buffers = points ? Object.values(points).map(({ buffer }) => buffer) : [];
    worker.postMessage(question, buffers);
  };

  worker.addEventListener('message', ({ data }: MessageEvent<ClusterAnswer>) => {
    if (inFlight?.rebuild) pace.end(performance.now() - inFlight.at);
    inFlight = null;
    const next = waiting;
    waiting = null;
    if (!next) return onAnswer(data);
    if (data.zoom <= CLUSTER_MAX_ZOOM + 0.5) onAnswer(data);
    send(next());
  });

  return {
    /** Call this when the filter or the fleet changed: the next request rebuilds the index immediately. */
    invalidate: pace.hurry,
    /**
     * Call this when a vehicle moved, was added, was removed or got another mark: a request is useful as soon as
     * `isDue` is true.
     */
    change: pace.change,
    /**
     * True if a request now would bring a new result although the map does not move. @param now monotonic clock, ms
     */
    isDue: (now: number): boolean => !isTooNear && inFlight === null && pace.isDue(now),
    /**
     * Requests the clusters of an area. @param points collects the vehicles that take part; called only when they are
     * needed
     */
    ask(bounds: Bounds, zoom: number, points: () => ClusterPoints): void {
      isTooNear = zoom > CLUSTER_MAX_ZOOM + 0.5;
      if (isTooNear) {
        waiting = null;
        return onAnswer(null);
      }
      const question = (): ClusterQuestion => {
        const now = performance.now();
        const rebuild = pace.isDue(now);
        if (rebuild) pace.begin(now);
        return { points: rebuild ? points() : null, bounds, zoom };
      };
      if (inFlight) waiting = question;
      else send(question());
    },
    stop: () => worker.terminate(),
  };
}

/** The vehicles with coordinates that pass the filter. @param takesPart by slot */
export function clusterPoints(table: FleetTable, takesPart: (slot: number) => boolean): ClusterPoints {
  const slots: number[] = [];
  for (let slot = 0; slot < table.size; slot++) {
    if (!Number.isNaN(table.lat[slot]) && takesPart(slot)) slots.push(slot);
  }
  return {
    ids: Int32Array.from(slots, (slot) => table.ids[slot] ?? 0),
    lons: Float64Array.from(slots, (slot) => table.lon[slot] ?? 0),
    lats: Float64Array.from(slots, (slot) => table.lat[slot] ?? 0),
    statuses: Uint8Array.from(slots, (slot) => table.status[slot] ?? 0),
    marks: Uint8Array.from(slots, (slot) => table.marks[slot] ?? 0),
  };
}
