import type { ImportKind } from '@milepost/contract/import-kinds';
import { fault } from '@milepost/contract/fault';
import type { ResolvedLine, Value, Values } from '../../imports/import-descriptor.ts';
import type { Queryable } from '../database.ts';

/** The last day of a record by kind, which must not be before the vehicle's arrival from another organisation. */
const LAST: Partial<Record<ImportKind, string>> = { expense: 'day', document: 'validUntil' };

/** The values that give the day of a record; a kind that is not listed has the day on which it is created. */
const DATED: Partial<Record<ImportKind, readonly string[]>> = {
  expense: ['day'],
  document: ['issuedOn', 'validFrom'],
};

const numbers = (value: Value | undefined): number[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is number => typeof one === 'number');
const vehiclesOf = (values: Values | null): number[] => [
  ...numbers(values?.['vehicleId']),
  ...numbers(values?.['vehicleIds']),
];

/**
 * Refuses lines after the move of a vehicle that moved to another organisation, and lines before the arrival of a
 * vehicle that came from another one.
 */
export async function refuseOfMoved(
  db: Queryable,
  kind: ImportKind,
  lines: readonly ResolvedLine[],
): Promise<ResolvedLine[]> {
  const dayOf = (values: Values | null) =>
    DATED[kind]?.map((field) => values?.[field]).find((value) => typeof value === 'string') ?? null;
  const lastOf = (values: Values | null) => {
    const last = values?.[LAST[kind] ?? ''];
    return typeof last === 'string' ? last : null;
  };
  const requested = lines.flatMap(({ before, after }, line) => {
    const same = dayOf(before) === dayOf(after) && lastOf(before) === lastOf(after);
    const known = same ? vehiclesOf(before) : [];
    return vehiclesOf(after)
      .filter((id) => !known.includes(id))
      .map((id) => ({ line, id, day: dayOf(after), last: lastOf(after) }));
  });
  if (requested.length === 0) return [...lines];
  const { rows } = await db.query<{ line: number; moved: boolean }>(
    `SELECT line, bool_or(NOT takes_record(id, day)) AS moved
     FROM jsonb_to_recordset($1) AS asked(line int, id int, day date, last date)
     WHERE id IN (SELECT id FROM vehicles WHERE id = ANY($2) AND (moved_at IS NOT NULL OR came_at IS NOT NULL))
       AND NOT (takes_record(id, day) AND has_come_by(id, last)) GROUP BY line`,
    [JSON.stringify(requested), [...new Set(requested.map(({ id }) => id))]],
  );
  const refused = new Map(
    rows.map(({ line, moved }) => [line, fault(moved ? 'vehicle-moved' : 'vehicle-was-elsewhere')] as const),
  );
  const field = kind === 'service-plan' ? 'vehicles' : 'vehicle';
  return lines.map((line, index) => {
    const refusal = refused.get(index);
    return refusal ? { ...line, faults: [...line.faults, { field, fault: refusal }] } : line;
  });
}
