import type { Queryable } from '../database.ts';
import type { DeviceRange } from './device-range.ts';

/** The source of positions for a statement that aggregates them in the database. */
export interface FixSource {
  /** SQL of the table, for a FROM clause. */
  table: string;
  /** Its parameters, from the number on that was passed. */
  values: unknown[];
}

/**
 * Runs a statement over the positions of these ranges. The statement has to limit devices and times itself, as the
 * table may contain others.
 * @param parameter the number of the first parameter that the statement leaves free
 */
export function withFixes<Result>(
  _db: Queryable,
  _ranges: readonly DeviceRange[],
  _parameter: number,
  run: (source: FixSource) => Promise<Result>,
): Promise<Result> {
  return run({ table: 'positions', values: [] });
}
