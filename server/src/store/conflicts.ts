import { fieldError } from '../errors.ts';
import { RECORD_TABLES } from './records/record-tables.ts';
import type { Conflict } from './records/stored-record.ts';

/**
 * The fault that a person sees when a unique index is violated. Those of records are in their entries of
 * `RECORD_TABLES`.
 */
export const CONFLICTS: Readonly<Record<string, Conflict>> = {
  checklists_name: { field: 'name', fault: 'checklist-name' },
  sensors_name: { field: 'name', fault: 'sensor-name' },
  sensor_profiles_name: { field: 'name', fault: 'sensor-profile-name' },
  depots_name: { field: 'name', fault: 'depot-name' },
  json_profiles_filter: { field: 'filter', fault: 'topic-filter-taken' },
  layout_profiles_rule: { field: 'header', fault: 'layout-rule-taken' },
  plans_name: { field: 'name', fault: 'plan-name' },
  users_name_key: { field: 'username', fault: 'user-name' },
  roles_organisation_id_name_key: { field: 'name', fault: 'role-name' },
  own_fields_name: { field: 'name', fault: 'own-field-name' },
  vehicle_groups_organisation_id_name_key: { field: 'name', fault: 'group-name' },
  ...Object.fromEntries(Object.values(RECORD_TABLES).flatMap(({ conflicts = {} }) => Object.entries(conflicts))),
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
