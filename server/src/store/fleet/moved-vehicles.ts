import { fieldError } from '../../errors.ts';
import type { Queryable } from '../database.ts';

/**
 * SQL of when and where a vehicle moved, null while it is here.
 * @param organisationIds SQL of the organisations that the caller sees: of any other one it is not said which it is
 */
export const movedSql = (vehicle: string, organisationIds: string): string =>
  `CASE WHEN ${vehicle}.moved_at IS NOT NULL THEN json_build_object(
     'at', to_char(${vehicle}.moved_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
     'to', (SELECT o.name FROM vehicles there JOIN organisations o ON o.id = there.organisation_id
            WHERE there.id = ${vehicle}.moved_to_id AND o.id = ANY(${organisationIds}))) END`;

/** What a record says, by which a vehicle that moved takes it or does not. */
interface Taken {
  /** The vehicle that the record names until now: what is written already can still be put right. */
  former?: number | null | undefined;
  /** The day that the record is of, where it says one: what is of before the move may come late. */
  day?: string | null;
  field?: 'vehicleId' | 'vehicleIds' | 'recordId';
}

/**
 * Of a vehicle that moved to another organisation only the past is here: it takes nothing of after its move. The same as triggers
 * hold for whatever writes, said at the field.
 * @throws AppError `conflict` at the field
 */
export async function requireHere(
  db: Queryable,
  vehicleIds: readonly number[],
  { former, day = null, field = 'vehicleId' }: Taken = {},
): Promise<void> {
  const { rowCount } = await db.query('SELECT FROM unnest($1::int[]) AS of(id) WHERE NOT takes_record(id, $2)', [
    vehicleIds.filter((id) => id !== former),
    day,
  ]);
  if (rowCount) throw fieldError('conflict', { [field]: 'vehicle-moved' });
}

/** Whether an error is that of the triggers which hold this. */
export const isOfMoved = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'vehicle_moved';
