import type { Actor } from '../audit/audit.ts';
import type { Queryable } from '../database.ts';
import type { Scope } from '../scope.ts';

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

/** What makes a kind of record changeable many at a time. */
export interface BulkKind<Field extends string> {
  kind: string;
  /** Locks a record and reads it. @throws AppError `not-found` outside the scope */
  read: (db: Queryable, scope: Scope, id: number) => Promise<BulkRecord>;
  /** The fields that a change sets, with what they become. */
  patchOf: (values: Patch, field: Field, value: Shown) => Patch;
  /** What a person is shown of a field. */
  show: (values: Patch, field: Field) => Shown;
  /** Sets fields of a record, with its entry in the audit log; returns the organisation. @throws AppError where it is refused */
  write: (db: Queryable, scope: Scope, actor: Actor, id: number, patch: Patch) => Promise<number>;
  /** Sets them back. */
  restore: (db: Queryable, scope: Scope, actor: Actor, id: number, patch: Patch) => Promise<number>;
}
