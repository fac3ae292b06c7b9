import type { Fault, FaultLike } from '@milepost/contract/fault';
import type { DayOrder, ImportWarning } from '@milepost/contract/import-kinds';
import type { DecimalMark } from '@milepost/contract/written-number';
import type { Streets } from '../places/sea.ts';
import type { Actor } from '../store/audit/audit.ts';
import type { Subject } from '../store/audit/audit-subjects.ts';
import type { Queryable } from '../store/database.ts';
import type { FieldSigns } from './detect-columns.ts';

export type Value = string | number | boolean | null | readonly (string | number)[];
/** What of a record an import fills, as it is stored, own fields by `own:<id>`; with the version that the record has. */
export type Values = Readonly<Record<string, Value>>;

export interface LineFault {
  field: string;
  fault: Fault;
}

/** A line as far as its cells can be read; an empty cell says nothing, so it changes nothing. */
export interface ParsedLine {
  line: number;
  given: Values;
}

/** Something that a line names and that is not there. */
export interface Want {
  what: string;
  name: string;
  /** Which value becomes its id. */
  into: string;
}

/** A line beside what is stored. */
export interface ResolvedLine {
  line: number;
  /** What people call the record. */
  name: string;
  /** The record that it updates; null: it creates one. */
  id: number | null;
  before: Values | null;
  after: Values;
  wants: readonly Want[];
  faults: readonly LineFault[];
  /** What is no fault of it and should be looked at. */
  warnings?: readonly ImportWarning[];
  /** The device that it names is registered with another organisation, which its fault gives away. */
  taken?: TakenDevice;
}

export interface TakenDevice {
  identity: string;
  organisationId: number;
}

export interface ImportTarget {
  /** Who tries or runs it; null once that account is gone. */
  userId: number | null;
  organisationId: number;
  /** `new`: a record that is there is a fault. */
  mode: 'new' | 'update';
  /** What may be created because a line names it. */
  creates: readonly string[];
  /** Where it is tried, for what is warned of; null where it runs: everything has been told by then. */
  streets: Streets | null;
}

type Read = { value: Value } | { fault: FaultLike };

/** What the column of a cell tells besides its days. */
export interface CellColumn {
  heading?: string;
  /** What stands before decimals; null where nothing tells. */
  mark?: DecimalMark;
  /** The same of amounts of money, which the file tells by more, or a person. */
  amountMark?: DecimalMark;
}

export interface ImportField extends FieldSigns {
  /** Reads a cell that is not empty. */
  read(text: string, days: DayOrder, column?: CellColumn): Read;
  /** The same in two lines is a fault; compared by this, and with null not. */
  once?: (value: string, given: Values) => string | null;
}

/**
 * A kind of record that comes from spreadsheets. All work is on many records at once, in a transaction of the caller, and
 * within one organisation.
 */
export interface ImportDescriptor {
  subject: Subject;
  /** Lines of one transaction, where each takes long. */
  batch?: number;
  fields: Readonly<Record<string, ImportField>>;
  /** Keeps everybody else from changing what the records are tied to, before anything is read; for those tied to nothing, empty. */
  lock(db: Queryable): Promise<void>;
  /** Finds what the lines name, and the records that they update. */
  resolve(db: Queryable, target: ImportTarget, lines: readonly ParsedLine[]): Promise<ResolvedLine[]>;
  /** Creates what lines name; ids in the order of the names. */
  create(
    db: Queryable,
    actor: Actor,
    organisationId: number,
    what: string,
    names: readonly string[],
  ): Promise<number[]>;
  /** Creates and updates records; ids in the order of the lines. */
  write(db: Queryable, actor: Actor, organisationId: number, lines: readonly WrittenLine[]): Promise<number[]>;
  /** What is stored of records that are there, by id. */
  read(db: Queryable, organisationId: number, ids: readonly number[]): Promise<Map<number, Values>>;
  /** Those of them to which people or devices have added something since, which would go with them. */
  used(db: Queryable, ids: readonly number[]): Promise<Set<number>>;
  /** Those whose former values can be had no more, such as a device that is elsewhere by now. */
  stuck(db: Queryable, lines: readonly WrittenLine[]): Promise<Set<number>>;
  /** Hides records. */
  remove(db: Queryable, ids: readonly number[]): Promise<void>;
  /** Takes away what was created beside the records, as far as nothing uses it. */
  removeMade(db: Queryable, actor: Actor, organisationId: number, what: string, ids: readonly number[]): Promise<void>;
}

export interface WrittenLine {
  id: number | null;
  before: Values | null;
  after: Values;
}

/** Whether all that the first one says is what the second says. */
export const isSubset = (after: Values, stored: Values): boolean =>
  Object.entries(after).every(([key, value]) => JSON.stringify(value) === JSON.stringify(stored[key]));
