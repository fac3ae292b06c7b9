import type { FUEL_KINDS, OWNERSHIPS, VehicleStatus } from '@milepost/contract/vehicle-kinds';
import type { Vehicle, VehicleType } from '@milepost/contract/vehicle-operations';
import { draftOf, type OwnDraft } from '../../ui/own-fields/own-values.ts';

/** The values of a vehicle's form. */
export interface VehicleValues extends Record<string, unknown> {
  registration: string;
  type: VehicleType;
  make: string;
  model: string;
  year: number | null;
  colour: string;
  chassisNumber: string;
  engineNumber: string;
  fuelKind: (typeof FUEL_KINDS)[number] | null;
  tankL: number | null;
  ratedLPer100Km: number | null;
  idleLPerH: number | null;
  loadKg: number | null;
  loadM3: number | null;
  loadCrates: number | null;
  groupId: number | null;
  driverId: number | null;
  overrideReason: string;
  deviceId: number | null;
  homePlaceId: number | null;
  tags: string[];
  ownership: (typeof OWNERSHIPS)[number] | null;
  owner: string;
  leaseUntil: string | null;
  status: VehicleStatus;
  statusSince: string | null;
  own: OwnDraft;
}

export const vehicleValues = (vehicle: Vehicle | undefined): VehicleValues => ({
  registration: vehicle?.registration ?? '',
  type: vehicle?.type ?? 'car',
  make: vehicle?.make ?? '',
  model: vehicle?.model ?? '',
  year: vehicle?.year ?? null,
  colour: vehicle?.colour ?? '',
  chassisNumber: vehicle?.chassisNumber ?? '',
  engineNumber: vehicle?.engineNumber ?? '',
  fuelKind: vehicle?.fuelKind ?? null,
  tankL: vehicle?.tankL ?? null,
  ratedLPer100Km: vehicle?.ratedLPer100Km ?? null,
  idleLPerH: vehicle?.idleLPerH ?? null,
  loadKg: vehicle?.loadKg ?? null,
  loadM3: vehicle?.loadM3 ?? null,
  loadCrates: vehicle?.loadCrates ?? null,
  groupId: vehicle?.groupId ?? null,
  driverId: vehicle?.driverId ?? null,
  overrideReason: '',
  deviceId: vehicle?.deviceId ?? null,
  homePlaceId: vehicle?.homePlaceId ?? null,
  tags: vehicle?.tags ?? [],
  ownership: vehicle?.ownership ?? null,
  owner: vehicle?.owner ?? '',
  leaseUntil: vehicle?.leaseUntil ?? null,
  status: vehicle?.status ?? 'in-service',
  statusSince: vehicle?.statusSince ?? null,
  own: draftOf(vehicle?.own),
});

/** Keys of `vehicle-info` for the fields whose labels have other names there. */
const LABELS: Readonly<Record<string, string>> = {
  registration: 'registration',
  make: 'make',
  model: 'model',
  type: 'vehicle-type',
  groupId: 'group',
  driverId: 'driver',
  deviceId: 'device',
  chassisNumber: 'chassis-number',
  engineNumber: 'engine-number',
};

/** The text key of a field's label. */
export function vehicleLabel(field: string): string | null {
  const key = LABELS[field];
  return key === undefined ? null : `vehicle-info.${key}`;
}
