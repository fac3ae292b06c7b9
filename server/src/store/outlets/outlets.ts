import { readOpeningHours } from '@milepost/contract/opening-hours';
import type { OutletClass, OutletState } from '@milepost/contract/outlet-kinds';
import type { MapOutlet, Outlet } from '@milepost/contract/outlet-operations';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { andOwn, ownFilter } from '../own-fields/own-values.ts';
import { firstRows, type Page, type PageRequest, pageSql } from '../page.ts';
import type { Scope } from '../scope.ts';
import { andFound } from '../search/search-records.ts';
import { holdTerritories } from '../territories/place-outlets.ts';
import { TERRITORY_ID, TERRITORY_JOINS } from '../territories/territories.ts';
import { andSeenOutlet } from '../common-records.ts';

type OutletRow = Omit<Outlet, 'hours'> & { hours: string | null };

const PLACE = `CASE WHEN u.lat IS NOT NULL THEN json_build_object('lat', u.lat, 'lon', u.lon) END AS place`;
const COLUMNS = `u.id, u.organisation_id AS "organisationId", u.code, u.name, u.address, ${PLACE},
  u.radius_m AS "radiusM", u.area, u.contact_name AS "contactName", u.phone, u.hours, u.service_min AS "serviceMin", u.class,
  u.visits_per_week AS "visitsPerWeek", u.state, h.id AS "handTerritoryId",
  CASE WHEN h.id IS NOT NULL THEN json_build_object('id', h.id, 'name', h.name, 'colour', h.colour)
    WHEN a.id IS NOT NULL THEN json_build_object('id', a.id, 'name', a.name, 'colour', a.colour) END AS territory, u.note, u.version, own_values(u.own) AS own`;

const TABLES = `outlets u ${TERRITORY_JOINS}`;

const toOutlet = ({ hours, ...row }: OutletRow): Outlet => ({
  ...row,
  hours: hours === null ? null : readOpeningHours(hours),
});

const SORTS = { code: 'upper(u.code)', name: 'lower(u.name)', class: 'u.class', visitsPerWeek: 'u.visits_per_week' };

/** The filters of the list in addition to the search. */
export interface OutletFilter {
  search: string;
  class?: OutletClass | undefined;
  state?: OutletState | undefined;
  unplaced?: boolean | undefined;
  territoryId?: number | undefined;
  outside?: boolean | undefined;
  own?: { id: number; value: string | boolean } | undefined;
}

/** A page of outlets. Every word of the search can match any field. */
export async function listOutlets(
  db: Queryable,
  scope: Scope,
  request: PageRequest & OutletFilter,
): Promise<Page<Outlet>> {
  const { where, values } = whereOf(scope, request);
  const [page, count] = await Promise.all([
    db.query<OutletRow>(`SELECT ${COLUMNS} FROM ${TABLES} WHERE ${where} ${pageSql(request, SORTS, 'u.id')}`, values),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${TABLES} WHERE ${where}`, values),
  ]);
  return { rows: page.rows.map(toOutlet), total: count.rows[0]?.total ?? 0 };
}

/** The outlets of a filter for maps, if their coordinates are known. */
export function readMapOutlets(db: Queryable, scope: Scope, filter: OutletFilter): Promise<Page<MapOutlet>> {
  const { where, values } = whereOf(scope, filter);
  return firstRows<MapOutlet>(
    db,
    `SELECT u.id, u.code, u.name, ${PLACE}, u.class, u.state, ${TERRITORY_ID} AS "territoryId" FROM ${TABLES}
     WHERE ${where} AND u.lat IS NOT NULL ORDER BY u.id`,
    values,
  );
}

function whereOf(scope: Scope, { search, class: wanted, state, unplaced, territoryId, outside, own }: OutletFilter) {
  const values: unknown[] = [scope.organisationIds, wanted ?? null, state ?? null, ownFilter(own), territoryId ?? null];
  const where = `u.organisation_id = ANY($1) AND u.deleted_at IS NULL${andSeenOutlet(scope, 'u')} AND ($2::text IS NULL OR u.class = $2)
    AND ($3::text IS NULL OR u.state = $3)${andOwn('u', 4)}
    AND ($5::int IS NULL OR ${TERRITORY_ID} = $5)${outside ? ` AND ${TERRITORY_ID} IS NULL` : ''}${unplaced ? ' AND u.lat IS NULL' : ''}${andFound(search, 'u.words', values)}`;
  return { where, values };
}

/** @throws AppError `not-found` outside the scope or deleted */
export async function getOutlet(db: Queryable, scope: Scope, id: number): Promise<Outlet> {
  const { rows } = await db.query<OutletRow>(
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE u.id = $1 AND u.organisation_id = ANY($2) AND u.deleted_at IS NULL${andSeenOutlet(scope, 'u')}`,
    [id, scope.organisationIds],
  );
  if (!rows[0]) throw noOutlet();
  return toOutlet(rows[0]);
}

/**
 * Locks the row of an outlet until the transaction ends, and the set of territories with it; returns its organisation.
 * @throws AppError `not-found` outside the scope
 */
export async function lockOutlet(db: Queryable, scope: Scope, id: number, deleted = false): Promise<number> {
  await holdTerritories(db);
  const { rows } = await db.query<{ organisation_id: number }>(
    `SELECT organisation_id FROM outlets
     WHERE id = $1 AND organisation_id = ANY($2) AND (deleted_at IS NOT NULL) = $3${andSeenOutlet(scope, 'outlets')} FOR UPDATE`,
    [id, scope.organisationIds, deleted],
  );
  if (!rows[0]) throw noOutlet();
  return rows[0].organisation_id;
}

const noOutlet = () => new AppError('not-found', 'no-outlet');
