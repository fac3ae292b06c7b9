import type { IMPORT_KINDS } from '@milepost/contract/import-kinds';
import type { Meter } from '@milepost/contract/vehicle-kinds';
import type { Values, WrittenLine } from '../../imports/import-descriptor.ts';
import type { Actor } from '../audit/audit.ts';
import { auditedMany } from '../audit/audit-many.ts';
import type { Subject } from '../audit/audit-subjects.ts';
import type { Queryable } from '../database.ts';
import { VEHICLE_FIELDS } from '../fleet/vehicle-fields.ts';
import { ownIn } from './own-columns.ts';

const FIELDS = Object.entries(VEHICLE_FIELDS)
  .map(([field, [column]]) => `'${field}', v.${column}`)
  .join(', ');
/** The newest reading of a meter: its id, value and time. */
const newestReading = (meter: Meter) => `(SELECT jsonb_build_array(r.id, r.value, r.at) FROM meter_readings r
  WHERE r.vehicle_id = v.id AND r.meter = '${meter}' AND r.deleted_at IS NULL ORDER BY r.at DESC LIMIT 1)`;

/** The importable values of existing vehicles. */
export async function readVehicles(
  db: Queryable,
  organisationId: number,
  ids: readonly number[],
): Promise<Map<number, Values>> {
  const { rows } = await db.query<{ id: number; values: Values; own: Values }>(
    `SELECT v.id, v.own, jsonb_build_object(${FIELDS}, 'status', v.status,
       'driverId', (SELECT a.driver_id FROM driver_assignments a
                     WHERE a.vehicle_id = v.id AND a.to_time IS NULL AND a.source = 'usual'),
       'deviceId', (SELECT i.device_id FROM installations i WHERE i.vehicle_id = v.id AND i.removed_at IS NULL),
       'odometer', ${newestReading('odometer')}, 'engineHours', ${newestReading('engine-hours')},
       'version', v.version) AS values
     FROM vehicles v WHERE v.id = ANY($2) AND v.organisation_id = $1 AND v.deleted_at IS NULL`,
    [organisationId, ids],
  );
  return new Map(rows.map(({ id, values, own }) => [id, { ...values, ...ownIn(own) }]));
}

/** Tables whose rows would be deleted with a vehicle, and the rows that count as use. */
export const USES_OF_VEHICLES: Readonly<Record<string, string>> = {
  documents: 'u.deleted_at IS NULL',
  expenses: 'u.deleted_at IS NULL',
  budgets: 'u.deleted_at IS NULL',
  recurring_expenses: 'u.deleted_at IS NULL',
  service_records: 'u.deleted_at IS NULL',
  work_orders: 'u.deleted_at IS NULL',
  inspections: 'u.deleted_at IS NULL',
  // The first reading of a meter may have been imported with the vehicle; otherwise the vehicle was changed since.
  meter_readings: `u.deleted_at IS NULL AND EXISTS (SELECT FROM meter_readings f WHERE f.vehicle_id = u.vehicle_id
    AND f.meter = u.meter AND f.deleted_at IS NULL AND f.id < u.id)`,
  tasks: 'u.deleted_at IS NULL',
  vehicle_statuses: 'true',
  file_links: 'true',
  driver_assignments: `u.source = 'assignment'`,
  trips: 'true',
  shares: 'true',
  route_plans: 'u.deleted_at IS NULL',
  route_runs: 'true',
  // Rows also count for the vehicle that was on a run before another one took over.
  run_vehicles: 'true',
  device_commands: 'true',
  legal_holds: 'true',
  private_marks: 'true',
  private_rules: 'u.deleted_at IS NULL',
};

/** The vehicles with data added by people or devices, which would be deleted with them. */
export async function usedVehicles(db: Queryable, ids: readonly number[]): Promise<Set<number>> {
  const uses = Object.entries(USES_OF_VEHICLES).map(
    ([table, counts]) => `EXISTS (SELECT FROM ${table} u WHERE u.vehicle_id = wanted.id AND ${counts})`,
  );
  const { rows } = await db.query<{ id: number }>(
    `SELECT wanted.id FROM unnest($1::int[]) AS wanted(id) WHERE ${uses.join(' OR ')}`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Vehicles whose former device is in another one by now or was deleted, or whose former driver was. */
export async function stuckVehicles(db: Queryable, lines: readonly WrittenLine[]): Promise<Set<number>> {
  const former = (field: string) =>
    lines.flatMap(({ id, before, after }) => {
      const value = before?.[field];
      return id !== null && typeof value === 'number' && value !== after[field] ? [{ id, value }] : [];
    });
  const stuck = async (field: string, isFree: string) => {
    const changed = former(field);
    const { rows } = await db.query<{ value: number }>(
      `SELECT value FROM unnest($1::int[]) AS wanted(value) WHERE NOT (${isFree})`,
      [changed.map(({ value }) => value)],
    );
    const gone = new Set(rows.map(({ value }) => value));
    return changed.filter(({ value }) => gone.has(value)).map(({ id }) => id);
  };
  const [devices, drivers, groups] = [
    await stuck(
      'deviceId',
      `EXISTS (SELECT FROM devices d WHERE d.id = value AND d.deleted_at IS NULL)
         AND NOT EXISTS (SELECT FROM installations i WHERE i.device_id = value AND i.removed_at IS NULL)`,
    ),
    await stuck('driverId', 'EXISTS (SELECT FROM drivers d WHERE d.id = value AND d.deleted_at IS NULL)'),
    await stuck('groupId', 'EXISTS (SELECT FROM vehicle_groups g WHERE g.id = value)'),
  ];
  return new Set([...devices, ...drivers, ...groups]);
}

/** Hides vehicles, and removes their devices. */
export async function removeVehicles(db: Queryable, ids: readonly number[]): Promise<void> {
  const { rows } = await db.query<{ at: string }>('SELECT clock_timestamp()::text AS at');
  const at = rows[0]?.at;
  await db.query(
    `UPDATE installations SET removed_at = greatest(installed_at, $2::timestamptz)
     WHERE vehicle_id = ANY($1) AND removed_at IS NULL`,
    [ids, at],
  );
  await db.query('UPDATE vehicles SET deleted_at = $2 WHERE id = ANY($1)', [ids, at]);
}

interface NameSpec {
  subject: Subject;
  table: string;
  /** The column of the name. */
  column: string;
  /** SQL: true when nothing else refers to `t`, so that it can be deleted again. */
  unused: string;
  /** SQL that deletes the record `$1`. */
  remove: string;
}

/** The records that an import can create from just a name in a line of a vehicle. */
const NAME_SPECS: Readonly<Record<(typeof IMPORT_KINDS)['vehicle']['creates'][number], NameSpec>> = {
  group: {
    subject: 'group',
    table: 'vehicle_groups',
    column: 'name',
    unused: `NOT EXISTS (SELECT FROM vehicles v WHERE v.group_id = t.id AND v.deleted_at IS NULL)
      AND NOT EXISTS (SELECT FROM drivers d WHERE t.id = ANY(d.group_ids))
      AND NOT EXISTS (SELECT FROM users u WHERE t.id = ANY(u.limit_group_ids))
      AND NOT EXISTS (SELECT FROM roles r WHERE t.id = ANY(r.limit_group_ids))
      AND NOT EXISTS (SELECT FROM alarm_rules r WHERE t.id = ANY(r.group_ids))
      AND NOT EXISTS (SELECT FROM service_plans p WHERE t.id = ANY(p.group_ids))
      AND NOT EXISTS (SELECT FROM budgets b WHERE b.group_id = t.id)
      AND NOT EXISTS (SELECT FROM geofences g WHERE t.id = ANY(g.group_ids))`,
    // A group that only a deleted vehicle refers to is cleared there as well, since the vehicle can be restored.
    remove: `WITH gone AS (UPDATE vehicles SET group_id = NULL, version = version + 1 WHERE group_id = ANY($1))
      DELETE FROM vehicle_groups WHERE id = ANY($1)`,
  },
  driver: {
    subject: 'driver',
    table: 'drivers',
    column: 'name',
    unused: `t.version = 1 AND t.deleted_at IS NULL
      AND NOT EXISTS (SELECT FROM driver_assignments a JOIN vehicles v ON v.id = a.vehicle_id
                      WHERE a.driver_id = t.id AND (v.deleted_at IS NULL OR a.source = 'assignment'))
      AND NOT EXISTS (SELECT FROM documents d WHERE d.driver_id = t.id AND d.deleted_at IS NULL)
      AND NOT EXISTS (SELECT FROM expenses e WHERE e.driver_id = t.id AND e.deleted_at IS NULL)`,
    remove: 'UPDATE drivers SET deleted_at = now() WHERE id = ANY($1)',
  },
  device: {
    subject: 'device',
    table: 'devices',
    column: 'identity',
    unused: `t.deleted_at IS NULL AND NOT EXISTS (SELECT FROM device_states s WHERE s.device_id = t.id)
      AND NOT EXISTS (SELECT FROM installations i WHERE i.device_id = t.id AND i.removed_at IS NULL)`,
    remove: 'UPDATE devices SET deleted_at = now() WHERE id = ANY($1)',
  },
};
const hasNameSpec = (what: string): what is keyof typeof NAME_SPECS => Object.hasOwn(NAME_SPECS, what);

function specOf(what: string): NameSpec {
  if (!hasNameSpec(what)) throw new Error(`a line of a vehicle creates no ${what}`);
  return NAME_SPECS[what];
}

const MADE = { made: 'create', changed: 'delete' } as const;

/** Creates groups, drivers or devices with only a name; returns ids in the order of the names. */
export async function createByName(
  db: Queryable,
  actor: Actor,
  organisationId: number,
  what: string,
  names: readonly string[],
): Promise<number[]> {
  const { subject, table, column } = specOf(what);
  const byName = new Map<string, number>();
  await auditedMany(db, actor, { subject, ids: [], actions: MADE }, async () => {
    const made = await db.query<{ id: number; name: string }>(
      `INSERT INTO ${table} (organisation_id, ${column}) SELECT $1, name FROM unnest($2::text[]) AS t(name)
       RETURNING id, ${column} AS name`,
      [organisationId, names],
    );
    for (const { id, name } of made.rows) byName.set(name, id);
    return made.rows.map(({ id }) => id);
  });
  return names.map((name) => byName.get(name) ?? 0);
}

/** Deletes groups, drivers or devices that an import created, unless something uses them. */
export async function removeMadeNames(
  db: Queryable,
  actor: Actor,
  organisationId: number,
  what: string,
  ids: readonly number[],
): Promise<void> {
  const { subject, table, unused: isUnused, remove } = specOf(what);
  const { rows } = await db.query<{ id: number }>(
    `SELECT t.id FROM ${table} t WHERE t.id = ANY($1) AND t.organisation_id = $2 AND ${isUnused} FOR UPDATE`,
    [ids, organisationId],
  );
  const unused = rows.map(({ id }) => id);
  await auditedMany(db, actor, { subject, ids: unused, actions: MADE }, async () => {
    await db.query(remove, [unused]);
    return unused;
  });
}
