import type { Values, WrittenLine } from '../../imports/import-descriptor.ts';
import type { Actor } from '../audit/audit.ts';
import type { Queryable } from '../database.ts';
import { narrowGivenLimits } from '../people/given-limits.ts';
import { endLinksBeyondLimits } from '../people/vehicle-limits.ts';
import { VEHICLE_STATUSES } from '@milepost/contract/vehicle-kinds';
import { setStatus } from '../fleet/change-status.ts';
import { sealAllInstalled } from '../private-time/seal-installed.ts';
import { VEHICLE_FIELDS } from '../fleet/vehicle-fields.ts';
import { ownOf } from './own-columns.ts';
import { registrationKey } from './resolve-vehicles.ts';
import { putReadings } from './vehicle-meters.ts';

const FIELDS = Object.entries(VEHICLE_FIELDS);
const COLUMNS = FIELDS.map(([, [column]]) => column);
const FROM = `jsonb_to_recordset($1) AS r(id int, own jsonb, status text, ${FIELDS.map(
  ([field, [, type]]) => `"${field}" ${type}`,
).join(', ')})`;
const VALUE_COLUMNS = FIELDS.map(([field]) => `r."${field}"`);

const column = (rows: readonly { after: Values }[], field: string) => rows.map(({ after }) => after[field] ?? null);
const recordset = (rows: readonly { id: number | null; after: Values }[]) =>
  JSON.stringify(rows.map(({ id, after }) => ({ ...after, id, own: ownOf(after) })));

/** Creates and updates vehicles with their usual driver and device; returns ids in the order of the lines. */
export async function writeVehicles(
  db: Queryable,
  actor: Actor,
  organisationId: number,
  lines: readonly WrittenLine[],
): Promise<number[]> {
  const made = await insert(
    db,
    organisationId,
    lines.filter(({ id }) => id === null),
  );
  const written = lines.map((line) => ({ ...line, id: line.id ?? made.get(keyOf(line.after)) ?? 0 }));
  const changed = written.filter(({ before }) => before !== null);
  await update(db, changed);
  if (changed.some(({ before, after }) => before?.['groupId'] !== after['groupId'])) {
    await narrowGivenLimits(db, actor);
    await endLinksBeyondLimits(db);
  }
  await putDrivers(
    db,
    written.filter(({ before, after }) => (before?.['driverId'] ?? null) !== after['driverId']),
  );
  await putReadings(db, actor, written);
  await putDevices(
    db,
    written.filter(({ before, after }) => (before?.['deviceId'] ?? null) !== after['deviceId']),
  );
  return written.map(({ id }) => id);
}

const keyOf = ({ registration }: Values) => registrationKey(String(registration));

async function insert(
  db: Queryable,
  organisationId: number,
  lines: readonly WrittenLine[],
): Promise<Map<string, number>> {
  if (lines.length === 0) return new Map();
  const { rows } = await db.query<{ id: number; registration: string }>(
    `INSERT INTO vehicles (organisation_id, status, own, ${COLUMNS.join(', ')})
     SELECT $2, r.status, r.own, ${VALUE_COLUMNS.join(', ')} FROM ${FROM} RETURNING id, registration`,
    [recordset(lines), organisationId],
  );
  return new Map(rows.map(({ id, registration }) => [registrationKey(registration), id]));
}

async function update(db: Queryable, lines: readonly Changed[]): Promise<void> {
  if (lines.length === 0) return;
  const sets = COLUMNS.map((name, index) => `${name} = ${VALUE_COLUMNS[index]}`);
  await db.query(
    `UPDATE vehicles v SET own = r.own, version = v.version + 1, ${sets.join(', ')} FROM ${FROM} WHERE v.id = r.id`,
    [recordset(lines)],
  );
  for (const { id, before, after } of lines) {
    const status = VEHICLE_STATUSES.find((one) => one === after['status']);
    if (status !== before?.['status']) await setStatus(db, id, { status, statusSince: null });
  }
}

type Changed = WrittenLine & { id: number };
type Put = { id: number; after: Values };

async function putDrivers(db: Queryable, lines: readonly Put[]): Promise<void> {
  if (lines.length === 0) return;
  const values = [lines.map(({ id }) => id), column(lines, 'driverId')];
  await db.query(
    `UPDATE driver_assignments a SET to_time = greatest(a.from_time, now()), version = a.version + 1
     FROM unnest($1::int[], $2::int[]) AS t(vehicle_id, driver_id)
     WHERE a.vehicle_id = t.vehicle_id AND a.to_time IS NULL AND a.source = 'usual'
       AND a.driver_id IS DISTINCT FROM t.driver_id`,
    values,
  );
  await db.query(
    `INSERT INTO driver_assignments (vehicle_id, driver_id)
     SELECT vehicle_id, driver_id FROM unnest($1::int[], $2::int[]) AS t(vehicle_id, driver_id) WHERE driver_id IS NOT NULL
     ON CONFLICT (vehicle_id) WHERE to_time IS NULL AND source = 'usual' DO NOTHING`,
    values,
  );
}

/** Under the lock of installations, the devices are in no vehicle. */
async function putDevices(db: Queryable, lines: readonly Put[]): Promise<void> {
  if (lines.length === 0) return;
  const { rows } = await db.query<{ at: string }>('SELECT clock_timestamp()::text AS at');
  const ids = lines.map(({ id }) => id);
  await db.query(
    `UPDATE installations SET removed_at = greatest(installed_at, $2::timestamptz)
     WHERE vehicle_id = ANY($1) AND removed_at IS NULL`,
    [ids, rows[0]?.at],
  );
  // The speed unit is a property of the device, so the factor also applies in another vehicle.
  const made = await db.query<{ id: number; deviceId: number }>(
    `INSERT INTO installations (device_id, vehicle_id, installed_at, speed_factor)
     SELECT t.device_id, t.vehicle_id, $3, coalesce(
       (SELECT i.speed_factor FROM installations i WHERE i.device_id = t.device_id ORDER BY i.installed_at DESC LIMIT 1), 1)
     FROM unnest($1::int[], $2::int[]) AS t(vehicle_id, device_id) WHERE t.device_id IS NOT NULL
     RETURNING id, device_id AS "deviceId"`,
    [ids, column(lines, 'deviceId'), rows[0]?.at],
  );
  await sealAllInstalled(db, made.rows, Date.parse(rows[0]?.at ?? ''));
}
