import { Counter, Gauge, type Registry } from 'prom-client';
import type { DiskSpace } from '../disk.ts';
import { VERSION } from '../version.ts';

export interface WebMetrics {
  /** Counts a connection to the web port that was refused, or closed to make room for others. */
  refused(reason: 'address' | 'full' | 'idle'): void;
}

/** @param disk the disk of DATA_DIR; null when it cannot be read */
export function createWebMetrics(registry: Registry, disk: () => Promise<DiskSpace | null>): WebMetrics {
  const registers = [registry];
  const refused = new Counter({
    name: 'milepost_web_connections_refused_total',
    help: 'Connections to the web port beyond the limits, by reason',
    labelNames: ['reason'],
    registers,
  });
  const free: Gauge = new Gauge({
    name: 'milepost_disk_free_bytes',
    help: 'Free space on the disk of DATA_DIR',
    registers,
    collect: async (): Promise<void> => {
      const space = await disk();
      if (space) free.set(space.freeBytes);
      // Without a forecast there is no value, because a number would raise or silence an alarm.
      left.reset();
      if (typeof space?.hoursLeft === 'number') left.set({}, space.hoursLeft);
    },
  });
  const left = new Gauge({
    name: 'milepost_disk_hours_left',
    help: 'Hours until the disk of DATA_DIR is full if it fills as in the last day; absent while it does not fill',
    labelNames: [],
    registers,
  });
  new Gauge({ name: 'milepost_build_info', help: 'Version of the server', labelNames: ['version'], registers }).set(
    { version: VERSION },
    1,
  );
  return { refused: (reason) => refused.inc({ reason }) };
}
