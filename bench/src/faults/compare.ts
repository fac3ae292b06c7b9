import { readReports } from '@milepost/server/store/tracks/reports';
import { Client } from 'pg';
import type { BenchDevice } from '../devices/device.ts';
import { type ReportPlan, reportOf } from '../devices/place.ts';

export interface Comparison {
  /** The stored positions among those compared. */
  stored: number;
  /** Acknowledged to the device, but missing in the database or with another content. */
  lost: number;
  /** Positions that are in the database more than once. */
  doubled: number;
  /** Positions in the database that were never sent. */
  strange: number;
}

/** The resolution of GT06 is 1/1,800,000 degree. */
const TOLERANCE_E7 = 6;

/** Compares the acknowledged reports of devices with the stored positions, from report `from` of each device on. */
export async function compare(
  url: string,
  devices: readonly BenchDevice[],
  plan: ReportPlan,
  from: number,
): Promise<Comparison> {
  // Read before the query, because reports acknowledged during the query can be missing in its result.
  const acknowledgedByImei = new Map(devices.map((device) => [device.imei, device.acknowledged]));
  const result: Comparison = { stored: 0, lost: 0, doubled: 0, strange: 0 };
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: number; imei: string }>('SELECT id, identity AS imei FROM devices');
    const ids = new Map(rows.map(({ id, imei }) => [imei, id]));
    for (const [imei, acknowledged] of acknowledgedByImei) {
      const copies = new Map<number, number>();
      const since = new Date(plan.startsAt + from * 1000);
      // Of rows and of packed days.
      for (const { position } of await readReports(client, ids.get(imei) ?? 0, since, new Date())) {
        if (position === null) continue;
        result.stored++;
        const number = (position.fixTime.getTime() - plan.startsAt) / 1000;
        const report = reportOf(plan, imei, number);
        const asSent = isNear(position.lat, report.lat) && isNear(position.lon, report.lon);
        if (!asSent) result.strange++;
        else copies.set(number, (copies.get(number) ?? 0) + 1);
      }
      for (let number = from; number < acknowledged; number++) if (!copies.has(number)) result.lost++;
      for (const count of copies.values()) result.doubled += count - 1;
    }
    return result;
  } finally {
    await client.end();
  }
}

const isNear = (stored: number, degrees: number): boolean => Math.abs(stored - degrees) * 1e7 <= TOLERANCE_E7 + 0.5;
