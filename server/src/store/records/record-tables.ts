import type { RecordKind } from '@milepost/contract/record-kinds';
import type { Scope } from '../scope.ts';
import { DISTRIBUTION_RECORDS } from './distribution-records.ts';
import { FLEET_RECORDS } from './fleet-records.ts';
import { OFFICE_RECORDS } from './office-records.ts';
import type { StoredRecord } from './stored-record.ts';

const RECORDS = { ...FLEET_RECORDS, ...OFFICE_RECORDS, ...DISTRIBUTION_RECORDS } as const;
type Records = typeof RECORDS;
export type RecordTableName = Records[RecordKind]['table'];

/** Every kind of record that others refer to. */
export const RECORD_TABLES: Readonly<Record<RecordKind, StoredRecord>> = RECORDS;

/** The audit subjects of the kinds of record that match `Spec`. */
export type RecordSubject<Spec> = {
  [Kind in RecordKind]: Records[Kind] extends Spec ? Records[Kind]['subject'] : never;
}[RecordKind];

/** The kind of record of each audit subject. */
const OF_SUBJECTS = new Map<string, StoredRecord>(Object.values(RECORD_TABLES).map((one) => [one.subject, one]));
export const recordOf = (subject: string): StoredRecord | undefined => OF_SUBJECTS.get(subject);

/** SQL: the tables of a kind, with further joins of a query. */
export const recordsFrom = (kind: RecordKind, more = ''): string => {
  const { table, joins } = RECORD_TABLES[kind];
  return `${table} r ${joins} ${more}`;
};

/** SQL: the records of the organisations `$1` that are visible in the scope. */
export const areShown = (kind: RecordKind, scope: Scope): string => {
  const { organisationId, andThere, andShown } = RECORD_TABLES[kind];
  return `${organisationId} = ANY($1)${andThere}${andShown(scope)}`;
};
