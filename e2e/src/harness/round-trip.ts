import type { Caller } from './caller.ts';

export interface RoundTrip {
  /** The list that is exported. */
  list: string;
  /** Adds records with all that they can say, and what spreadsheets take for a formula or a separator. */
  add(caller: Caller, language: string): Promise<void>;
  /** How many records the list shows. */
  total(caller: Caller): Promise<number>;
  /** What the exported columns fill, in their order. */
  fields: readonly string[];
}

export const totalOf = async (listed: Promise<{ total: number }>) => (await listed).total;
