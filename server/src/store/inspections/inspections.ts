import type { DefectSeverity } from '@milepost/contract/inspection-kinds';
import type { Inspection, InspectionDetail } from '@milepost/contract/inspection-operations';
import type { OperationOutput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import type { Ref } from '../fleet/groups.ts';
import { firstRows, type Page, type PageRequest, pageSql } from '../page.ts';
import { everyWordIn, registrationOf, searchPatterns } from '../search/every-word.ts';
import { onlyRow } from '../rows.ts';
import { andSeen, type Scope } from '../scope.ts';
import { andFound } from '../search/search-records.ts';

const COLUMNS = `n.id, n.organisation_id AS "organisationId", n.vehicle_id AS "vehicleId", v.registration, n.name, n.at,
  n.defects, n.severity, n.odometer_m AS "odometerM", n.signed_by AS "signedBy", maker.username AS "madeBy",
  w.id AS "workOrderId", w.number AS "workOrderNumber"`;
const JOINS = `JOIN vehicles v ON v.id = n.vehicle_id LEFT JOIN users maker ON maker.id = n.created_by
  LEFT JOIN work_orders w ON w.id = n.work_order_id AND w.deleted_at IS NULL`;
const SORTS = { at: 'n.at', defects: 'n.defects' };

/** SQL (` AND …`) for inspections within the limit of the scope: of visible vehicles. */
export const andSeenInspection = (scope: Pick<Scope, 'limit'>, inspection = 'n'): string =>
  andSeen(scope, `${inspection}.vehicle_id`);

type Dated<Row extends { at: string }> = Omit<Row, 'at'> & { at: Date };

export async function listInspections(
  db: Queryable,
  scope: Scope,
  request: PageRequest & { severity?: DefectSeverity | undefined; vehicleId?: number | undefined },
): Promise<Page<Inspection>> {
  const values: unknown[] = [scope.organisationIds, request.severity ?? null, request.vehicleId ?? null];
  const where = `n.organisation_id = ANY($1) AND n.deleted_at IS NULL${andSeenInspection(scope)}
    AND ($2::text IS NULL OR n.severity = $2) AND ($3::int IS NULL OR n.vehicle_id = $3)${andFound(request.search, 'n.words', values)}`;
  const tie = `n.id ${request.direction === 'desc' ? 'DESC' : 'ASC'}`;
  const [page, count] = await Promise.all([
    // The ids of the page are selected first, so that the other columns are only computed for its rows.
    db.query<Dated<Inspection>>(
      `SELECT ${COLUMNS}
       FROM (SELECT n.id FROM inspections n WHERE ${where} ${pageSql(request, SORTS, tie, { nulls: false })}) p
       JOIN inspections n ON n.id = p.id ${JOINS} ${pageSql({ ...request, page: 1 }, SORTS, tie, { nulls: false })}`,
      values,
    ),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM inspections n WHERE ${where}`, values),
  ]);
  return { rows: page.rows.map((row) => ({ ...row, at: row.at.toISOString() })), total: onlyRow(count).total };
}

/** @throws AppError `not-found` outside the scope or deleted */
export async function getInspection(db: Queryable, scope: Scope, id: number): Promise<InspectionDetail> {
  const { rows } = await db.query<Dated<InspectionDetail>>(
    `SELECT ${COLUMNS}, n.answers, n.note, n.signature FROM inspections n ${JOINS}
     WHERE n.id = $1 AND n.organisation_id = ANY($2) AND n.deleted_at IS NULL${andSeenInspection(scope)}`,
    [id, scope.organisationIds],
  );
  if (!rows[0]) throw noInspection();
  return { ...rows[0], at: rows[0].at.toISOString() };
}

/** The newest inspections by a user. */
export async function listOwnInspections(
  db: Queryable,
  scope: Scope,
  userId: number,
  most: number,
): Promise<Inspection[]> {
  const { rows } = await db.query<Dated<Inspection>>(
    `SELECT ${COLUMNS} FROM inspections n ${JOINS}
     WHERE n.organisation_id = ANY($1) AND n.created_by = $2 AND n.deleted_at IS NULL ORDER BY n.at DESC, n.id DESC LIMIT $3`,
    [scope.organisationIds, userId, most],
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** @throws AppError `not-found` for an inspection by somebody else */
export async function getOwnInspection(
  db: Queryable,
  scope: Scope,
  userId: number,
  id: number,
): Promise<InspectionDetail> {
  const { rowCount } = await db.query('SELECT FROM inspections WHERE id = $1 AND created_by = $2', [id, userId]);
  if (rowCount !== 1) throw noInspection();
  return getInspection(db, { ...scope, limit: null }, id);
}

const SHOWN = 50;
/** The most checklists that are offered for one vehicle. */
const MAX_CHECKLISTS = 100;

/** The options of a new inspection: vehicles, and the checklists for the chosen one. */
export async function readInspectionChoices(
  db: Queryable,
  scope: Scope,
  userId: number,
  { vehicle, vehicleId }: { vehicle: string; vehicleId?: number | undefined },
): Promise<OperationOutput<Operations['get-inspection-choices']>> {
  const [vehicles, checklists, person] = await Promise.all([
    firstRows<Ref>(
      db,
      `SELECT v.id, v.registration AS name FROM vehicles v WHERE v.organisation_id = ANY($1) AND v.deleted_at IS NULL
         ${andSeen(scope)} AND (v.id = $3 OR (v.moved_at IS NULL AND ${everyWordIn('$2', registrationOf('v'))}))
       ORDER BY v.id IS DISTINCT FROM $3::int, lower(v.registration), v.id`,
      [scope.organisationIds, searchPatterns(vehicle), vehicleId ?? null],
      SHOWN,
    ),
    db.query<Ref & { items: string[] }>(
      `SELECT c.id, c.name, c.items FROM vehicles v JOIN checklists c ON c.organisation_id = v.organisation_id
         AND c.deleted_at IS NULL AND (c.types = '{}' OR v.type = ANY(c.types))
       WHERE v.id = $1 AND v.organisation_id = ANY($2) AND v.deleted_at IS NULL${andSeen(scope)}
       ORDER BY c.types = '{}', lower(c.name), c.id LIMIT ${MAX_CHECKLISTS}`,
      [vehicleId ?? null, scope.organisationIds],
    ),
    db.query<{ signedBy: string }>('SELECT display_name AS "signedBy" FROM users WHERE id = $1', [userId]),
  ]);
  return {
    vehicles: vehicles.rows,
    vehiclesTotal: vehicles.total,
    checklists: checklists.rows,
    ...onlyRow(person),
  };
}

export const noInspection = (): AppError => new AppError('not-found', 'no-inspection');
