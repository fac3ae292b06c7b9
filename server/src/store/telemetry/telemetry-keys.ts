import type { TelemetryKey } from '@milepost/contract/telemetry-operations';
import type { Queryable } from '../database.ts';
import { COLUMNS } from './attributes.ts';
import { type FixSource, withFixes } from '../tracks/fix-source.ts';
import { type Pieces, piecesOf, rawRange, readRolled, ROLLED_QUARTERS, type Span } from './pieces.ts';

/** The most attributes in one reply; a device reports some dozens. */
const MAX_KEYS = 500;
const DAY_MS = 86_400_000;

const columns = Object.entries(COLUMNS);
const COUNTS = columns.map(([, { sql }], index) => `count(${sql})::int AS c${index}`).join(', ');

/** An attribute of a vehicle. */
interface Counted {
  vehicleId: number;
  key: string;
  flag: boolean;
  values: number;
}

interface Cut {
  span: Span;
  pieces: Pieces;
}

/** The attributes reported in these spans, with the number of values and of vehicles; most frequent first. */
export async function readTelemetryKeys(db: Queryable, spans: readonly Span[]): Promise<TelemetryKey[]> {
  const isRolled = await readRolled(db, spans);
  const cuts = spans.map((span): Cut => ({ span, pieces: piecesOf(span, isRolled) }));
  // The days of all vehicles are counted in one query: fifty queries one after the other take seconds.
  const days = async () => [...(await countWholeDays(db, cuts)), ...(await countCutDays(db, cuts))];
  const counted = (await Promise.all([days(), countColumns(db, cuts), countOthers(db, cuts)])).flat();
  const found = new Map<string, { flag: boolean; values: number; vehicles: Set<number> }>();
  for (const { vehicleId, key, flag, values } of counted) {
    if (values === 0) continue;
    const one = found.get(key) ?? { flag: true, values: 0, vehicles: new Set<number>() };
    one.flag &&= flag;
    one.values += values;
    one.vehicles.add(vehicleId);
    found.set(key, one);
  }
  return [...found]
    .map(([key, { flag, values, vehicles }]): TelemetryKey => {
      return { key, kind: flag ? 'flag' : 'number', values, vehicles: vehicles.size };
    })
    .toSorted((a, b) => b.vehicles - a.vehicles || b.values - a.values || a.key.localeCompare(b.key))
    .slice(0, MAX_KEYS);
}

/** The days completely inside the span, and those at its edges. */
function wholeDays({ days, within }: Pieces): [whole: string[], cut: string[]] {
  const isWhole = (day: string) => Date.parse(day) >= within[0] && Date.parse(day) + DAY_MS <= within[1];
  return [days.filter(isWhole), days.filter((day) => !isWhole(day))];
}

/** Ranges of consecutive days, as first and last: a year is one range instead of 365 days. */
function rangesOf(days: readonly string[]): (readonly [first: string, last: string])[] {
  const ranges: [string, string][] = [];
  for (const day of days) {
    const open = ranges.at(-1);
    if (open && Date.parse(open[1]) + DAY_MS === Date.parse(day)) open[1] = day;
    else ranges.push([day, day]);
  }
  return ranges;
}

async function countWholeDays(db: Queryable, cuts: readonly Cut[]): Promise<Counted[]> {
  const ranges = cuts.flatMap(({ span, pieces }) =>
    rangesOf(wholeDays(pieces)[0]).map(([first, last]) => ({ ...span, first, last })),
  );
  if (ranges.length === 0) return [];
  const { rows } = await db.query<Counted>(
    `SELECT s.vehicle AS "vehicleId", c.key, c.flag, c.values
     FROM unnest($1::int[], $2::int[], $3::date[], $4::date[]) s(vehicle, device, first, last) CROSS JOIN LATERAL (
       SELECT key, bool_and(flag) AS flag, sum(total)::int AS values FROM telemetry_days
       WHERE device_id = s.device AND day BETWEEN s.first AND s.last GROUP BY key) c`,
    [
      ranges.map(({ vehicleId }) => vehicleId),
      ranges.map(({ deviceId }) => deviceId),
      ranges.map(({ first }) => first),
      ranges.map(({ last }) => last),
    ],
  );
  return rows;
}

/** For days at the edges of a span, the quarters inside it. */
async function countCutDays(db: Queryable, cuts: readonly Cut[]): Promise<Counted[]> {
  const days = cuts.flatMap(({ span, pieces }) =>
    wholeDays(pieces)[1].map((day) => ({ ...span, day, within: pieces.within })),
  );
  if (days.length === 0) return [];
  const { rows } = await db.query<Counted>(
    `SELECT s.vehicle AS "vehicleId", t.key, bool_and(t.flag) AS flag, sum(q.count)::int AS values
     FROM unnest($1::int[], $2::int[], $3::date[], $4::float8[], $5::float8[]) s(vehicle, device, day, first, last)
     JOIN telemetry_days t ON t.device_id = s.device AND t.day = s.day
     CROSS JOIN LATERAL (${ROLLED_QUARTERS}) q
     WHERE q.at >= s.first AND q.at < s.last GROUP BY s.vehicle, t.key`,
    [
      days.map(({ vehicleId }) => vehicleId),
      days.map(({ deviceId }) => deviceId),
      days.map(({ day }) => day),
      days.map(({ within }) => within[0] / 1000),
      days.map(({ within }) => within[1] / 1000),
    ],
  );
  return rows;
}

/** The parts to read from the fixes, as `s`; parameters 1 to 4. */
const RAW = 'unnest($1::int[], $2::int[], $3::float8[], $4::float8[]) s(vehicle, device, first, last)';
/** The valid fixes of `s`. */
const fixesOf = ({
  table,
}: FixSource) => `${table} p WHERE p.device_id = s.device AND p.fix_time >= to_timestamp(s.first)
  AND p.fix_time < to_timestamp(s.last) AND p.flags & 1 = 1`;

const rawRanges = (cuts: readonly Cut[]) =>
  cuts.flatMap(({ span, pieces }) => pieces.raw.map((range) => rawRange(span, range)));

function rawOf(cuts: readonly Cut[]): [number[], number[], number[], number[]] {
  const ranges = cuts.flatMap(({ span, pieces }) => pieces.raw.map((range) => ({ span, range })));
  return [
    ranges.map(({ span }) => span.vehicleId),
    ranges.map(({ span }) => span.deviceId),
    ranges.map(({ range }) => range[0] / 1000),
    ranges.map(({ range }) => range[1] / 1000),
  ];
}

async function countColumns(db: Queryable, cuts: readonly Cut[]): Promise<Counted[]> {
  const raw = rawOf(cuts);
  if (raw[0].length === 0) return [];
  const { rows } = await withFixes(db, rawRanges(cuts), 5, (source) =>
    db.query<{ vehicle: number } & Record<string, number>>(
      `SELECT s.vehicle, c.* FROM ${RAW} CROSS JOIN LATERAL (SELECT ${COUNTS} FROM ${fixesOf(source)}) c`,
      [...raw, ...source.values],
    ),
  );
  return rows.flatMap((row) =>
    columns.map(([key, { kind }], index): Counted => {
      return { vehicleId: row.vehicle, key, flag: kind === 'flag', values: row[`c${index}`] ?? 0 };
    }),
  );
}

async function countOthers(db: Queryable, cuts: readonly Cut[]): Promise<Counted[]> {
  const raw = rawOf(cuts);
  if (raw[0].length === 0) return [];
  const { rows } = await withFixes(db, rawRanges(cuts), 6, (source) =>
    db.query<Counted>(
      `SELECT s.vehicle AS "vehicleId", c.* FROM ${RAW} CROSS JOIN LATERAL (
         SELECT a.key, bool_and(jsonb_typeof(a.value) = 'boolean') AS flag, count(*)::int AS values
         FROM (SELECT p.attributes FROM ${fixesOf(source)} AND p.attributes IS NOT NULL) f, jsonb_each(f.attributes) a
         WHERE jsonb_typeof(a.value) IN ('number', 'boolean') AND a.key <> ALL($5) GROUP BY a.key) c`,
      [...raw, Object.keys(COLUMNS), ...source.values],
    ),
  );
  return rows;
}
