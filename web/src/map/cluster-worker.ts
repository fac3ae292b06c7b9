import { buildClusterIndex, queryClusters } from './cluster-index.ts';
import type { ClusterIndex, ClusterPoints, ClusterResult, Bounds } from './cluster-index.ts';

/** Replaces the index if `points` is present, then returns the clusters of the area. */
export interface ClusterQuestion {
  points: ClusterPoints | null;
  bounds: Bounds;
  zoom: number;
}
export interface ClusterAnswer extends ClusterResult {
  zoom: number;
}

let index: ClusterIndex | null = null;

addEventListener('message', ({ data }: MessageEvent<ClusterQuestion>) => {
  if (data.points) index = buildClusterIndex(data.points);
  const result = index ? queryClusters(index, data.bounds, data.zoom) : { clusters: [], singles: [] };
  const answer: ClusterAnswer = { ...result, zoom: data.zoom };
  postMessage(answer);
});
