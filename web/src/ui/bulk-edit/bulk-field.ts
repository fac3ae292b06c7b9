import type { ChangedRow } from '@milepost/contract/bulk-change';
import type { CallOutput } from '../../api/call.ts';

export type BulkValue = ChangedRow['before'];

/** The first matches that the server found for the search. */
export interface SearchMatches {
  rows: readonly { id: number; name: string }[];
  total: number;
}

/** A field that can be changed in many records at a time. */
export interface BulkField<Field extends string = string> {
  field: Field;
  label: string;
  input:
    | { kind: 'text'; maxLength: number }
    /**
     * `step` is the size of one typed unit in the value, such as 3600 for a value in seconds that is typed in hours.
     */
    | { kind: 'number'; unit: string; decimals: number; plain?: boolean; step?: number }
    /** Metres. */
    | { kind: 'distance' }
    | { kind: 'day' }
    /** `#rrggbb`. */
    | { kind: 'colour' }
    | { kind: 'found'; find: (search: string) => Promise<SearchMatches> }
    | { kind: 'choice'; options: readonly { value: NonNullable<BulkValue>; label: string }[] };
  /** True if the field can be left empty. */
  optional: boolean;
  /** The initial value; empty by default. */
  start?: BulkValue;
  /** A note about further effects of a new value. */
  note?: (value: BulkValue) => string | null;
  /** The value as text. */
  word: (value: BulkValue) => string | null;
}

/** The calls for the chosen records. */
export interface BulkCalls<Field extends string = string> {
  preview: (field: Field, value: BulkValue) => Promise<CallOutput<'preview-vehicle-change'>>;
  change: (field: Field, value: BulkValue) => Promise<CallOutput<'change-vehicles'>>;
  undo: (id: number) => Promise<CallOutput<'undo-vehicle-change'>>;
}
