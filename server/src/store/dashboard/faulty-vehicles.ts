import type { DeviceFault, DeviceFaultKind } from '@milepost/contract/device-fault';
import type { VehicleType } from '@milepost/contract/vehicle-operations';
import type { Queryable } from '../database.ts';
import { readDeviceFaults } from '../devices/device-faults.ts';
import type { Page, PageRequest } from '../page.ts';
import { everyWordIn, registrationOf, searchPatterns } from '../search/every-word.ts';
import { andSeen, type Scope } from '../scope.ts';
import { VEHICLE_TABLES } from '../fleet/vehicle-rows.ts';

interface FaultyVehicle {
  id: number;
  registration: string;
  type: VehicleType;
  groupName: string | null;
  deviceIdentity: string;
  faults: DeviceFault[];
}

/** The device faults of all visible vehicles, including silence; vehicles without a fault are missing. */
export async function readFaults(db: Queryable, scope: Scope): Promise<{ id: number; faults: DeviceFault[] }[]> {
  const all = await listVehicles(db, scope, { groupId: undefined, search: '' });
  const found = await readDeviceFaults(
    db,
    all.map(({ id }) => id),
  );
  return [...found].map(([id, faults]) => ({ id, faults }));
}

/** The number of vehicles with device faults, by kind; silent ones are counted separately, by days. */
export async function countFaults(
  db: Queryable,
  scope: Scope,
  groupId: number | undefined,
): Promise<{ kind: DeviceFaultKind; vehicles: number }[]> {
  const all = await listVehicles(db, scope, { groupId, search: '' });
  const kinds = [
    ...(
      await readDeviceFaults(
        db,
        all.map(({ id }) => id),
      )
    ).values(),
  ].flatMap((faults) => faults.map(({ kind }) => kind).filter((kind) => kind !== 'silent'));
  return [...Map.groupBy(kinds, (kind) => kind)].map(([kind, found]) => ({ kind, vehicles: found.length }));
}

/** These vehicles with their faults; of one `kind`, or of any except silence. */
export async function listFaulty(
  db: Queryable,
  scope: Scope,
  request: PageRequest & { kind?: DeviceFaultKind | undefined; groupId?: number | undefined },
): Promise<Page<FaultyVehicle>> {
  const all = await listVehicles(db, scope, request);
  const faults = await readDeviceFaults(
    db,
    all.map(({ id }) => id),
  );
  const rows = all.flatMap((vehicle) => {
    const found = faults.get(vehicle.id);
    const counts = found?.some(({ kind }) => (request.kind === undefined ? kind !== 'silent' : kind === request.kind));
    return found && counts ? [{ ...vehicle, faults: found }] : [];
  });
  if (request.direction === 'desc') rows.reverse();
  const start = (request.page - 1) * request.pageSize;
  return { rows: rows.slice(start, start + request.pageSize), total: rows.length };
}

/** Vehicles of the fleet with a device, by registration. */
async function listVehicles(
  db: Queryable,
  scope: Scope,
  { groupId, search }: { groupId?: number | undefined; search: string },
): Promise<Omit<FaultyVehicle, 'faults'>[]> {
  const { rows } = await db.query<Omit<FaultyVehicle, 'faults'>>(
    `SELECT v.id, v.registration, v.type, g.name AS "groupName", d.identity AS "deviceIdentity"
     FROM ${VEHICLE_TABLES}
     WHERE v.organisation_id = ANY($1) AND v.deleted_at IS NULL${andSeen(scope)} AND ($2::int IS NULL OR v.group_id = $2)
       AND i.device_id IS NOT NULL AND v.status <> 'sold' AND ${everyWordIn('$3', registrationOf('v'), 'g.name', 'd.identity')}
     ORDER BY lower(v.registration), v.id`,
    [scope.organisationIds, groupId ?? null, searchPatterns(search)],
  );
  return rows;
}
