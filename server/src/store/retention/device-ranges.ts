import type { RetentionKind } from '@milepost/contract/retention-kinds';
import type { Cutoffs } from './policies.ts';

/** The kinds with data that are stored by device, besides those by organisation (`OLD_RECORDS`). */
export const DEVICE_KINDS = ['positions', 'facts'] as const satisfies readonly RetentionKind[];
export type DeviceKind = (typeof DEVICE_KINDS)[number];

export type CutoffParameters = [organisationIds: number[], cutoffs: string[]];

/** The organisations and their cutoffs of one kind, as parameters 1 and 2 of `DEVICE_RANGES`. */
export function cutoffParameters(cutoffs: ReadonlyMap<number, Cutoffs>, kind: RetentionKind): CutoffParameters {
  const decided = [...cutoffs].flatMap(([id, each]) => (each[kind] === undefined ? [] : [{ id, cutoff: each[kind] }]));
  return [decided.map(({ id }) => id), decided.map(({ cutoff }) => cutoff)];
}

/** The newest of the cutoffs; there must be one. */
export const newestOf = ([, cutoffs]: CutoffParameters): string =>
  cutoffs.reduce((one, other) => (Date.parse(one) > Date.parse(other) ? one : other));

/**
 * SQL for WITH: `device_ranges` has the times of which the data of each device is old, in whole UTC days, and `held`
 * those of them that a legal hold keeps. A device belongs to one organisation for ever; where its past was copied to
 * another organisation with a moved vehicle, both have to let it go.
 */
export const DEVICE_RANGES = `cutoffs AS MATERIALIZED (
    SELECT p.organisation_id, date_trunc('day', p.cutoff, 'UTC') AS cutoff
    FROM unnest($1::int[], $2::timestamptz[]) p(organisation_id, cutoff)),
  shared AS (
    SELECT d.id AS device_id, range_agg(tstzrange(
        greatest(date_trunc('day', i.installed_at, 'UTC'), c.cutoff), coalesce(i.removed_at, 'infinity'))) AS ranges
    FROM installations i JOIN vehicles v ON v.id = i.vehicle_id
    JOIN devices d ON d.id = i.device_id AND d.organisation_id <> v.organisation_id
    LEFT JOIN cutoffs c ON c.organisation_id = v.organisation_id
    WHERE coalesce(i.removed_at, 'infinity') > coalesce(c.cutoff, '-infinity') GROUP BY 1),
  holds AS (
    SELECT i.device_id, range_agg(tstzrange(
        date_trunc('day', greatest(i.installed_at, h.from_time), 'UTC'),
        date_trunc('day', least(coalesce(i.removed_at, 'infinity'), coalesce(h.to_time, 'infinity')), 'UTC')
          + interval '1 day')) AS ranges
    FROM legal_holds h JOIN installations i ON i.vehicle_id = h.vehicle_id
    WHERE h.ended_at IS NULL AND i.installed_at < coalesce(h.to_time, 'infinity')
      AND coalesce(i.removed_at, 'infinity') > h.from_time GROUP BY 1),
  old AS (
    SELECT d.id AS device_id, d.organisation_id, holds.ranges AS holds,
           tstzmultirange(tstzrange('-infinity', c.cutoff)) - coalesce(shared.ranges, '{}') AS ranges
    FROM devices d JOIN cutoffs c ON c.organisation_id = d.organisation_id
    LEFT JOIN shared ON shared.device_id = d.id LEFT JOIN holds ON holds.device_id = d.id),
  device_ranges AS (
    SELECT device_id, organisation_id, ranges - coalesce(holds, '{}') AS ranges,
           ranges * coalesce(holds, '{}') AS held
    FROM old)`;

/** SQL: the old telemetry `f` of the devices $4, none of which is old after $3. */
export const OLD_TELEMETRY = `telemetry_days f JOIN device_ranges r ON r.device_id = f.device_id
  WHERE f.device_id = ANY($4) AND f.day < ($3::timestamptz AT TIME ZONE 'UTC')::date
    AND r.ranges @> (f.day::timestamp AT TIME ZONE 'UTC')`;
