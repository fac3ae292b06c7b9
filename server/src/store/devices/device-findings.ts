import type { DeviceFault } from '@milepost/contract/device-fault';
import { FAULT_DAYS } from '@milepost/contract/engine-constants';
import type { Queryable } from '../database.ts';
import { isDeviceDayHeldSql } from '../retention/legal-hold-sql.ts';

/** Signs that reports may not come from the device itself; names of `DeviceFault`. */
export type DeviceFindingKind = 'elsewhere' | 'secret' | 'twoSenders';

export interface DeviceFinding {
  deviceId: number;
  kind: DeviceFindingKind;
  times: number;
  /** Epoch milliseconds of the last time. */
  at: number;
  address: string;
  otherAddress: string | null;
}

const RETENTION_DAYS = 90;

/** Adds to the findings about these devices, and deletes old ones. */
export async function addFindings(db: Queryable, findings: readonly DeviceFinding[]): Promise<void> {
  await db.query(
    `INSERT INTO device_doubts AS held (device_id, day, kind, times, at, address, other_address)
     SELECT d.device_id, (d.at AT TIME ZONE 'UTC')::date, d.kind, d.times, d.at, d.address, d.other_address
     FROM unnest($1::int[], $2::text[], $3::int[], $4::timestamptz[], $5::text[], $6::text[])
       AS d(device_id, kind, times, at, address, other_address)
     WHERE EXISTS (SELECT FROM devices WHERE id = d.device_id)
     ON CONFLICT (device_id, day, kind) DO UPDATE SET
       times = held.times + excluded.times, at = excluded.at, address = excluded.address,
       other_address = excluded.other_address`,
    [
      findings.map(({ deviceId }) => deviceId),
      findings.map(({ kind }) => kind),
      findings.map(({ times }) => times),
      findings.map(({ at }) => new Date(at)),
      findings.map(({ address }) => address),
      findings.map(({ otherAddress }) => otherAddress),
    ],
  );
  await db.query(
    `DELETE FROM device_doubts f WHERE f.day < current_date - $1::int AND NOT ${isDeviceDayHeldSql('f.device_id', 'f.day')}`,
    [RETENTION_DAYS],
  );
}

interface FindingRow {
  device_id: number;
  vehicle_id: number | null;
  kind: DeviceFindingKind;
  times: number;
  at: Date;
  address: string;
  other_address: string | null;
}

export interface DeviceFindings {
  deviceId: number;
  vehicleId: number | null;
  faults: DeviceFault[];
}

/** The findings of the last days about these devices, or about those that are in these vehicles now. */
export async function readFindings(
  db: Queryable,
  of: { deviceIds: readonly number[] } | { vehicleIds: readonly number[] },
): Promise<DeviceFindings[]> {
  const [column, ids] = 'deviceIds' in of ? ['d.device_id', of.deviceIds] : ['i.vehicle_id', of.vehicleIds];
  const { rows } = await db.query<FindingRow>(
    `SELECT d.device_id, i.vehicle_id, d.kind, sum(d.times)::int AS times, max(d.at) AS at,
            (array_agg(d.address ORDER BY d.at DESC))[1] AS address,
            (array_agg(d.other_address ORDER BY d.at DESC))[1] AS other_address
     FROM device_doubts d LEFT JOIN installations i ON i.device_id = d.device_id AND i.removed_at IS NULL
     WHERE ${column} = ANY($1) AND d.day > current_date - $2::int
     GROUP BY d.device_id, i.vehicle_id, d.kind ORDER BY d.kind`,
    [ids, FAULT_DAYS],
  );
  return [...Map.groupBy(rows, (row) => row.device_id)].map(([deviceId, mine]) => ({
    deviceId,
    vehicleId: mine[0]?.vehicle_id ?? null,
    faults: mine.map(toFault),
  }));
}

function toFault({ kind, times, at, address, other_address }: FindingRow): DeviceFault {
  const details = { times, at: at.toISOString(), address };
  return kind === 'twoSenders' ? { kind, ...details, otherAddress: other_address ?? address } : { kind, ...details };
}
