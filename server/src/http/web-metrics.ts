import { Counter, exponentialBuckets, Gauge, Histogram, type Registry } from 'prom-client';
import type { DiskSpace } from '../disk.ts';
import { exportOptional } from '../status/gauges.ts';
import { VERSION } from '../version.ts';

export interface WebMetrics {
  /** Counts a connection to the web port that was refused, or closed to make room for others. */
  refused(reason: 'address' | 'full' | 'idle'): void;
  /** Records a request of the web port: its route pattern, the HTTP status and the time until it was sent. */
  responded(route: string | undefined, status: number, seconds: number): void;
}

/** The first segments of routes that have a label of their own. */
const PARTS = new Set('basemap calendar downloads files healthz imports live metrics readyz'.split(' '));

/** The part of the application that a route belongs to: a closed list, whatever is requested. */
function partOf(route: string | undefined): string {
  if (route?.endsWith('.html') === true) return 'calls';
  const [, first = ''] = route?.split('/') ?? [];
  return PARTS.has(first) ? first : 'pages';
}

/** The class of an HTTP or body status, such as `2xx`. */
export const statusClass = (status: number): string => `${Math.floor(status / 100)}xx`;

/** @param disk the disk of DATA_DIR; null when it cannot be read */
export function createWebMetrics(registry: Registry, disk: () => Promise<DiskSpace | null>): WebMetrics {
  const registers = [registry];
  const refused = new Counter({
    name: 'milepost_web_connections_refused_total',
    help: 'Connections to the web port beyond the limits, by reason.',
    labelNames: ['reason'],
    registers,
  });
  const requests = new Histogram({
    name: 'milepost_http_request_seconds',
    help: 'Time from a request on the web port to the end of its response, by part of the application and HTTP status.',
    labelNames: ['part', 'status'],
    // From 1 ms for a page to a minute for an upload.
    buckets: exponentialBuckets(0.001, 4, 9),
    registers,
  });
  const ofDisk = (name: string, help: string, read: (space: DiskSpace) => number | null) =>
    exportOptional(registry, {
      name,
      help,
      read: async () => {
        const space = await disk();
        return space && read(space);
      },
    });
  ofDisk('milepost_disk_free_bytes', 'Free space on the disk of DATA_DIR.', ({ freeBytes }) => freeBytes);
  ofDisk('milepost_disk_size_bytes', 'Size of the disk of DATA_DIR.', ({ sizeBytes }) => sizeBytes);
  const until = 'until the disk of DATA_DIR is full if it fills as in the last day; absent while it does not fill';
  ofDisk('milepost_disk_time_left_seconds', `Time ${until}.`, ({ hoursLeft }) => hoursLeft && hoursLeft * 3600);
  ofDisk(
    'milepost_disk_hours_left',
    'Former name of milepost_disk_time_left_seconds, in hours, which the next minor release drops.',
    ({ hoursLeft }) => hoursLeft,
  );
  new Gauge({
    name: 'milepost_build_info',
    help: 'Version of the server, as a label of the constant 1.',
    labelNames: ['version'],
    registers,
  }).set({ version: VERSION }, 1);
  return {
    refused: (reason) => refused.inc({ reason }),
    responded: (route, status, seconds) =>
      requests.observe({ part: partOf(route), status: statusClass(status) }, seconds),
  };
}
