import type { Actor } from '../audit/audit.ts';
import type { Subject } from '../audit/audit-subjects.ts';
import type { Queryable } from '../database.ts';
import type { Viewer } from '../files/records.ts';

/** Fields with their values, as they are stored. */
export type Patch = Readonly<Record<string, unknown>>;
export type Shown = string | number | boolean | null;

/** A record before and after a change. */
export interface BulkRecord {
  name: string;
  version: number;
  /** All its fields, own fields by `own:<id>`. */
  values: Patch;
}

/** Sets fields of a record, with its entry in the audit log; says what others are told of after the commit. */
type Save<Published> = (db: Queryable, viewer: Viewer, actor: Actor, id: number, patch: Patch) => Promise<Published>;

/** What makes a kind of record changeable many at a time. */
export interface BulkKind<Field extends string, Published> {
  /** As the audit log calls it. */
  kind: Subject;
  /** Locks a record and reads it. @throws AppError `not-found` outside the scope */
  read: (db: Queryable, viewer: Viewer, id: number) => Promise<BulkRecord>;
  /** The fields that a change sets, with what they become. */
  patchOf: (values: Patch, field: Field, value: Shown) => Patch;
  /** What a person is shown of a field. */
  show: (values: Patch, field: Field) => Shown;
  /** @throws AppError where it is refused */
  write: Save<Published>;
  /** Sets them back. */
  restore: Save<Published>;
}
