import type { Coordinates } from '@milepost/contract/common';
import { readOpeningHours } from '@milepost/contract/opening-hours';
import type { WeeklyHours } from '@milepost/contract/weekly-hours';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import type { Scope } from '../scope.ts';
import { andSeenOutlet } from '../common-records.ts';

/** An outlet with the properties that ordering stops needs. */
export interface OutletToOrder {
  id: number;
  name: string;
  place: Coordinates | null;
  hours: WeeklyHours | null;
  /** Minutes. */
  serviceMin: number | null;
}

/**
 * Outlets in the order of the given ids, all of one organisation of the scope.
 * @throws AppError `not-found` if one does not exist, or belongs to another organisation than the first
 */
export async function readOutletsToOrder(
  db: Queryable,
  scope: Scope,
  ids: readonly number[],
): Promise<{ organisationId: number; timeZone: string; outlets: OutletToOrder[] }> {
  type Row = OutletToOrder & { organisationId: number; timeZone: string; hoursText: string | null };
  const { rows } = await db.query<Row>(
    `SELECT u.id, u.name, u.hours AS "hoursText", u.service_min AS "serviceMin", u.organisation_id AS "organisationId",
       CASE WHEN u.lat IS NOT NULL THEN json_build_object('lat', u.lat, 'lon', u.lon) END AS place,
       o.time_zone AS "timeZone"
     FROM unnest($1::int[]) WITH ORDINALITY AS wanted(id, n)
     JOIN outlets u ON u.id = wanted.id AND u.organisation_id = ANY($2) AND u.deleted_at IS NULL${andSeenOutlet(scope, 'u')}
     JOIN organisations o ON o.id = u.organisation_id ORDER BY wanted.n`,
    [ids, scope.organisationIds],
  );
  const [first] = rows;
  if (!first || rows.length < ids.length || rows.some((row) => row.organisationId !== first.organisationId)) {
    throw new AppError('not-found', 'no-outlet');
  }
  return {
    organisationId: first.organisationId,
    timeZone: first.timeZone,
    outlets: rows.map(({ id, name, place, hoursText, serviceMin }) => {
      return { id, name, place, serviceMin, hours: hoursText === null ? null : readOpeningHours(hoursText) };
    }),
  };
}

/**
 * Converts minutes of a local day in a time zone to seconds since 1970. A minute skipped by a clock change becomes the
 * one after it; of a repeated minute the later one is used.
 */
export async function readMinutes(
  db: Queryable,
  timeZone: string,
  day: string,
  minutes: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await db.query<{ minute: number; at: number }>(
    `SELECT m AS minute, extract(epoch FROM ($2::date + make_interval(mins => m)) AT TIME ZONE $1)::float8 AS at
     FROM unnest($3::int[]) AS m`,
    [timeZone, day, minutes],
  );
  return new Map(rows.map(({ minute, at }) => [minute, at]));
}
