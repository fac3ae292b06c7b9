import { STATE_FLAG, VEHICLE_STATUSES, type VehicleStatus } from '@milepost/contract/live-constants';
import type { FleetTable } from './fleet-table.ts';

/** The newest state of a vehicle in words and numbers; null where unknown. Times are epoch milliseconds. */
export interface VehicleState {
  status: VehicleStatus;
  since: number | null;
  place: { lat: number; lon: number } | null;
  speedKph: number | null;
  courseDeg: number | null;
  fixTime: number | null;
  heardAt: number | null;
  ignition: boolean | null;
  fixValid: boolean;
  /** True in private time: the place and the course are the last public ones. */
  isPrivate: boolean;
  satellites: number | null;
  batteryPercent: number | null;
  powerV: number | null;
  rssi: number | null;
}

const orNull = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value);

export function vehicleState(table: FleetTable, slot: number): VehicleState {
  const flags = table.flags[slot] ?? 0;
  const lat = orNull(table.lat[slot]);
  const lon = orNull(table.lon[slot]);
  return {
    status: statusAt(table, slot),
    since: orNull(table.since[slot]),
    place: lat === null || lon === null ? null : { lat, lon },
    speedKph: orNull(table.speed[slot]),
    courseDeg: orNull(table.course[slot]),
    fixTime: orNull(table.fixTime[slot]),
    heardAt: orNull(table.heard[slot]),
    ignition: flags & STATE_FLAG.ignitionKnown ? (flags & STATE_FLAG.ignitionOn) !== 0 : null,
    fixValid: (flags & STATE_FLAG.fixValid) !== 0,
    isPrivate: (flags & STATE_FLAG.private) !== 0,
    satellites: orNull(table.satellites[slot]),
    batteryPercent: orNull(table.battery[slot]),
    powerV: orNull(table.power[slot]),
    rssi: orNull(table.rssi[slot]),
  };
}

export const statusAt = (table: FleetTable, slot: number): VehicleStatus =>
  VEHICLE_STATUSES[table.status[slot] ?? 0] ?? 'never';

/** False for a vehicle that has been quiet for too long: its last report no longer describes the present. */
export const isReporting = ({ status }: Pick<VehicleState, 'status'>): boolean =>
  status !== 'silent' && status !== 'inactive';

/**
 * The bars of a signal, 0 to 4. Devices use four scales: dBm (negative), levels 0 to 5, CSQ 0 to 31 (3GPP TS 27.007,
 * 8.5) and percent.
 */
export function signalBars(rssi: number): number {
  if (rssi < 0) return rssi >= -75 ? 4 : rssi >= -85 ? 3 : rssi >= -95 ? 2 : rssi >= -108 ? 1 : 0;
  if (rssi <= 5) return Math.min(4, Math.round(rssi));
  return Math.min(4, Math.ceil((rssi <= 31 ? rssi / 31 : rssi / 100) * 4));
}
