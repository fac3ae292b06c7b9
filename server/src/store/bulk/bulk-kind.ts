import type { Actor } from '../audit/audit.ts';
import type { Subject } from '../audit/audit-subjects.ts';
import type { Queryable } from '../database.ts';
import type { Viewer } from '../files/records.ts';

/** Fields with their stored values. */
export type Patch = Readonly<Record<string, unknown>>;
export type Shown = string | number | boolean | null;

/** A record before and after a change. */
export interface BulkRecord {
  name: string;
  version: number;
  /** All its fields; custom fields as `own:<id>`. */
  values: Patch;
}

/** Sets fields of a record, with an entry in the audit log; returns the events to publish after the commit. */
type Save<Published> = (db: Queryable, viewer: Viewer, actor: Actor, id: number, patch: Patch) => Promise<Published>;

/** Makes a kind of record available for bulk changes. */
export interface BulkKind<Field extends string, Published> {
  /** Its name in the audit log. */
  kind: Subject;
  /** Locks a record and reads it. @throws AppError `not-found` outside the scope */
  read: (db: Queryable, viewer: Viewer, id: number) => Promise<BulkRecord>;
  /** The fields that a change sets, with their new values. */
  patchOf: (values: Patch, field: Field, value: Shown) => Patch;
  /** The displayed value of a field. */
  show: (values: Patch, field: Field) => Shown;
  /** @throws AppError if it is refused */
  write: Save<Published>;
  /** Restores the former values. */
  restore: Save<Published>;
}
