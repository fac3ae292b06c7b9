import { DAY_SUM_NAMES, type DaySums } from '@milepost/tracking/day-sums';
import type { DayTotal, Fact } from '@milepost/tracking/fact';
import type { Queryable } from '../database.ts';
import { havePositions } from '../tracks/has-positions.ts';
import { columnOf, FACT_KINDS, FACT_TABLES } from './fact-tables.ts';
import { KNOWN_END } from './overlapping.ts';

/** The stored facts that a recomputation from a floor on meets there. */
export interface FactsOverFloor {
  /** Those that began before the floor and ended after it, with their end in epoch milliseconds. */
  over: { kind: Fact['kind']; subject: string; end: number }[];
  /** The keys of those that began before the floor and are open. */
  open: ReadonlySet<string>;
  /** The days that began before the floor, from the days before it on. */
  days: readonly StoredEdge[];
}

interface StoredEdge {
  key: string;
  positions: number;
  /** Whether it contains the moment from which on all positions are stored. */
  isEdge: boolean;
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

/** @param floor `at`: the floor, `since`: from when on all positions are stored; epoch milliseconds */
export async function readFactsOver(
  db: Queryable,
  installationId: number,
  { at, since }: { at: number; since: number },
): Promise<FactsOverFloor> {
  const queries = FACT_KINDS.map((kind) => {
    const { table } = FACT_TABLES[kind];
    const end = kind === 'alarm' ? 'cleared_at' : 'ended_at';
    const subject = SUBJECTS[kind];
    return `SELECT '${kind}' AS kind, ${subject ? `coalesce(${subject}::text, '')` : `''`} AS subject, key,
        (extract(epoch FROM ${end}) * 1000)::float8 AS end, ${kind === 'day' ? 'positions' : '0'} AS positions,
        started_at <= $3 AND ${end} > $3 AS "isEdge"
      FROM ${table} WHERE installation_id = $1 AND started_at < $2
       AND coalesce(${end}, 'infinity') > ${kind === 'day' ? `$3::timestamptz - interval '3 days'` : '$2'}`;
  });
  const { rows } = await db.query<FactsOverFloor['over'][number] & StoredEdge>(queries.join(' UNION ALL '), [
    installationId,
    new Date(at),
    new Date(since),
  ]);
  return {
    over: rows.filter(({ end }) => end > at),
    open: new Set(rows.flatMap(({ key, end }) => (Number.isFinite(end) ? [] : [key]))),
    days: rows.filter(({ kind }) => kind === 'day'),
  };
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
 * Removes from the recomputed facts those before the floor, and the remainders of stored facts that extend across it: these
 * stay as stored. Written are, whenever they began: open facts; the end of what is stored as open; and a day of which
 * more is known now than is stored, as when its device was in another vehicle for a while.
 * @param floor `at` in epoch milliseconds; `continued`: the day that goes on, after which all days are new
 */
export function withoutOlder(
  facts: readonly Fact[],
  { over, open, days }: FactsOverFloor,
  { at, continued }: { at: number; continued?: DayTotal },
): Fact[] {
  const ends = new Map<string, number>();
  for (const { kind, subject, end } of over) {
    const key = `${kind} ${subject}`;
    ends.set(key, Math.max(end, ends.get(key) ?? end));
  }
  return latestOfEach(facts).filter((fact) => {
    if (goesOn(fact) || open.has(fact.key)) return true;
    if (fact.kind === 'day' && continued)
      return fact.day > continued.day || (fact.key === continued.key && continued.end > at);
    if (fact.kind === 'day' && fact.start < at) return isMore(fact, days);
    return fact.start >= at && !(fact.start < (ends.get(`${fact.kind} ${subjectOf(fact)}`) ?? -Infinity));
  });
}

/** Whether a day that began before the floor is the one at the edge and has more positions than stored, or nothing is stored. */
function isMore({ key, positions }: DayTotal, days: readonly StoredEdge[]): boolean {
  const edge = days.find(({ isEdge }) => isEdge);
  return edge ? key === edge.key && positions > edge.positions : days.every((day) => day.key !== key);
}

/** The last version of each fact: of one that goes on and then ends, the end. */
export const latestOfEach = (facts: readonly Fact[]): Fact[] => [
  ...new Map(facts.map((fact) => [fact.key, fact])).values(),
];

const goesOn = (fact: Fact): boolean =>
  fact.kind === 'alarm' ? fact.clearedAt === null : fact.kind !== 'day' && fact.end === null;

/** The stored day of an installation that contains a moment (epoch milliseconds) and did not begin at it. */
export async function readDayAround(db: Queryable, installationId: number, moment: number): Promise<DayTotal | null> {
  const { rows } = await db.query<StoredDay & DaySums>(
    `SELECT key, confirmed_at AS "confirmedAt", day::text AS day, started_at AS start, ended_at AS end,
            ${DAY_SUM_NAMES.map((name) => `${columnOf(name)}::float8 AS "${name}"`).join(', ')},
            engine_by AS "engineBy", fuel_net_l AS "fuelNetL", first_move_at AS "firstMoveAt", last_move_at AS "lastMoveAt",
            legs, health
       FROM day_totals WHERE installation_id = $1 AND started_at < $2 AND ended_at > $2 ORDER BY started_at DESC LIMIT 1`,
    [installationId, new Date(moment)],
  );
  const [row] = rows;
  if (!row) return null;
  const { confirmedAt, start, end, fuelNetL, firstMoveAt, lastMoveAt, ...same } = row;
  return {
    ...same,
    kind: 'day',
    confirmedAt: confirmedAt.getTime(),
    start: start.getTime(),
    end: end.getTime(),
    ...(fuelNetL !== null && { fuelNetL }),
    firstMoveAt: firstMoveAt?.getTime() ?? null,
    lastMoveAt: lastMoveAt?.getTime() ?? null,
  };
}

interface StoredDay extends Pick<DayTotal, 'key' | 'day' | 'engineBy' | 'legs' | 'health'> {
  confirmedAt: Date;
  start: Date;
  end: Date;
  fuelNetL: number | null;
  firstMoveAt: Date | null;
  lastMoveAt: Date | null;
}

/** Durations are stored as whole seconds. */
const ROUNDED_MS = 1000;

/** Whether the stored trips and stops of an installation reach the last of its positions before a moment (epoch milliseconds). */
export async function isKnownUntil(
  db: Queryable,
  { id, deviceId }: { id: number; deviceId: number },
  moment: number,
): Promise<boolean> {
  const { rows } = await db.query<{ known: number | null }>(
    `SELECT (extract(epoch FROM max(known)) * 1000)::float8 AS known FROM (${['trips', 'stops']
      .map(
        (table) => `SELECT max(${KNOWN_END}) AS known FROM ${table} f WHERE installation_id = $1 AND started_at < $2`,
      )
      .join(' UNION ALL ')}) facts`,
    [id, new Date(moment)],
  );
  const known = rows[0]?.known ?? null;
  if (known === null) return false;
  const range = { deviceId, from: (known + ROUNDED_MS) * 1000, to: moment * 1000 };
  return range.from >= range.to || !(await havePositions(db, [range]))[0];
}
