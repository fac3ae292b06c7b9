import type { Fact } from '@milepost/tracking/fact';
import type { Queryable } from '../database.ts';
import { FACT_KINDS, FACT_TABLES } from './fact-tables.ts';

/** A stored fact that began before a given time and ended after it. */
interface FactOver {
  kind: Fact['kind'];
  subject: string;
  /** Its end, epoch milliseconds. */
  end: number;
}

/** The column that distinguishes concurrent facts of one kind. */
const SUBJECTS: Partial<Record<Fact['kind'], string>> = {
  overspeed: 'fence_id',
  visit: 'fence_id',
  stay: 'place_id',
  switch: 'name',
  fuel: 'sensor_id',
  readings: 'sensor_id',
  alarm: 'rule_id',
  day: 'day',
};

/** The stored facts of an installation that extend across a given time (epoch milliseconds), except open ones. */
export async function readFactsOver(db: Queryable, installationId: number, moment: number): Promise<FactOver[]> {
  const queries = FACT_KINDS.map((kind) => {
    const { table } = FACT_TABLES[kind];
    const end = kind === 'alarm' ? 'cleared_at' : 'ended_at';
    const subject = SUBJECTS[kind];
    return `SELECT '${kind}' AS kind, ${subject ? `coalesce(${subject}::text, '')` : `''`} AS subject,
        (extract(epoch FROM ${end}) * 1000)::float8 AS end
      FROM ${table} WHERE installation_id = $1 AND started_at < $2 AND ${end} > $2`;
  });
  const { rows } = await db.query<FactOver>(queries.join(' UNION ALL '), [installationId, new Date(moment)]);
  return rows;
}

function subjectOf(fact: Fact): string {
  switch (fact.kind) {
    case 'overspeed':
    case 'visit':
      return String(fact.fenceId ?? '');
    case 'stay':
      return String(fact.placeId);
    case 'switch':
      return fact.name;
    case 'fuel':
    case 'readings':
      return String(fact.sensorId);
    case 'alarm':
      return String(fact.ruleId);
    case 'day':
      return fact.day;
    default:
      return '';
  }
}

/**
 * Removes from the recomputed facts those before a given time, and the remainders of stored facts that extend across
 * it: these stay as stored. Open facts are kept, whenever they began.
 * @param stored facts that extend across that time
 * @param moment epoch milliseconds
 */
export function withoutOlder(facts: readonly Fact[], stored: readonly FactOver[], moment: number): Fact[] {
  const ends = new Map<string, number>();
  for (const { kind, subject, end } of stored) {
    const key = `${kind} ${subject}`;
    ends.set(key, Math.max(end, ends.get(key) ?? end));
  }
  return facts.filter((fact) => {
    if (goesOn(fact)) return true;
    return fact.start >= moment && !(fact.start < (ends.get(`${fact.kind} ${subjectOf(fact)}`) ?? -Infinity));
  });
}

const goesOn = (fact: Fact): boolean =>
  fact.kind === 'alarm' ? fact.clearedAt === null : fact.kind !== 'day' && fact.end === null;
