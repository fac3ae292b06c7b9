import type { Queryable } from '../database.ts';
import type { DeviceRange } from '../tracks/device-range.ts';
import type { FixSource } from '../tracks/fix-source.ts';
import { QUARTER_S } from './roll-day.ts';

const QUARTER_MS = QUARTER_S * 1000;
const DAY_MS = 86_400_000;

/** An installation of a device in a vehicle, cut to a range; times in epoch milliseconds, including fractions. */
export interface Span {
  vehicleId: number;
  deviceId: number;
  /** The factor for the device's speeds. */
  speedFactor: number;
  from: number;
  to: number;
  /** When it was installed, possibly before the range. */
  installedAt: number;
}

/** The sources of a span's values: whole quarters of computed days, and the fixes around them. */
export interface Pieces {
  days: string[];
  /** The quarters of these days within the span. */
  within: readonly [from: number, to: number];
  raw: (readonly [from: number, to: number])[];
}

/** The devices of these vehicles from `from` up to `to` (exclusive), by vehicle and in order of time. */
export async function readSpans(
  db: Queryable,
  vehicleIds: readonly number[],
  { from, to }: { from: Date; to: Date },
): Promise<Span[]> {
  const { rows } = await db.query<Span>(
    `SELECT vehicle_id AS "vehicleId", device_id AS "deviceId", speed_factor AS "speedFactor",
            date_part('epoch', installed_at) * 1000 AS "installedAt",
            date_part('epoch', greatest(installed_at, $2::timestamptz)) * 1000 AS "from",
            date_part('epoch', least(removed_at, $3::timestamptz)) * 1000 AS "to"
     FROM installations
     WHERE vehicle_id = ANY($1) AND installed_at < $3 AND coalesce(removed_at, 'infinity') > $2
     ORDER BY vehicle_id, installed_at`,
    [vehicleIds, from, to],
  );
  return rows;
}

/** True when a day (`YYYY-MM-DD`, UTC) of a device was computed and is still valid. */
export type IsRolled = (deviceId: number, day: string) => boolean;

export async function readRolled(db: Queryable, spans: readonly Span[]): Promise<IsRolled> {
  const first = dayText(Math.min(...spans.map(({ from }) => from)));
  const last = dayText(Math.max(...spans.map(({ to }) => to)));
  if (spans.length === 0) return () => false;
  // Marks are read first: a day that is computed between the two queries is read from the fixes, which is also correct.
  const late = await db.query<{ deviceId: number; day: string }>(
    `SELECT DISTINCT device_id AS "deviceId", day::text FROM telemetry_late
     WHERE device_id = ANY($1) AND day BETWEEN $2 AND $3`,
    [spans.map(({ deviceId }) => deviceId), first, last],
  );
  const rolled = await db.query<{ day: string }>('SELECT day::text FROM telemetry_rolled WHERE day BETWEEN $1 AND $2', [
    first,
    last,
  ]);
  const marks = new Set(late.rows.map(({ deviceId, day }) => `${deviceId} ${day}`));
  const days = new Set(rolled.rows.map(({ day }) => day));
  return (deviceId, day) => days.has(day) && !marks.has(`${deviceId} ${day}`);
}

const dayText = (ms: number) => (Number.isFinite(ms) ? new Date(ms).toISOString().slice(0, 10) : '1970-01-01');

/** Splits a span into the part covered by computed days, and the rest. */
export function piecesOf({ deviceId, from, to }: Span, isRolled: IsRolled): Pieces {
  const within = [Math.ceil(from / QUARTER_MS) * QUARTER_MS, Math.floor(to / QUARTER_MS) * QUARTER_MS] as const;
  const pieces: Pieces = { days: [], within, raw: [] };
  let reached = from;
  for (let start = Math.floor(within[0] / DAY_MS) * DAY_MS; start < within[1]; start += DAY_MS) {
    const day = dayText(start);
    if (!isRolled(deviceId, day)) continue;
    const begin = Math.max(start, within[0]);
    if (begin > reached) pieces.raw.push([reached, begin]);
    pieces.days.push(day);
    reached = Math.min(start + DAY_MS, within[1]);
  }
  if (to > reached) pieces.raw.push([reached, to]);
  return pieces;
}

/** The parameters of `fixesOf`. */
export const rawParameters = ({ deviceId }: Span, [from, to]: readonly [number, number]) => [
  deviceId,
  from / 1000,
  to / 1000,
];
/** The range that `rawParameters` and `fixesOf` read. */
export const rawRange = ({ deviceId }: Span, [from, to]: readonly [number, number]): DeviceRange => ({
  deviceId,
  from: Math.floor(from * 1000),
  to: Math.ceil(to * 1000),
});
/** The valid fixes of a device, as `p`; device, start and end (seconds) are the parameters 1 to 3. */
export const fixesOf = ({ table }: FixSource): string => `${table} p
  WHERE p.device_id = $1 AND p.fix_time >= to_timestamp($2::float8) AND p.fix_time < to_timestamp($3::float8)
    AND p.flags & 1 = 1`;

/** The parameters of `ROLLUP_SQL`. */
export const rollupParameters = ({ deviceId }: Span, { days, within }: Pieces) => [
  deviceId,
  days,
  within[0] / 1000,
  within[1] / 1000,
];
/** The quarters of a computed day, from `t`, with `at`. */
export const ROLLED_QUARTERS = `
  SELECT date_part('epoch', t.day) + u.quarter * ${QUARTER_S} AS at, u.low, u.high, u.count
  FROM unnest(t.quarters, t.lows, t.highs, t.counts) u(quarter, low, high, count)`;
/** The quarters of computed days, as `t` and `q`; parameters 1 to 4. */
export const ROLLUP_SQL = `telemetry_days t CROSS JOIN LATERAL (${ROLLED_QUARTERS}) q
  WHERE t.device_id = $1 AND t.day = ANY($2::date[]) AND q.at >= $3::float8 AND q.at < $4::float8`;
