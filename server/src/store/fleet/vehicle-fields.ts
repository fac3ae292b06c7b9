import type { DetailsInput } from '@milepost/contract/vehicle-fields';
import type { VehicleType } from '@milepost/contract/vehicle-routes';

/** What of a vehicle a person writes down, and is stored in its own row. */
export interface VehicleFields extends DetailsInput {
  registration: string;
  type: VehicleType;
  make: string | null;
  model: string | null;
  chassisNumber: string | null;
  engineNumber: string | null;
  groupId: number | null;
}

/** Where each field is stored. */
export const FIELD_COLUMNS: Readonly<Record<keyof VehicleFields, string>> = {
  registration: 'registration',
  type: 'type',
  make: 'make',
  model: 'model',
  year: 'year',
  colour: 'colour',
  chassisNumber: 'chassis_number',
  engineNumber: 'engine_number',
  fuelKind: 'fuel_kind',
  tankL: 'tank_l',
  ratedLPer100Km: 'rated_l_per_100km',
  idleLPerH: 'idle_l_per_h',
  loadKg: 'load_kg',
  loadM3: 'load_m3',
  loadCrates: 'load_crates',
  groupId: 'group_id',
  homePlaceId: 'home_place_id',
  tags: 'tags',
  ownership: 'ownership',
  owner: 'owner',
  leaseUntil: 'lease_until',
};

const isField = (name: string): name is keyof VehicleFields => Object.hasOwn(FIELD_COLUMNS, name);
const FIELDS = Object.keys(FIELD_COLUMNS).filter(isField);

export const COLUMN_LIST = FIELDS.map((field) => FIELD_COLUMNS[field]).join(', ');

/** The values of `COLUMN_LIST`, in its order. */
export function valuesOf(fields: VehicleFields): unknown[] {
  return FIELDS.map((field) =>
    field === 'registration' ? fields.registration.replaceAll(/\s+/g, ' ') : fields[field],
  );
}

/** `$n, …` for `COLUMN_LIST`, from a number on. */
export const parametersFrom = (first: number): string => FIELDS.map((_, index) => `$${first + index}`).join(', ');

/** What nobody has told of a new vehicle. */
export const NOTHING_TOLD: Omit<VehicleFields, 'registration' | 'type'> = {
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
