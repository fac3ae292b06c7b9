import type { DeviceDay } from '../chunks/device-day.ts';
import { inSlices } from '../../loop/slices.ts';
import type { Queryable } from '../database.ts';
import {
  CHUNK_DATA,
  CHUNK_TABLE,
  dayTextOf,
  decodeChunk,
  lowerBound,
  type PackedKind,
  timesOf,
} from './packed-days.ts';

/** The key of a report: the device, the time in epoch milliseconds, and the hash. */
export interface ReportOfDevice {
  deviceId: number;
  time: number;
  hash: number;
}

/** Days of devices whose chunks are in memory together. */
const TOGETHER = 16;
/** Reports of the last day are never packed. */
const DAY_MS = 86_400_000;

/**
 * Returns the function that tells whether a report is packed already, which a device that sends it again need not know:
 * stored as a row it would count as new, and the facts since then would be recomputed. Only looks at older reports.
 */
export async function findRepeated(
  db: Queryable,
  kind: PackedKind,
  reports: readonly ReportOfDevice[],
): Promise<(report: ReportOfDevice) => boolean> {
  const older = reports.filter(({ time }) => time < Date.now() - DAY_MS);
  if (older.length === 0) return () => false;
  const ofDay = Map.groupBy(older, keyOf);
  const days = [...ofDay.values()].flatMap(([one]) => (one ? [one] : []));
  const repeated = new Set<string>();
  const slices = inSlices('repeated');
  for (let from = 0; from < days.length; from += TOGETHER) {
    const some = days.slice(from, from + TOGETHER);
    const { rows } = await db.query<{ deviceId: number; day: string; data: Buffer }>(
      `SELECT c.device_id AS "deviceId", c.day::text AS day, ${CHUNK_DATA}
       FROM unnest($1::int[], $2::date[]) AS u(device_id, day)
       JOIN ${CHUNK_TABLE[kind]} c ON c.device_id = u.device_id AND c.day = u.day`,
      [some.map(({ deviceId }) => deviceId), some.map(({ time }) => dayTextOf(time * 1000))],
    );
    for (const { deviceId, day, data } of rows) {
      for (const { time, hash } of packedOf(kind, { deviceId, day }, data, ofDay.get(`${deviceId} ${day}`) ?? [])) {
        repeated.add(`${deviceId} ${time} ${hash}`);
      }
      if (slices.isOver()) await slices.next();
    }
  }
  return ({ deviceId, time, hash }) => repeated.has(`${deviceId} ${time} ${hash}`);
}

const keyOf = ({ deviceId, time }: ReportOfDevice): string => `${deviceId} ${dayTextOf(time * 1000)}`;

/** Those of these reports of one device and day that are in its chunk. None if it is damaged. */
function packedOf(
  kind: PackedKind,
  one: DeviceDay,
  data: Uint8Array,
  reports: readonly ReportOfDevice[],
): ReportOfDevice[] {
  try {
    const chunk = decodeChunk(kind, data, one);
    const times = timesOf(chunk);
    return reports.filter(({ time, hash }) => {
      const micros = time * 1000;
      for (let row = lowerBound(times, micros); times[row] === micros; row++) {
        if (chunk.reportHash[row] === hash) return true;
      }
      return false;
    });
  } catch {
    // Whoever reads the day records it.
    return [];
  }
}
