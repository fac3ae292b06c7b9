import Supercluster from 'supercluster';
import { MARK } from '../live/fleet-table.ts';

/** Three or more vehicles that are nearer to each other than this many px on the screen become one ring. */
const RADIUS_PX = 36;
const MIN_MEMBERS = 3;
/** From this zoom on, every vehicle is drawn individually. */
export const CLUSTER_MAX_ZOOM = 16;
const MAX_MEMBERS_LISTED = 60;

/** One row for each vehicle that takes part. */
export interface ClusterPoints {
  ids: Int32Array;
  lons: Float64Array;
  lats: Float64Array;
  statuses: Uint8Array;
  /** The bits of `MARK`. */
  marks: Uint8Array;
}

export interface Cluster {
  /** The smallest vehicle id of the cluster: a key that is stable while vehicles come and go. */
  key: number;
  lon: number;
  lat: number;
  count: number;
  /** The number of vehicles of each status, by its code. */
  counts: number[];
  /** The number of vehicles with a critical alarm, and of those out of service. */
  alarmed: number;
  out: number;
  /** The zoom at which the cluster splits; null if its vehicles are all in one spot. */
  expansionZoom: number | null;
  /** The vehicles of the cluster (at most 60) if it does not split; otherwise empty. */
  members: number[];
}

export interface ClusterResult {
  clusters: Cluster[];
  /** The vehicles of the area that are drawn individually. */
  singles: number[];
}

export type Bounds = [west: number, south: number, east: number, north: number];

type Point = { id: number; status: number; marks: number };
// Flat, because Supercluster copies the sums of a cluster only one level deep.
type Sums = Record<'key' | 's0' | 's1' | 's2' | 's3' | 's4' | 's5' | 's6' | 'alarmed' | 'out', number>;
export type ClusterIndex = Supercluster<Point, Sums>;

export function buildClusterIndex(points: ClusterPoints): ClusterIndex {
  const index = new Supercluster<Point, Sums>({
    radius: RADIUS_PX,
    extent: 512,
    minPoints: MIN_MEMBERS,
    maxZoom: CLUSTER_MAX_ZOOM,
    map: ({ id, status, marks }) => ({
      key: id,
      s0: Number(status === 0),
      s1: Number(status === 1),
      s2: Number(status === 2),
      s3: Number(status === 3),
      s4: Number(status === 4),
      s5: Number(status === 5),
      s6: Number(status === 6),
      alarmed: Number((marks & MARK.criticalAlarm) !== 0),
      out: Number((marks & MARK.outOfService) !== 0),
    }),
    reduce(sums, other) {
      sums.key = Math.min(sums.key, other.key);
      sums.s0 += other.s0;
      sums.s1 += other.s1;
      sums.s2 += other.s2;
      sums.s3 += other.s3;
      sums.s4 += other.s4;
      sums.s5 += other.s5;
      sums.s6 += other.s6;
      sums.alarmed += other.alarmed;
      sums.out += other.out;
    },
  });
  const features = Array.from(points.ids, (id, row) => ({
    type: 'Feature' as const,
    geometry: { type: 'Point' as const, coordinates: [points.lons[row] ?? 0, points.lats[row] ?? 0] },
    properties: { id, status: points.statuses[row] ?? 0, marks: points.marks[row] ?? 0 },
  }));
  return index.load(features);
}

/** Returns what to draw in the area at a zoom (any number; the index has one level for each whole zoom). */
export function queryClusters(index: ClusterIndex, bounds: Bounds, zoom: number): ClusterResult {
  const result: ClusterResult = { clusters: [], singles: [] };
  for (const { geometry, properties } of index.getClusters(bounds, Math.round(zoom))) {
    if (!('cluster' in properties)) {
      result.singles.push(properties.id);
      continue;
    }
    const { cluster_id, key, point_count, s0, s1, s2, s3, s4, s5, s6, alarmed, out } = properties;
    const expansion = index.getClusterExpansionZoom(cluster_id);
    const expands = expansion <= CLUSTER_MAX_ZOOM;
    const [lon = 0, lat = 0] = geometry.coordinates;
    result.clusters.push({
      key,
      lon,
      lat,
      count: point_count,
      counts: [s0, s1, s2, s3, s4, s5, s6],
      alarmed,
      out,
      expansionZoom: expands ? expansion : null,
      members: expands ? [] : index.getLeaves(cluster_id, MAX_MEMBERS_LISTED).map((leaf) => leaf.properties.id),
    });
  }
  return result;
}
