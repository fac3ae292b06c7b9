import type { LiveVehicle } from '@milepost/contract/live';
import { VEHICLE_STATUSES, type VehicleStatus } from '@milepost/contract/live-constants';
import { liveStore } from '../../live/live-client.ts';
import type { Command } from './commands.ts';

export interface VehicleCommand extends Command {
  vehicleId: number;
}

/** The vehicles of the live view, found by registration, driver, group and device. */
export function fleetCommands(vehicles: Iterable<LiveVehicle>): VehicleCommand[] {
  return Array.from(vehicles, ({ id, registration, driverName, groupName, makeModel }) => ({
    id: `vehicle-${id}`,
    vehicleId: id,
    label: registration,
    note: [driverName, groupName, makeModel].filter((part) => part !== null).join(' · '),
    kind: 'vehicle',
  }));
}

export function statusOf(vehicleId: number): VehicleStatus {
  const slot = liveStore.table.slotOf.get(vehicleId);
  return VEHICLE_STATUSES[slot === undefined ? 0 : (liveStore.table.status[slot] ?? 0)] ?? 'never';
}
