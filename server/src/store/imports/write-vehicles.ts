import type { Values, WrittenLine } from '../../imports/import-descriptor.ts';
import type { Actor } from '../audit/audit.ts';
import type { Queryable } from '../database.ts';
import { narrowGivenLimits } from '../people/given-limits.ts';
import { endLinksBeyondLimits } from '../people/vehicle-limits.ts';
import { registrationKey } from './resolve-vehicles.ts';

const OWN = ['registration', 'type', 'make', 'model', 'chassisNumber', 'engineNumber'] as const;
const ARRAYS = '$2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[]';
const NAMES = 'registration, type, make, model, chassis_number, engine_number, group_id';

const column = (rows: readonly { after: Values }[], field: string) => rows.map(({ after }) => after[field] ?? null);
const columns = (rows: readonly { after: Values }[]) => [...OWN, 'groupId'].map((field) => column(rows, field));

/** Creates and updates vehicles with their usual driver and device; ids in the order of the lines. */
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
    `INSERT INTO vehicles (organisation_id, ${NAMES}) SELECT $1, * FROM unnest(${ARRAYS}) RETURNING id, registration`,
    [organisationId, ...columns(lines)],
  );
  return new Map(rows.map(({ id, registration }) => [registrationKey(registration), id]));
}

async function update(db: Queryable, lines: readonly (WrittenLine & { id: number })[]): Promise<void> {
  if (lines.length === 0) return;
  await db.query(
    `UPDATE vehicles v SET registration = t.registration, type = t.type, make = t.make, model = t.model,
       chassis_number = t.chassis_number, engine_number = t.engine_number, group_id = t.group_id, version = v.version + 1
     FROM unnest($1::int[], ${ARRAYS}) AS t(id, ${NAMES}) WHERE v.id = t.id`,
    [lines.map(({ id }) => id), ...columns(lines)],
  );
}

type Put = { id: number; after: Values };

async function putDrivers(db: Queryable, lines: readonly Put[]): Promise<void> {
  if (lines.length === 0) return;
  const values = [lines.map(({ id }) => id), column(lines, 'driverId')];
  await db.query(
    `UPDATE driver_assignments a SET to_time = greatest(a.from_time, now())
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

/** Under the lock of installations: the devices are in no vehicle. */
async function putDevices(db: Queryable, lines: readonly Put[]): Promise<void> {
  if (lines.length === 0) return;
  const { rows } = await db.query<{ at: string }>('SELECT clock_timestamp()::text AS at');
  const ids = lines.map(({ id }) => id);
  await db.query(
    `UPDATE installations SET removed_at = greatest(installed_at, $2::timestamptz)
     WHERE vehicle_id = ANY($1) AND removed_at IS NULL`,
    [ids, rows[0]?.at],
  );
  // A device that tells knots tells them in another vehicle too.
  await db.query(
    `INSERT INTO installations (device_id, vehicle_id, installed_at, speed_factor)
     SELECT t.device_id, t.vehicle_id, $3, coalesce(
       (SELECT i.speed_factor FROM installations i WHERE i.device_id = t.device_id ORDER BY i.installed_at DESC LIMIT 1), 1)
     FROM unnest($1::int[], $2::int[]) AS t(vehicle_id, device_id) WHERE t.device_id IS NOT NULL`,
    [ids, column(lines, 'deviceId'), rows[0]?.at],
  );
}
