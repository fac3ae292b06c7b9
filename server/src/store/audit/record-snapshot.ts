import type { RecordKind } from '@milepost/contract/record-kinds';
import { RECORD_TABLES, recordsFrom } from '../records/record-tables.ts';

/** The snapshot SQL of a kind of record that others refer to; `RECORD_TABLES` defines its table. */
export function recordSnapshot(kind: RecordKind, values: string, joins = ''): string {
  const { organisationId, andThere } = RECORD_TABLES[kind];
  return `SELECT ${organisationId} AS "organisationId", ${values} AS value
    FROM ${recordsFrom(kind, joins)} WHERE r.id = $1${andThere}`;
}
