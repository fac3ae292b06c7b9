import type { Installation } from '@milepost/contract/installation-operations';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { foundPage, type Page, type PageRequest, pageSql } from '../page.ts';
import { andEveryWord, devicesFound, vehiclesFound } from '../search/found-by-words.ts';
import { andSeen, type Scope } from '../scope.ts';

const COLUMNS = `i.id, i.vehicle_id AS "vehicleId", v.registration, i.device_id AS "deviceId", d.identity, d.protocol,
  d.model, i.installed_at AS from, i.removed_at AS to, i.technician, i.place, i.odometer_m::float8 AS "odometerM",
  i.sim_number AS "simNumber", i.sim_operator AS "simOperator", i.note, i.version`;
const TABLES = 'installations i JOIN vehicles v ON v.id = i.vehicle_id JOIN devices d ON d.id = i.device_id';
const SORTS = {
  from: 'i.installed_at',
  to: `coalesce(i.removed_at, 'infinity')`,
  registration: 'lower(v.registration)',
  identity: 'd.identity',
  technician: 'lower(i.technician)',
};

type Row = Omit<Installation, 'from' | 'to'> & { from: Date; to: Date | null };

const toInstallation = (row: Row): Installation => ({
  ...row,
  from: row.from.toISOString(),
  to: row.to?.toISOString() ?? null,
});

export interface InstallationRequest extends PageRequest {
  vehicleId?: number | undefined;
  deviceId?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
  present?: boolean | undefined;
}

/** The installations of devices in vehicles, except those without a duration. */
export async function listInstallationLog(
  db: Queryable,
  scope: Scope,
  request: InstallationRequest,
): Promise<Page<Installation>> {
  const values: unknown[] = [
    scope.organisationIds,
    request.vehicleId ?? null,
    request.deviceId ?? null,
    request.present ?? false,
    request.from ?? null,
    request.to ?? null,
  ];
  const found = andEveryWord(request.search, values, (pattern) => [
    `i.words LIKE ${pattern}`,
    `i.vehicle_id IN (${vehiclesFound(pattern)})`,
    `i.device_id IN (${devicesFound(pattern)})`,
  ]);
  const where = `v.organisation_id = ANY($1) AND v.deleted_at IS NULL${andSeen(scope)}
    AND ($2::int IS NULL OR i.vehicle_id = $2) AND ($3::int IS NULL OR i.device_id = $3)
    AND (i.removed_at IS NULL
         OR (NOT $4 AND i.removed_at > i.installed_at AND i.removed_at > coalesce($5::timestamptz, '-infinity')))
    AND i.installed_at < coalesce($6::timestamptz, 'infinity')
    ${found}`;
  const { ids, total } = await findPage(db, request, { where, values });
  // Names are only joined for the page.
  const { rows } = await db.query<Row>(
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE i.id = ANY($1) ORDER BY array_position($1::int[], i.id)`,
    [ids],
  );
  return { rows: rows.map(toInstallation), total };
}

/** The ids of a page, and their total. */
async function findPage(
  db: Queryable,
  request: InstallationRequest,
  { where, values }: { where: string; values: unknown[] },
): Promise<{ ids: number[]; total: number }> {
  const { sort } = request;
  const tables = 'installations i JOIN vehicles v ON v.id = i.vehicle_id';
  const from = sort === 'identity' ? TABLES : tables;
  const nulls = sort === 'technician';
  if (request.search.trim() !== '') {
    const found = (sorted: string) => `SELECT i.id, ${sorted} AS sorted FROM ${from} WHERE ${where}`;
    return foundPage(db, request, { sorts: SORTS, found, values, nulls });
  }
  const tie = `i.id ${request.direction === 'desc' ? 'DESC' : 'ASC'}`;
  const [page, count] = await Promise.all([
    db.query<{ id: number }>(
      `SELECT i.id FROM ${from} WHERE ${where} ${pageSql(request, SORTS, tie, { nulls })}`,
      values,
    ),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${tables} WHERE ${where}`, values),
  ]);
  return { ids: page.rows.map(({ id }) => id), total: count.rows[0]?.total ?? 0 };
}

/** @throws AppError `not-found` if its vehicle is not visible */
export async function getInstallation(db: Queryable, scope: Scope, id: number): Promise<Installation> {
  const { rows } = await db.query<Row>(
    `SELECT ${COLUMNS} FROM ${TABLES}
     WHERE i.id = $1 AND v.organisation_id = ANY($2) AND v.deleted_at IS NULL${andSeen(scope)}`,
    [id, scope.organisationIds],
  );
  if (!rows[0]) throw new AppError('not-found', 'no-installation');
  return toInstallation(rows[0]);
}
