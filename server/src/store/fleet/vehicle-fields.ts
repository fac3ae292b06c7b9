import type { DetailsInput } from '@milepost/contract/vehicle-fields';
import type { VehicleType } from '@milepost/contract/vehicle-operations';

/** The properties of a vehicle that a person enters and that are stored in its own row. */
export interface VehicleFields extends DetailsInput {
  registration: string;
  type: VehicleType;
  make: string | null;
  model: string | null;
  chassisNumber: string | null;
  engineNumber: string | null;
  groupId: number | null;
}

/** The column and SQL type of each field. */
export const VEHICLE_FIELDS: Readonly<Record<keyof VehicleFields, readonly [column: string, type: string]>> = {
  registration: ['registration', 'text'],
  type: ['type', 'text'],
  make: ['make', 'text'],
  model: ['model', 'text'],
  year: ['year', 'int'],
  colour: ['colour', 'text'],
  chassisNumber: ['chassis_number', 'text'],
  engineNumber: ['engine_number', 'text'],
  fuelKind: ['fuel_kind', 'text'],
  tankL: ['tank_l', 'float8'],
  ratedLPer100Km: ['rated_l_per_100km', 'float8'],
  idleLPerH: ['idle_l_per_h', 'float8'],
  loadKg: ['load_kg', 'float8'],
  loadM3: ['load_m3', 'float8'],
  loadCrates: ['load_crates', 'int'],
  groupId: ['group_id', 'int'],
  homePlaceId: ['home_place_id', 'int'],
  tags: ['tags', 'text[]'],
  ownership: ['ownership', 'text'],
  owner: ['owner', 'text'],
  leaseUntil: ['lease_until', 'date'],
};

const isField = (name: string): name is keyof VehicleFields => Object.hasOwn(VEHICLE_FIELDS, name);
const FIELDS = Object.keys(VEHICLE_FIELDS).filter(isField);

export const COLUMN_LIST = FIELDS.map((field) => VEHICLE_FIELDS[field][0]).join(', ');

/** The values of `COLUMN_LIST`, in its order. */
export function valuesOf(fields: VehicleFields): unknown[] {
  return FIELDS.map((field) =>
    field === 'registration' ? fields.registration.replaceAll(/\s+/g, ' ') : fields[field],
  );
}

/** The placeholders `$n, …` for `COLUMN_LIST`, starting with a number. */
export const parametersFrom = (first: number): string => FIELDS.map((_, index) => `$${first + index}`).join(', ');

/** The fields of a new vehicle that are not given. */
export const EMPTY_FIELDS: Omit<VehicleFields, 'registration' | 'type'> = {
  make: null,
  model: null,
  year: null,
  colour: null,
  chassisNumber: null,
  engineNumber: null,
  fuelKind: null,
  tankL: null,
  ratedLPer100Km: null,
  idleLPerH: null,
  loadKg: null,
  loadM3: null,
  loadCrates: null,
  groupId: null,
  homePlaceId: null,
  tags: [],
  ownership: null,
  owner: null,
  leaseUntil: null,
};
