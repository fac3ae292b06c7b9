import type { ImportKind } from '@milepost/contract/import-kinds';
import { fault } from '@milepost/contract/fault';
import type { ResolvedLine, Value, Values } from '../../imports/import-descriptor.ts';
import type { Queryable } from '../database.ts';

/** By which of its values a record is of a day; a kind that is not named here is of the day on which it is made. */
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

/** A vehicle that moved to another organisation takes nothing of after its move from a file either. */
export async function refuseOfMoved(
  db: Queryable,
  kind: ImportKind,
  lines: readonly ResolvedLine[],
): Promise<ResolvedLine[]> {
  const dayOf = (values: Values | null) =>
    DATED[kind]?.map((field) => values?.[field]).find((value) => typeof value === 'string') ?? null;
  const asked = lines.flatMap(({ before, after }, line) => {
    const known = dayOf(before) === dayOf(after) ? vehiclesOf(before) : [];
    return vehiclesOf(after)
      .filter((id) => !known.includes(id))
      .map((id) => ({ line, id, day: dayOf(after) }));
  });
  if (asked.length === 0) return [...lines];
  const { rows } = await db.query<{ line: number }>(
    `SELECT DISTINCT line FROM jsonb_to_recordset($1) AS asked(line int, id int, day date)
     WHERE id IN (SELECT id FROM vehicles WHERE id = ANY($2) AND moved_at IS NOT NULL) AND NOT takes_record(id, day)`,
    [JSON.stringify(asked), [...new Set(asked.map(({ id }) => id))]],
  );
  const refused = new Set(rows.map(({ line }) => line));
  const field = kind === 'service-plan' ? 'vehicles' : 'vehicle';
  return lines.map((line, index) =>
    refused.has(index) ? { ...line, faults: [...line.faults, { field, fault: fault('vehicle-moved') }] } : line,
  );
}
