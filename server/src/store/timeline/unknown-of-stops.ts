import type { Stop } from '@milepost/contract/fact-operations';
import { DEFAULT_SETTINGS } from '@milepost/tracking/settings';
import type { Queryable } from '../database.ts';
import { type Bounds, boundsOf, isUnknown } from './bands.ts';

interface Row {
  stopId: number;
  start: Date;
  end: Date;
}

/**
 * The unknown times within stops: a stop stores only their sum, the reports show when they were. As in tracking, a
 * report without coordinates counts if the engine state is known (docs/tracking.md, "Data gaps and silences"). Reads the
 * reports within the range, and the adjacent ones.
 */
export async function readUnknownOfStops(
  db: Queryable,
  stops: readonly Stop[],
  { from, to }: { from: Date; to: Date },
): Promise<ReadonlyMap<number, Bounds[]>> {
  const partlyUnknown = stops.filter((stop) => stop.unseenS > 0 && !isUnknown(stop));
  if (partlyUnknown.length === 0) return new Map();
  const { rows } = await db.query<Row>(SQL, [
    partlyUnknown.map(({ id }) => id),
    partlyUnknown.map(({ vehicleId }) => vehicleId),
    partlyUnknown.map(({ start }) => start),
    partlyUnknown.map((stop) => new Date(boundsOf(stop)[1]).toISOString()),
    partlyUnknown.map(({ engineSource }) => engineSource !== 'movement'),
    from,
    to,
    DEFAULT_SETTINGS.unseenS,
  ]);
  const byStop = Map.groupBy(rows, ({ stopId }) => stopId);
  return new Map([...byStop].map(([id, found]) => [id, found.map(({ start, end }) => [+start, +end])]));
}

/** The reports of the device `i` within the stop `s`, between two times. */
const reportsSql = (from: string, to: string) => `
  SELECT p.fix_time AS at FROM positions p
    WHERE p.device_id = i.device_id AND p.fix_time >= ${from} AND p.fix_time <= ${to} AND (p.flags & 1 = 1 OR s.told)
  UNION ALL
  SELECT r.reported_at FROM status_reports r
    WHERE s.told AND r.device_id = i.device_id AND r.reported_at >= ${from} AND r.reported_at <= ${to}`;

const SQL = `
  SELECT s.id AS "stopId", gap.since AS start, gap.at AS end
  FROM unnest($1::int[], $2::int[], $3::timestamptz[], $4::timestamptz[], $5::bool[]) s (id, vehicle_id, a, b, told)
  JOIN vehicles v ON v.id = s.vehicle_id JOIN organisations o ON o.id = v.organisation_id
  CROSS JOIN LATERAL (
    SELECT at, lag(at) OVER (ORDER BY at) AS since FROM (
      SELECT s.a AS at UNION ALL SELECT s.b
      UNION ALL
      SELECT one.at FROM installations i CROSS JOIN LATERAL (
        (${reportsSql('greatest(s.a, $6)', 'least(s.b, $7)')})
        UNION ALL
        (SELECT max(at) FROM (${reportsSql('s.a', 'least(s.b, $6)')}) before)
        UNION ALL
        (SELECT min(at) FROM (${reportsSql('greatest(s.a, $7)', 's.b')}) after)
      ) one
      WHERE i.vehicle_id = s.vehicle_id AND one.at >= i.installed_at AND one.at < coalesce(i.removed_at, 'infinity')
    ) moments WHERE at IS NOT NULL
  ) gap
  WHERE extract(epoch FROM gap.at - gap.since) > coalesce((o.tracking_settings->>'unseenS')::float8, $8::float8) AND gap.at > $6 AND gap.since < $7
  ORDER BY gap.since`;
