import type { PlainCode } from '@milepost/contract/fault';
import { fieldError } from '../errors.ts';

/** The message for a violated unique index, and the field it belongs to. */
export const CONFLICTS: Record<string, { field: string; fault: PlainCode }> = {
  vehicles_registration: { field: 'registration', fault: 'registration-taken' },
  documents_renews: { field: 'renewsId', fault: 'document-renewed' },
  checklists_name: { field: 'name', fault: 'checklist-name' },
  sensors_name: { field: 'name', fault: 'sensor-name' },
  sensor_profiles_name: { field: 'name', fault: 'sensor-profile-name' },
  contacts_name: { field: 'name', fault: 'contact-name' },
  outlets_code: { field: 'code', fault: 'outlet-code' },
  territories_name: { field: 'name', fault: 'territory-name' },
  depots_name: { field: 'name', fault: 'depot-name' },
  routes_name: { field: 'name', fault: 'route-name' },
  json_profiles_filter: { field: 'filter', fault: 'topic-filter-taken' },
  layout_profiles_rule: { field: 'header', fault: 'layout-rule-taken' },
  // The same text whether the device belongs to the caller or to another organisation, so that its owner is not
  // revealed.
  devices_identity: { field: 'identity', fault: 'device-registered' },
  plans_name: { field: 'name', fault: 'plan-name' },
  users_name_key: { field: 'username', fault: 'user-name' },
  roles_organisation_id_name_key: { field: 'name', fault: 'role-name' },
  own_fields_name: { field: 'name', fault: 'own-field-name' },
  drivers_number: { field: 'number', fault: 'driver-number' },
  drivers_user: { field: 'userId', fault: 'driver-account' },
  vehicle_groups_organisation_id_name_key: { field: 'name', fault: 'group-name' },
};

/** Runs `work`, and converts a unique violation into an AppError `conflict` at the field. */
export async function withConflicts<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const conflict = CONFLICTS[violatedIndex(error) ?? ''];
    if (!conflict) throw error;
    throw fieldError('conflict', { [conflict.field]: conflict.fault }, { cause: error });
  }
}

/** The unique index of a PostgreSQL error 23505 (unique_violation). */
function violatedIndex(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return null;
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : null;
}
