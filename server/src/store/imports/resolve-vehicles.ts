import { fault } from '@milepost/contract/fault';
import type {
  ImportTarget,
  LineFault,
  ParsedLine,
  ResolvedLine,
  Value,
  Values,
  MissingReference,
} from '../../imports/import-descriptor.ts';
import { driverFault, type DriverObstacle, readDriverObstacles, standingIn } from '../availability/obstacles.ts';
import type { Queryable } from '../database.ts';
import { normalIdentity } from '../devices/identity.ts';
import { findKnownDevices, type KnownDevice } from '../devices/known-devices.ts';
import { EMPTY_FIELDS, VEHICLE_FIELDS } from '../fleet/vehicle-fields.ts';
import { findVehicles, type VehiclesByPlate } from './find-references.ts';
import { compactRegistration, plateOf } from './plates.ts';
import { resolveMeters } from './vehicle-meters.ts';
import { readVehicles } from './vehicle-records.ts';

const DEFAULTS = {
  ...EMPTY_FIELDS,
  type: 'car',
  status: 'in-service',
  driverId: null,
  deviceId: null,
  odometer: null,
  engineHours: null,
} as const satisfies Values;
/** The registration identifies the vehicle, so its spelling does not change. */
const COPIED_FIELDS = ['status', ...Object.keys(VEHICLE_FIELDS)].filter((field) => field !== 'registration');

export const registrationKey = (registration: string) => registration.replaceAll(/\s+/g, ' ').toUpperCase();
const textIn = (given: Values, field: string): string | null => {
  const value = given[field];
  return typeof value === 'string' ? value : null;
};

/** The records that the lines refer to, by name. */
interface References {
  vehicles: VehiclesByPlate;
  stored: Map<number, Values>;
  groups: Map<string, number>;
  places: Map<string, number>;
  drivers: Map<string, { id: number; name: string }[]>;
  /** Why some of these drivers must not drive now. */
  obstacles: Map<number, DriverObstacle>;
  devices: Map<string, KnownDevice>;
  /** The vehicles that moved to another organisation, of which only the past is here. */
  moved: Set<number>;
}

/** Finds vehicles by registration, and the groups, drivers and devices that the lines refer to. */
export async function resolveVehicles(
  db: Queryable,
  target: ImportTarget,
  lines: readonly ParsedLine[],
): Promise<ResolvedLine[]> {
  const mentioned = await findReferences(db, target.organisationId, lines);
  const resolved = lines.map((line) => resolve(target, mentioned, line));
  return resolveMeters(db, target.organisationId, resolved, lines);
}

async function findReferences(
  db: Queryable,
  organisationId: number,
  lines: readonly ParsedLine[],
): Promise<References> {
  const all = (field: string) => [...new Set(lines.flatMap(({ given }) => textIn(given, field) ?? []))];
  const vehicles = await findVehicles(db, organisationId, all('registration'));
  const groups = await db.query<{ id: number; name: string }>(
    'SELECT id, name FROM vehicle_groups WHERE organisation_id = $1 AND lower(name) = ANY($2) ORDER BY id DESC',
    [organisationId, all('group').map((name) => name.toLowerCase())],
  );
  const drivers = await db.query<{ id: number; name: string }>(
    `SELECT id, name FROM drivers WHERE organisation_id = $1 AND lower(name) = ANY($2) AND deleted_at IS NULL ORDER BY id`,
    [organisationId, all('driver').map((name) => name.toLowerCase())],
  );
  const found = [...vehicles.values()].flatMap((candidates) => candidates.map(({ id }) => id));
  const moved = await db.query<{ id: number }>('SELECT id FROM vehicles WHERE id = ANY($1) AND moved_at IS NOT NULL', [
    found,
  ]);
  const nowMs = Date.now();
  const driverIds = drivers.rows.map(({ id }) => id);
  const obstacles = [...(await readDriverObstacles(db, driverIds, nowMs))].flatMap(([id, theirs]) =>
    standingIn(theirs, { fromMs: nowMs, toMs: null }).map((obstacle) => [id, obstacle] as const),
  );
  const places = await db.query<{ id: number; key: string }>(
    `SELECT id, lower(name) AS key FROM places
     WHERE organisation_id = $1 AND lower(name) = ANY($2) AND deleted_at IS NULL ORDER BY id DESC`,
    [organisationId, all('homePlace').map((name) => name.toLowerCase())],
  );
  const devices = await findKnownDevices(db, all('device'));
  const stored = await readVehicles(
    db,
    organisationId,
    [...vehicles.values()].flat().map(({ id }) => id),
  );
  return {
    vehicles,
    stored,
    groups: new Map([
      ...groups.rows.map(({ id, name }) => [name.toLowerCase(), id] as const),
      ...groups.rows.map(({ id, name }) => [name, id] as const),
    ]),
    places: new Map(places.rows.map(({ id, key }) => [key, id])),
    drivers: Map.groupBy(drivers.rows, ({ name }) => name.toLowerCase()),
    obstacles: new Map(obstacles),
    devices: new Map(devices.map((device) => [device.identity, device])),
    moved: new Set(moved.rows.map(({ id }) => id)),
  };
}

function resolve(
  { mode, organisationId, creates }: ImportTarget,
  mentioned: References,
  { line, given }: ParsedLine,
): ResolvedLine {
  const registration = (textIn(given, 'registration') ?? '').replaceAll(/\s+/g, ' ');
  const plate = plateOf(mentioned.vehicles.get(compactRegistration(registration)) ?? [], registration);
  const id = plate === null || plate === 'several' ? null : plate.id;
  const before = id === null ? null : (mentioned.stored.get(id) ?? null);
  const faults: LineFault[] = [];
  const wants: MissingReference[] = [];
  const refuse = (field: string, why: LineFault['fault']) => void faults.push({ field, fault: why });
  if (plate === 'several') refuse('registration', fault('several-vehicles', { registration }));
  if (id !== null && mentioned.moved.has(id)) refuse('registration', fault('vehicle-moved'));
  else if (id !== null && mode === 'new') refuse('registration', fault('registration-taken'));

  const after: Record<string, Value> = Object.fromEntries(
    Object.entries(before ?? { registration, ...DEFAULTS }).filter(([key]) => key !== 'version'),
  );
  for (const field of COPIED_FIELDS) if (given[field] !== undefined) after[field] = given[field];

  const take = (what: string, name: string, into: string, found: number | undefined, missing: LineFault['fault']) => {
    if (found !== undefined) after[into] = found;
    else if (creates.includes(what)) wants.push({ what, name, into });
    else refuse(what, missing);
  };
  const group = textIn(given, 'group');
  if (group !== null) {
    const found = mentioned.groups.get(group) ?? mentioned.groups.get(group.toLowerCase());
    take('group', group, 'groupId', found, fault('no-group-called', { name: group }));
  }
  const driver = textIn(given, 'driver');
  if (driver !== null) {
    const found = mentioned.drivers.get(driver.toLowerCase()) ?? [];
    const usual = found.find((one) => one.id === before?.['driverId']);
    const chosen = usual ?? found[0];
    // An import cannot give a reason, unlike the vehicle form.
    const obstacle = chosen && !usual ? mentioned.obstacles.get(chosen.id) : undefined;
    if (found.length > 1 && !usual) refuse('driver', fault('several-drivers', { name: driver }));
    else if (obstacle) refuse('driver', driverFault(obstacle));
    else take('driver', driver, 'driverId', chosen?.id, fault('no-driver-called', { name: driver }));
  }
  const home = textIn(given, 'homePlace');
  if (home !== null) {
    const place = mentioned.places.get(home.toLowerCase());
    take('homePlace', home, 'homePlaceId', place, fault('no-place-called', { name: home }));
  }
  const device = textIn(given, 'device');
  const found = device === null ? undefined : mentioned.devices.get(normalIdentity(device));
  const taken = found && found.organisationId !== organisationId ? found : null;
  if (device !== null) {
    // The same text for devices of the caller and of other organisations, so that their owner is not revealed.
    if (taken) refuse('device', fault('device-registered'));
    else if (found?.registration != null && found.vehicleId !== id) {
      refuse('device', fault('device-taken', { registration: found.registration }));
    } else {
      const name = normalIdentity(device);
      take('device', name, 'deviceId', found?.deviceId, fault('no-device-called', { name }));
    }
  }
  const name = textIn(before ?? after, 'registration') ?? registration;
  return { line, name, id, before, after, wants, faults, ...(taken && { taken }) };
}
