import type { ChangedRow } from '@milepost/contract/bulk-change';
import type { CallOutput } from '../../api/call.ts';

export type BulkValue = ChangedRow['before'];

/** What the server found of what can be chosen: the first of them. */
export interface Found {
  rows: readonly { id: number; name: string }[];
  total: number;
}

/** A field that can be changed in many records at once. */
export interface BulkField<Field extends string = string> {
  field: Field;
  label: string;
  input:
    | { kind: 'text'; maxLength: number }
    /** `step`: how much of the value one of what is typed is, such as 3600 for hours of a value in seconds. */
    | { kind: 'number'; unit: string; decimals: number; plain?: boolean; step?: number }
    /** Metres. */
    | { kind: 'distance' }
    | { kind: 'day' }
    /** `#rrggbb`. */
    | { kind: 'colour' }
    | { kind: 'found'; find: (search: string) => Promise<Found> }
    | { kind: 'choice'; options: readonly { value: NonNullable<BulkValue>; label: string }[] };
  /** It may be left empty. */
  optional: boolean;
  /** What the new value begins with; nothing where left out. */
  start?: BulkValue;
  /** What else a new value brings about. */
  note?: (value: BulkValue) => string | null;
  /** A value in words. */
  word: (value: BulkValue) => string | null;
}

/** What is done with the chosen records. */
export interface BulkCalls<Field extends string = string> {
  preview: (field: Field, value: BulkValue) => Promise<CallOutput<'preview-vehicle-change'>>;
  change: (field: Field, value: BulkValue) => Promise<CallOutput<'change-vehicles'>>;
  undo: (id: number) => Promise<CallOutput<'undo-vehicle-change'>>;
}
