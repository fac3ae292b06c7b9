import type { Fact } from '@milepost/tracking/fact';
import type { Queryable } from '../database.ts';
import { COMMON_COLUMNS, FACT_KINDS, FACT_TABLES } from './fact-tables.ts';
import { factsJson } from './fact-writes.ts';
import type { Installation } from '../fleet/installations.ts';

/**
 * The number of expected facts that are missing or different in the database, and of stored facts that are not
 * expected; by kind.
 */
export type FactDifferences = Record<string, { missing: number; surplus: number }>;

/**
 * Excludes alarms that recomputing cannot confirm: alarms of silence are also raised by the server's clock, and stay
 * when the data arrives later, like missed places newer than all reports. Alarms raised before a change of their rule
 * also stay.
 */
const SURELY_RAISED = `AND EXISTS (SELECT FROM alarm_rules r WHERE r.id = rule_id AND r.condition->>'kind' <> 'noData'
  AND r.holds_since <= started_at AND (r.condition->>'kind' <> 'notInArea'
    OR started_at <= (SELECT s.time FROM tracking_states s WHERE s.installation_id = $2)))`;

/**
 * Compares the stored facts of an installation with the expected ones; kinds without a difference are left out.
 * @param from only those that began from this moment on (epoch milliseconds) are expected; null: all
 */
export async function compareFacts(
  db: Queryable,
  installation: Installation,
  facts: Fact[],
  from: number | null = null,
): Promise<FactDifferences> {
  const writes = { installation, facts, state: null, checkpoints: [], late: [], severities: new Map<number, string>() };
  const json = factsJson([writes]);
  const differences: FactDifferences = {};
  for (const [index, kind] of FACT_KINDS.entries()) {
    const { table, columns } = FACT_TABLES[kind];
    const all = Object.entries({ ...COMMON_COLUMNS, ...columns });
    const names = all.map(([name]) => name).join(', ');
    const { rows } = await db.query<{ missing: number; surplus: number }>(
      `WITH told AS (SELECT ${names} FROM json_to_recordset($1::json) AS t(${all.map((one) => one.join(' ')).join(', ')})),
            stored AS (SELECT ${names} FROM ${table} WHERE installation_id = $2),
            sure AS (SELECT ${names} FROM ${table} WHERE installation_id = $2
                      AND started_at >= coalesce($3, '-infinity'::timestamptz) ${kind === 'alarm' ? SURELY_RAISED : ''})
       SELECT (SELECT count(*)::int FROM (SELECT * FROM told EXCEPT ALL SELECT * FROM stored) m) AS missing,
              (SELECT count(*)::int FROM (SELECT * FROM sure EXCEPT ALL SELECT * FROM told) s) AS surplus`,
      [json[index], installation.id, from === null ? null : new Date(from)],
    );
    const [row] = rows;
    if (row && row.missing + row.surplus > 0) differences[kind] = row;
  }
  return differences;
}
