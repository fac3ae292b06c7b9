import type { Device } from '@milepost/contract/device-operations';
import { MAX_BULK_RECORDS } from '@milepost/contract/bulk-kinds';
import type { DeviceFaultKind } from '@milepost/contract/device-fault';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { readFindings } from './device-findings.ts';
import { readDeviceFaults } from './device-faults.ts';
import { type Page, type PageRequest, pageSql } from '../page.ts';
import { registrationOf } from '../search/every-word.ts';
import { andEveryWord } from '../search/found-by-words.ts';
import { andSeenDevice, type Scope } from '../scope.ts';

interface DeviceRow {
  id: number;
  identity: string;
  protocol: string | null;
  model: string | null;
  sim_number: string | null;
  vehicle_id: number | null;
  registration: string | null;
  heard_at: Date | null;
  networks: string[];
  secret_since: Date | null;
  version: number;
}

const COLUMNS = `d.id, d.identity, d.protocol, d.model, d.sim_number, i.vehicle_id, v.registration, s.heard_at, d.networks,
  d.secret_since, d.version`;
const TABLES = `devices d
  LEFT JOIN installations i ON i.device_id = d.id AND i.removed_at IS NULL
  LEFT JOIN vehicles v ON v.id = i.vehicle_id
  LEFT JOIN device_states s ON s.device_id = d.id`;
const SORTS = {
  identity: 'd.identity',
  protocol: 'd.protocol',
  model: 'lower(d.model)',
  registration: 'lower(v.registration)',
  lastHeardAt: 's.heard_at',
  health: 'coalesce(f.faults, 0)',
};

function toDevice(row: DeviceRow): Omit<Device, 'faults'> {
  return {
    id: row.id,
    identity: row.identity,
    protocol: row.protocol,
    model: row.model,
    simNumber: row.sim_number,
    vehicleId: row.vehicle_id,
    registration: row.registration,
    lastHeardAt: row.heard_at?.toISOString() ?? null,
    networks: row.networks,
    secretSince: row.secret_since?.toISOString() ?? null,
    version: row.version,
  };
}

/** By device id. */
type Faults = ReadonlyMap<number, Device['faults']>;
type Placed = Pick<Device, 'id' | 'vehicleId'>;

/** The faults of devices in their vehicles; for uninstalled devices, only suspicious reports. */
async function faultsOf(db: Queryable, devices: readonly Placed[]): Promise<Faults> {
  const inVehicles = await readDeviceFaults(
    db,
    devices.flatMap(({ vehicleId }) => vehicleId ?? []),
  );
  const free = devices.flatMap(({ id, vehicleId }) => (vehicleId === null ? [id] : []));
  const findings = new Map((await readFindings(db, { deviceIds: free })).map((one) => [one.deviceId, one.faults]));
  return new Map(
    devices.map(({ id, vehicleId }) => [id, (vehicleId === null ? findings.get(id) : inVehicles.get(vehicleId)) ?? []]),
  );
}

function withFaults(devices: readonly Omit<Device, 'faults'>[], faults: Faults): Device[] {
  return devices.map((device) => ({ ...device, faults: faults.get(device.id) ?? [] }));
}

/** The faults of all devices of a scope. */
async function faultsOfAll(db: Queryable, scope: Scope): Promise<Faults> {
  const { rows } = await db.query<Placed>(
    `SELECT d.id, i.vehicle_id AS "vehicleId"
     FROM devices d LEFT JOIN installations i ON i.device_id = d.id AND i.removed_at IS NULL
     WHERE d.organisation_id = ANY($1) AND d.deleted_at IS NULL${andSeenDevice(scope, 'd.id')}`,
    [scope.organisationIds],
  );
  return faultsOf(db, rows);
}

/**
 * The filters of the list in addition to the search: devices in no vehicle, and those with this fault, or with any.
 */
export interface DeviceFilter {
  free?: boolean | undefined;
  fault?: DeviceFaultKind | 'any' | undefined;
}

export async function listDevices(
  db: Queryable,
  scope: Scope,
  request: PageRequest & DeviceFilter,
): Promise<Page<Device>> {
  // Faults are determined here, not in the database: for a page of devices, unless all have to be compared by them.
  const all = request.fault !== undefined || request.sort === 'health' ? await faultsOfAll(db, scope) : null;
  const { tables, where, values } = whereOf(scope, request, all);
  const [page, count] = await Promise.all([
    db.query<DeviceRow>(`SELECT ${COLUMNS} FROM ${tables} WHERE ${where} ${pageSql(request, SORTS, 'd.id')}`, values),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${tables} WHERE ${where}`, values),
  ]);
  const devices = page.rows.map(toDevice);
  return { rows: withFaults(devices, all ?? (await faultsOf(db, devices))), total: count.rows[0]?.total ?? 0 };
}

/** The ids of the devices that match a filter; one more than the limit of a bulk change if there are too many. */
export async function listDeviceIds(
  db: Queryable,
  scope: Scope,
  filter: DeviceFilter & { search: string },
): Promise<number[]> {
  const all = filter.fault === undefined ? null : await faultsOfAll(db, scope);
  const { tables, where, values } = whereOf(scope, filter, all);
  const { rows } = await db.query<{ id: number }>(
    `SELECT d.id FROM ${tables} WHERE ${where} ORDER BY d.id LIMIT ${MAX_BULK_RECORDS + 1}`,
    values,
  );
  return rows.map(({ id }) => id);
}

function whereOf(scope: Scope, { search, free, fault }: DeviceFilter & { search: string }, all: Faults | null) {
  const found = [...(all ?? [])].filter(([, faults]) =>
    faults.some(({ kind }) => fault === undefined || fault === 'any' || kind === fault),
  );
  const tables = `${TABLES} LEFT JOIN unnest($4::int[], $5::int[]) f(device_id, faults) ON f.device_id = d.id`;
  const values: unknown[] = [
    scope.organisationIds,
    free ?? false,
    fault !== undefined,
    found.map(([deviceId]) => deviceId),
    found.map(([, faults]) => faults.length),
  ];
  const searched = andEveryWord(search, values, (pattern) => [
    `d.words LIKE ${pattern}`,
    `search_words(d.protocol, ${registrationOf('v')}) LIKE ${pattern}`,
  ]);
  const where = `d.organisation_id = ANY($1) AND d.deleted_at IS NULL${andSeenDevice(scope, 'd.id')} AND (NOT $2 OR i.vehicle_id IS NULL)
    AND (NOT $3 OR f.faults > 0)${searched}`;
  return { tables, where, values };
}

/** @throws AppError `not-found` outside the scope or removed */
export async function getDevice(db: Queryable, scope: Scope, id: number): Promise<Device> {
  const { rows } = await db.query<DeviceRow>(
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE d.id = $1 AND d.organisation_id = ANY($2) AND d.deleted_at IS NULL
       ${andSeenDevice(scope, 'd.id')}`,
    [id, scope.organisationIds],
  );
  const devices = rows.map(toDevice);
  const [device] = withFaults(devices, await faultsOf(db, devices));
  if (!device) throw noDevice();
  return device;
}

/** The properties of a device that a person enters. */
type WrittenDevice = Pick<Device, 'identity' | 'protocol' | 'model' | 'simNumber' | 'networks'>;

/** Locks a device until the transaction ends, and reads its entered properties. @throws AppError as `getDevice` */
export async function lockDevice(
  db: Queryable,
  scope: Scope,
  id: number,
): Promise<{ version: number; written: WrittenDevice }> {
  const { rows } = await db.query<WrittenDevice & { version: number }>(
    `SELECT version, identity, protocol, model, sim_number AS "simNumber", networks FROM devices
     WHERE id = $1 AND organisation_id = ANY($2) AND deleted_at IS NULL${andSeenDevice(scope, 'devices.id')} FOR UPDATE`,
    [id, scope.organisationIds],
  );
  if (!rows[0]) throw noDevice();
  const { version, ...written } = rows[0];
  return { version, written };
}

export function noDevice(): AppError {
  return new AppError('not-found', 'no-device');
}
