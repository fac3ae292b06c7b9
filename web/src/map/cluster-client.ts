import type { FleetTable } from '../live/fleet-table.ts';
import { CLUSTER_MAX_ZOOM, type Bounds, type ClusterPoints } from './cluster-index.ts';
import type { ClusterAnswer, ClusterQuestion } from './cluster-worker.ts';

/** The index is made anew from moved vehicles at most this often, and never more than a fifth of the time. */
const REBUILD_MS = 1000;
const REBUILD_SHARE = 5;

/**
 * Asks the worker what to draw. One question at a time: while it thinks, only the newest question waits.
 * @param onAnswer gets null where no clusters are to be drawn at all
 */
export function createClusterClient(onAnswer: (answer: ClusterAnswer | null) => void) {
  const worker = new Worker(new URL('./cluster-worker.ts', import.meta.url), { type: 'module', name: 'clusters' });
  let asked: { at: number; rebuild: boolean } | null = null;
  let waiting: (() => ClusterQuestion) | null = null;
  let rebuiltAt = 0;
  let pauseMs = REBUILD_MS;
  let stale = true;

  const send = (question: ClusterQuestion) => {
    asked = { at: performance.now(), rebuild: question.points !== null };
    const { points } = question;
    const buffers = points ? Object.values(points).map(({ buffer }) => buffer) : [];
    worker.postMessage(question, buffers);
  };

  worker.addEventListener('message', ({ data }: MessageEvent<ClusterAnswer>) => {
    if (asked?.rebuild) pauseMs = Math.max(REBUILD_MS, (performance.now() - asked.at) * REBUILD_SHARE);
    asked = null;
    const next = waiting;
    waiting = null;
    if (!next) return onAnswer(data);
    if (data.zoom <= CLUSTER_MAX_ZOOM + 0.5) onAnswer(data);
    send(next());
  });

  return {
    /** The filter or the fleet changed: the next question makes the index anew without waiting. */
    invalidate(): void {
      stale = true;
    },
    /** Asks for an area. @param points collects the vehicles that take part; called only when they are needed */
    ask(bounds: Bounds, zoom: number, points: () => ClusterPoints): void {
      if (zoom > CLUSTER_MAX_ZOOM + 0.5) {
        waiting = null;
        return onAnswer(null);
      }
      const question = (): ClusterQuestion => {
        const now = performance.now();
        const rebuild = stale || now - rebuiltAt >= pauseMs;
        if (rebuild) rebuiltAt = now;
        if (rebuild) stale = false;
        return { points: rebuild ? points() : null, bounds, zoom };
      };
      if (asked) waiting = question;
      else send(question());
    },
    stop: () => worker.terminate(),
  };
}

/** The vehicles with a place that pass the filter. @param takesPart by slot */
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
