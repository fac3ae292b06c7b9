import { fieldError } from '../../errors.ts';
import type { Queryable } from '../database.ts';

/**
 * Of a vehicle that moved to another organisation only the past is here: nothing new names it. What is written of it already can
 * still be put right.
 * @param former the vehicle that the record names until now
 * @throws AppError `conflict` at the field
 */
export async function requireHere(
  db: Queryable,
  vehicleIds: readonly number[],
  former: number | null = null,
  field: 'vehicleId' | 'vehicleIds' = 'vehicleId',
): Promise<void> {
  const { rowCount } = await db.query('SELECT FROM vehicles WHERE id = ANY($1) AND moved_at IS NOT NULL', [
    vehicleIds.filter((id) => id !== former),
  ]);
  if (rowCount) throw fieldError('conflict', { [field]: 'vehicle-moved' });
}
