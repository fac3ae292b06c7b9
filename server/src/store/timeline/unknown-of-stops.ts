import type { Stop } from '@milepost/contract/fact-operations';
import { DEFAULT_SETTINGS } from '@milepost/tracking/settings';
import type { Queryable } from '../database.ts';
import { microsSql } from '../tracks/device-range.ts';
import { readFirstTimes, readLastTimes, readReportTimes, type TimesRange } from '../tracks/report-times.ts';
import { type Bounds, boundsOf, isUnknown } from './bands.ts';

/** A stop and a device that was in the vehicle meanwhile; times in microseconds. */
interface InstalledStop extends TimesRange {
  stopId: number;
  start: number;
  end: number;
  /** The time without a report after which it is unknown. */
  gapS: number;
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
  const { rows } = await db.query<InstalledStop>(STOPS, [
    partlyUnknown.map(({ id }) => id),
    partlyUnknown.map(({ vehicleId }) => vehicleId),
    partlyUnknown.map(({ start }) => start),
    partlyUnknown.map((stop) => new Date(boundsOf(stop)[1]).toISOString()),
    partlyUnknown.map(({ engineSource }) => engineSource !== 'movement'),
    DEFAULT_SETTINGS.unseenS,
  ]);
  const [fromMicros, toMicros] = [from.getTime() * 1000, to.getTime() * 1000];
  // Times at the bounds belong to the stop and to the range.
  const part = (least: number, most: number) =>
    rows.map((row) => ({ ...row, from: Math.max(row.from, least), to: Math.min(row.to, most + 1) }));
  const found = await Promise.all([
    readReportTimes(db, part(fromMicros, toMicros)),
    readLastTimes(db, part(-Infinity, fromMicros)),
    readFirstTimes(db, part(toMicros, Infinity)),
  ]);
  const byStop = Map.groupBy(
    rows.map((row, index) => ({ row, times: found.flatMap((times) => times[index] ?? []) })),
    ({ row }) => row.stopId,
  );
  const unknown = [...byStop].map(([id, installed]): [number, Bounds[]] => {
    const [{ row } = { row: null }] = installed;
    if (!row) return [id, []];
    const times = [row.start, row.end, ...installed.flatMap((one) => one.times)].toSorted((a, b) => a - b);
    const gaps = times.flatMap((end, index): [number, number][] =>
      index === 0 ? [] : [[times[index - 1] ?? end, end]],
    );
    const long = gaps.filter(([start, end]) => end - start > row.gapS * 1e6 && end > fromMicros && start < toMicros);
    return [id, long.map(([start, end]) => [Math.floor(start / 1000), Math.floor(end / 1000)])];
  });
  return new Map(unknown.filter(([, gaps]) => gaps.length > 0));
}

/** The stops, each with the devices in its vehicle meanwhile. */
const STOPS = `
  SELECT s.id AS "stopId", ${microsSql('s.a')} AS start, ${microsSql('s.b')} AS end, s.every AS "everyReport",
         coalesce((o.tracking_settings->>'unseenS')::float8, $6::float8) AS "gapS", coalesce(i.device_id, 0) AS "deviceId",
         ${microsSql('greatest(i.installed_at, s.a)')} AS from,
         least(${microsSql('i.removed_at')}, ${microsSql('s.b')} + 1) AS to
  FROM unnest($1::int[], $2::int[], $3::timestamptz[], $4::timestamptz[], $5::bool[]) s (id, vehicle_id, a, b, every)
  JOIN vehicles v ON v.id = s.vehicle_id JOIN organisations o ON o.id = v.organisation_id
  LEFT JOIN installations i ON i.vehicle_id = s.vehicle_id AND i.installed_at <= s.b
    AND coalesce(i.removed_at, 'infinity') > s.a`;
