import type { Caller } from './caller.ts';

export interface RoundTrip {
  /** The list to export. */
  list: string;
  /** Adds records with all their fields, including texts that spreadsheets take for a formula or a separator. */
  add(caller: Caller, language: string): Promise<void>;
  /** The number of records in the list. */
  total(caller: Caller): Promise<number>;
  /** The fields of the exported columns, in order. */
  fields: readonly string[];
}

export const totalOf = async (listed: Promise<{ total: number }>) => (await listed).total;
