import { FIELD_COLUMNS } from '../fleet/vehicle-fields.ts';

/** SQL types of the columns that are no text. */
const TYPES: Partial<Record<string, string>> = {
  year: 'int',
  tankL: 'float8',
  ratedLPer100Km: 'float8',
  idleLPerH: 'float8',
  loadKg: 'float8',
  loadM3: 'float8',
  loadCrates: 'int',
  groupId: 'int',
  homePlaceId: 'int',
  tags: 'text[]',
  leaseUntil: 'date',
};

/** Where an import stores each field of a vehicle; days and moments are told as JSON tells them. */
export const VEHICLE_FIELDS = Object.entries(FIELD_COLUMNS).map(([field, column]) => ({
  field,
  column,
  type: TYPES[field] ?? 'text',
}));
