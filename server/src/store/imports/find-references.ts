import { type Fault, fault } from '@milepost/contract/fault';
import type { Queryable } from '../database.ts';
import { compactRegistration, compactSql, plateOf } from './plates.ts';

/** Vehicles by registration without separators. */
export type VehiclesByPlate = ReadonlyMap<string, readonly { id: number; registration: string }[]>;

export async function findVehicles(
  db: Queryable,
  organisationId: number,
  registrations: readonly string[],
): Promise<VehiclesByPlate> {
  const { rows } = await db.query<{ id: number; registration: string; compact: string }>(
    `SELECT id, registration, ${compactSql('registration')} AS compact FROM vehicles
     WHERE organisation_id = $1 AND ${compactSql('registration')} = ANY($2) AND deleted_at IS NULL`,
    [organisationId, registrations.map(compactRegistration)],
  );
  return Map.groupBy(rows, ({ compact }) => compact);
}

/** The vehicle with this registration, otherwise the only one that differs just by separators. */
export function foundVehicle(vehicles: VehiclesByPlate, registration: string): number | null {
  const found = plateOf(vehicles.get(compactRegistration(registration)) ?? [], registration);
  return found === null || found === 'several' ? null : found.id;
}

/** Finds drivers by name, otherwise by number; the keys are the given texts. */
export async function findDrivers(
  db: Queryable,
  organisationId: number,
  names: readonly string[],
): Promise<Map<string, number[]>> {
  const { rows } = await db.query<{ name: string; ids: number[] }>(
    `SELECT asked.name, array_agg(d.id ORDER BY d.id) AS ids FROM unnest($2::text[]) AS asked(name)
     JOIN drivers d ON d.organisation_id = $1 AND d.deleted_at IS NULL AND (lower(d.name) = lower(asked.name)
       OR (upper(d.number) = upper(asked.name) AND NOT EXISTS (SELECT FROM drivers o
         WHERE o.organisation_id = $1 AND o.deleted_at IS NULL AND lower(o.name) = lower(asked.name))))
     GROUP BY asked.name`,
    [organisationId, names],
  );
  return new Map(rows.map(({ name, ids }) => [name, ids]));
}

/** Vehicle groups by name in lower case. */
export async function findGroups(db: Queryable, organisationId: number): Promise<Map<string, number>> {
  const { rows } = await db.query<{ id: number; name: string }>(
    'SELECT id, lower(name) AS name FROM vehicle_groups WHERE organisation_id = $1',
    [organisationId],
  );
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/** The groups with these names in the order of their ids; unknown ones are refused. */
export function idsOf(
  names: readonly (string | number)[],
  groups: ReadonlyMap<string, number>,
  field: string,
  refuse: (field: string, why: Fault) => void,
): number[] {
  const ids = names.map((name) => {
    const id = groups.get(String(name).toLowerCase());
    if (id === undefined) refuse(field, fault('no-group-called', { name: String(name) }));
    return id;
  });
  return ids.filter((id) => id !== undefined).toSorted((a, b) => a - b);
}
