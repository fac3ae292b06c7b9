import type { Fault, FaultLike } from '@milepost/contract/fault';
import type { DayOrder, ImportWarning } from '@milepost/contract/import-kinds';
import type { DecimalMark } from '@milepost/contract/written-number';
import type { Streets } from '../places/sea.ts';
import type { Actor } from '../store/audit/audit.ts';
import type { Subject } from '../store/audit/audit-subjects.ts';
import type { Queryable } from '../store/database.ts';
import type { FieldSigns } from './detect-columns.ts';

export type Value = string | number | boolean | null | readonly (string | number)[];
/**
 * The values that an import sets in a record, as stored, custom fields under `own:<id>`; includes the record's version.
 */
export type Values = Readonly<Record<string, Value>>;

export interface LineFault {
  field: string;
  fault: Fault;
}

/** A line as far as its cells can be read; an empty cell changes nothing. */
export interface ParsedLine {
  line: number;
  given: Values;
}

/** A record that a line refers to and that does not exist. */
export interface MissingReference {
  what: string;
  name: string;
  /** The value that becomes its id. */
  into: string;
}

/** A line compared with what is stored. */
export interface ResolvedLine {
  line: number;
  /** The name that people use for the record. */
  name: string;
  /** The record that it updates; null when it creates one. */
  id: number | null;
  before: Values | null;
  after: Values;
  wants: readonly MissingReference[];
  faults: readonly LineFault[];
  /** Warnings, which are no faults but should be checked. */
  warnings?: readonly ImportWarning[];
  /** Set when the device it refers to is registered with another organisation, which its fault reveals. */
  taken?: TakenDevice;
}

export interface TakenDevice {
  identity: string;
  organisationId: number;
}

export interface ImportTarget {
  /** The person who tries or runs it; null once that account is deleted. */
  userId: number | null;
  organisationId: number;
  /** `new`: an existing record is a fault. */
  mode: 'new' | 'update';
  /** The kinds of records that may be created because a line refers to them. */
  creates: readonly string[];
  /** Set during a trial, for warnings; null during the import, when all warnings have been shown. */
  streets: Streets | null;
}

type Read = { value: Value } | { fault: FaultLike };

/** The formats of a cell's column besides its date order. */
export interface CellColumn {
  heading?: string;
  /** The decimal separator; null when it is unknown. */
  mark?: DecimalMark;
  /** The decimal separator of amounts of money, for which the file has more evidence, or which a person chose. */
  amountMark?: DecimalMark;
}

export interface ImportField extends FieldSigns {
  /** Reads a cell that is not empty. */
  read(text: string, days: DayOrder, column?: CellColumn): Read;
  /** The key under which two equal lines are a fault; null exempts a line. */
  once?: (value: string, given: Values) => string | null;
}

/**
 * A kind of record that can be imported from spreadsheets. All methods handle many records together, in a transaction
 * of the caller, and within one organisation.
 */
export interface ImportDescriptor {
  subject: Subject;
  /** The number of lines per transaction, for kinds whose lines take long. */
  batch?: number;
  fields: Readonly<Record<string, ImportField>>;
  /** Locks everything that the records are tied to before anything is read; empty for those tied to nothing. */
  lock(db: Queryable): Promise<void>;
  /** Finds the records that the lines refer to, and those that they update. */
  resolve(db: Queryable, target: ImportTarget, lines: readonly ParsedLine[]): Promise<ResolvedLine[]>;
  /** Creates the records that lines refer to; returns ids in the order of the names. */
  create(
    db: Queryable,
    actor: Actor,
    organisationId: number,
    what: string,
    names: readonly string[],
  ): Promise<number[]>;
  /** Creates and updates records; returns ids in the order of the lines. */
  write(db: Queryable, actor: Actor, organisationId: number, lines: readonly WrittenLine[]): Promise<number[]>;
  /** The stored values of existing records, by id. */
  read(db: Queryable, organisationId: number, ids: readonly number[]): Promise<Map<number, Values>>;
  /** The ids of records to which people or devices have added something since, which would be lost. */
  used(db: Queryable, ids: readonly number[]): Promise<Set<number>>;
  /** The ids of records whose former values cannot be restored, such as a device that is elsewhere by now. */
  stuck(db: Queryable, lines: readonly WrittenLine[]): Promise<Set<number>>;
  /** Soft-deletes records. */
  remove(db: Queryable, ids: readonly number[]): Promise<void>;
  /** Removes the related records that the import created, unless something uses them. */
  removeMade(db: Queryable, actor: Actor, organisationId: number, what: string, ids: readonly number[]): Promise<void>;
}

export interface WrittenLine {
  id: number | null;
  before: Values | null;
  after: Values;
}

/** True when the second contains every value of the first. */
export const isSubset = (after: Values, stored: Values): boolean =>
  Object.entries(after).every(([key, value]) => JSON.stringify(value) === JSON.stringify(stored[key]));
