import type { TelemetryKey } from '@milepost/contract/telemetry-routes';
import type { Queryable } from '../database.ts';
import { COLUMNS } from './attributes.ts';
import {
  FIXES,
  type Pieces,
  piecesOf,
  rawParameters,
  readRolled,
  ROLLED,
  rolledParameters,
  type Span,
} from './pieces.ts';

/** Attributes of one answer; a device tells some dozens. */
const MOST_KEYS = 500;
const DAY_MS = 86_400_000;

const columns = Object.entries(COLUMNS);
const COUNTS = columns.map(([, { sql }], index) => `count(${sql})::int AS c${index}`).join(', ');

interface Counted {
  key: string;
  flag: boolean;
  values: number;
}

type Found = Map<string, { flag: boolean; values: number; vehicles: Set<number> }>;

/** Which attributes were told in these spans, how often and by how many vehicles; the most frequent first. */
export async function readTelemetryKeys(db: Queryable, spans: readonly Span[]): Promise<TelemetryKey[]> {
  const found: Found = new Map();
  const isRolled = await readRolled(db, spans);
  for (const span of spans) {
    const pieces = piecesOf(span, isRolled);
    const [whole, cut] = wholeDays(pieces);
    if (whole.length > 0) for (const row of await countDays(db, span, whole)) add(found, span, row);
    if (cut.length > 0) {
      const { rows } = await db.query<Counted>(
        `SELECT t.key, bool_and(t.flag) AS flag, sum(q.count)::int AS values FROM ${ROLLED} GROUP BY t.key`,
        rolledParameters(span, { ...pieces, days: cut }),
      );
      for (const row of rows) add(found, span, row);
    }
    for (const range of pieces.raw) await countRaw(db, found, span, range);
  }
  return [...found]
    .map(([key, { flag, values, vehicles }]): TelemetryKey => {
      return { key, kind: flag ? 'flag' : 'number', values, vehicles: vehicles.size };
    })
    .toSorted((a, b) => b.vehicles - a.vehicles || b.values - a.values || a.key.localeCompare(b.key))
    .slice(0, MOST_KEYS);
}

/** Days that lie in the span from end to end, and those at its edges. */
function wholeDays({ days, within }: Pieces): [whole: string[], cut: string[]] {
  const isWhole = (day: string) => Date.parse(day) >= within[0] && Date.parse(day) + DAY_MS <= within[1];
  return [days.filter(isWhole), days.filter((day) => !isWhole(day))];
}

async function countDays(db: Queryable, { deviceId }: Span, days: readonly string[]): Promise<Counted[]> {
  const [first, last] = [days[0] ?? '', days.at(-1) ?? ''];
  const wanted = new Set(days);
  const others: string[] = [];
  for (let at = Date.parse(first); at < Date.parse(last); at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10);
    if (!wanted.has(day)) others.push(day);
  }
  const { rows } = await db.query<Counted>(
    `SELECT key, bool_and(flag) AS flag, sum(total)::int AS values FROM telemetry_days
     WHERE device_id = $1 AND day BETWEEN $2 AND $3 AND day <> ALL($4::date[]) GROUP BY key`,
    [deviceId, first, last, others],
  );
  return rows;
}

function add(found: Found, span: Span, { key, flag, values }: Counted): void {
  if (values === 0) return;
  const one = found.get(key) ?? { flag: true, values: 0, vehicles: new Set<number>() };
  one.flag &&= flag;
  one.values += values;
  one.vehicles.add(span.vehicleId);
  found.set(key, one);
}

async function countRaw(db: Queryable, found: Found, span: Span, range: readonly [number, number]): Promise<void> {
  const values = rawParameters(span, range);
  const told = await db.query<Record<string, number>>(`SELECT ${COUNTS} FROM ${FIXES}`, values);
  columns.forEach(([key, { kind }], index) => {
    add(found, span, { key, flag: kind === 'flag', values: told.rows[0]?.[`c${index}`] ?? 0 });
  });
  const others = await db.query<Counted>(
    `SELECT a.key, bool_and(jsonb_typeof(a.value) = 'boolean') AS flag, count(*)::int AS values
     FROM (SELECT p.attributes FROM ${FIXES} AND p.attributes IS NOT NULL) f, jsonb_each(f.attributes) a
     WHERE jsonb_typeof(a.value) IN ('number', 'boolean') AND a.key <> ALL($4) GROUP BY a.key`,
    [...values, Object.keys(COLUMNS)],
  );
  for (const row of others.rows) add(found, span, row);
}
