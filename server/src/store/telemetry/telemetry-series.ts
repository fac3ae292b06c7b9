import type { Queryable } from '../database.ts';
import { SPEED, valueSql } from './attributes.ts';
import { withFixes } from '../tracks/fix-source.ts';
import {
  fixesOf,
  piecesOf,
  rawParameters,
  rawRange,
  readRolled,
  ROLLUP_SQL,
  rollupParameters,
  type Span,
} from './pieces.ts';
import { QUARTER_S } from './roll-day.ts';

/** The values of a vehicle's attribute by time (epoch milliseconds): the minimum and the maximum of each step. */
export interface Line {
  /** The number of values behind these. */
  values: number;
  points: Map<number, readonly [low: number, high: number]>;
}

/** By vehicle and attribute. Always contains `speed`, which every fix has. */
export type Lines = Map<number, Map<string, Line>>;

/** Adds a value, or the minimum and maximum of several. */
function put(line: Line, at: number, [low, high]: readonly [number, number], values: number): void {
  const held = line.points.get(at);
  line.points.set(at, held ? [Math.min(held[0], low), Math.max(held[1], high)] : [low, high]);
  line.values += values;
}

function lineOf(lines: Lines, vehicleId: number, key: string): Line {
  const ofVehicle = lines.get(vehicleId) ?? new Map<string, Line>();
  lines.set(vehicleId, ofVehicle);
  const line = ofVehicle.get(key) ?? { values: 0, points: new Map() };
  ofVehicle.set(key, line);
  return line;
}

const factorOf = (span: Span, key: string) => (key === SPEED ? span.speedFactor : 1);

/** Every valid fix of the spans; null if a vehicle has more than `most`. Fixes with the same time are one point. */
export async function readEveryValue(
  db: Queryable,
  spans: readonly Span[],
  keys: readonly string[],
  most: number,
): Promise<Lines | null> {
  const lines: Lines = new Map();
  const fixes = new Map<number, number>();
  const columns = keys.map((key, index) => `(${valueSql(key, `$${index + 5}`)})::float8 AS v${index}`).join(', ');
  const used = keys.map((_, index) => ` AND $${index + 5}::text IS NOT NULL`).join('');
  for (const span of spans) {
    const range = [span.from, span.to] as const;
    const { rows } = await withFixes(db, [rawRange(span, range)], keys.length + 5, (source) =>
      db.query<Record<string, number | null> & { at: number }>(
        `SELECT floor(date_part('epoch', p.fix_time) * 1000) AS at, ${columns} FROM ${fixesOf(source)}${used}
         ORDER BY p.fix_time, p.report_hash LIMIT $4`,
        [...rawParameters(span, range), most + 1, ...keys, ...source.values],
      ),
    );
    const count = (fixes.get(span.vehicleId) ?? 0) + rows.length;
    if (count > most) return null;
    fixes.set(span.vehicleId, count);
    for (const row of rows) {
      keys.forEach((key, index) => {
        const value = row[`v${index}`] ?? null;
        if (value === null) return;
        const scaled = value * factorOf(span, key);
        put(lineOf(lines, span.vehicleId, key), row.at, [scaled, scaled], 1);
      });
    }
  }
  return lines;
}

/**
 * The minimum and maximum of each step of `stepS` seconds, counted from the epoch, so that steps do not depend on the
 * range. Steps of whole quarters of an hour are read from computed days.
 */
export async function readSteps(
  db: Queryable,
  spans: readonly Span[],
  keys: readonly string[],
  stepS: number,
): Promise<Lines> {
  const lines: Lines = new Map();
  const isRolled = stepS % QUARTER_S === 0 ? await readRolled(db, spans) : () => false;
  for (const span of spans) {
    const pieces = piecesOf(span, isRolled);
    if (pieces.days.length > 0) {
      const { rows } = await db.query<{ key: string; step: number; low: number; high: number; values: number }>(
        `SELECT t.key, floor(q.at / $6::float8) AS step, min(q.low) AS low, max(q.high) AS high,
                sum(q.count)::int AS values
         FROM ${ROLLUP_SQL} AND t.key = ANY($5) GROUP BY 1, 2`,
        [...rollupParameters(span, pieces), keys, stepS],
      );
      for (const { key, step, low, high, values } of rows) {
        const factor = factorOf(span, key);
        put(lineOf(lines, span.vehicleId, key), step * stepS * 1000, [low * factor, high * factor], values);
      }
    }
    for (const range of pieces.raw) await readRaw(db, lines, { span, range, keys, stepS });
  }
  return lines;
}

async function readRaw(
  db: Queryable,
  lines: Lines,
  request: { span: Span; range: readonly [number, number]; keys: readonly string[]; stepS: number },
): Promise<void> {
  const { span, range, keys, stepS } = request;
  const columns = keys.map((key, index) => `(${valueSql(key, `$${index + 5}`)})::float8 AS v${index}`).join(', ');
  const used = keys.map((_, index) => ` AND $${index + 5}::text IS NOT NULL`).join('');
  const sums = keys
    .map(
      (_, index) => `min(v${index}) AS low${index}, max(v${index}) AS high${index}, count(v${index})::int AS n${index}`,
    )
    .join(', ');
  const { rows } = await withFixes(db, [rawRange(span, range)], keys.length + 5, (source) =>
    db.query<Record<string, number | null> & { step: number }>(
      `SELECT step, ${sums} FROM (
         SELECT floor(date_part('epoch', p.fix_time) / $4::float8) AS step, ${columns} FROM ${fixesOf(source)}${used}) f
       GROUP BY step`,
      [...rawParameters(span, range), stepS, ...keys, ...source.values],
    ),
  );
  for (const row of rows) {
    keys.forEach((key, index) => {
      const [low, high] = [row[`low${index}`] ?? null, row[`high${index}`] ?? null];
      if (low === null || high === null) return;
      const factor = factorOf(span, key);
      put(
        lineOf(lines, span.vehicleId, key),
        row.step * stepS * 1000,
        [low * factor, high * factor],
        row[`n${index}`] ?? 0,
      );
    });
  }
}
