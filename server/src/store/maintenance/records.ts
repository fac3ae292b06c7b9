import type { ServiceRecord } from '@milepost/contract/maintenance-operations';
import { AppError, fieldError } from '../../errors.ts';
import { type Actor, audited } from '../audit/audit.ts';
import { setDeleted } from '../audit/set-deleted.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { requireCome, requireHere } from '../fleet/moved-vehicles.ts';
import { type Page, type PageRequest, pageSql } from '../page.ts';
import { addServiceReadings, removeServiceReadings } from '../fleet/service-readings.ts';
import { onlyRow } from '../rows.ts';
import { andSeen, type Scope } from '../scope.ts';
import { andEveryWord, vehiclesFound } from '../search/found-by-words.ts';
import { andSeenService, PLAN_COVERS_VEHICLE_SQL, noServiceRecord } from './plan-rows.ts';
import { refreshDues } from './refresh-dues.ts';

const COLUMNS = `r.id, r.plan_id AS "planId", p.task, r.vehicle_id AS "vehicleId", v.registration, r.day::text,
  r.odometer_m AS "odometerM", r.engine_s AS "engineS", r.note, maker.username AS "madeBy",
  r.work_order_id AS "workOrderId"`;
const TABLES = `service_records r JOIN service_plans p ON p.id = r.plan_id JOIN vehicles v ON v.id = r.vehicle_id
  LEFT JOIN users maker ON maker.id = r.created_by`;

export async function listServiceRecords(
  db: Queryable,
  scope: Scope,
  request: PageRequest & { vehicleId?: number | undefined; planId?: number | undefined },
): Promise<Page<ServiceRecord>> {
  const values: unknown[] = [scope.organisationIds, request.vehicleId ?? null, request.planId ?? null];
  const where = `r.organisation_id = ANY($1) AND r.deleted_at IS NULL${andSeenService(scope, 'r')}
    AND ($2::int IS NULL OR r.vehicle_id = $2) AND ($3::int IS NULL OR r.plan_id = $3)
    ${andEveryWord(request.search, values, (pattern) => [
      `r.plan_id IN (SELECT found.id FROM service_plans found WHERE search_words(found.task) LIKE ${pattern})`,
      `r.vehicle_id IN (${vehiclesFound(pattern)})`,
    ])}`;
  const tie = `r.id ${request.direction === 'desc' ? 'DESC' : 'ASC'}`;
  const [page, count] = await Promise.all([
    // The ids of the page are selected first, so that names are only joined for its rows.
    db.query<ServiceRecord>(
      `SELECT ${COLUMNS} FROM ${TABLES} JOIN (SELECT r.id, row_number() OVER () AS place FROM (
         SELECT r.id FROM service_records r WHERE ${where} ${pageSql(request, { day: 'r.day' }, tie, { nulls: false })}) r
       ) page ON page.id = r.id ORDER BY page.place`,
      values,
    ),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM service_records r WHERE ${where}`, values),
  ]);
  return { rows: page.rows, total: onlyRow(count).total };
}

/** @throws AppError `not-found` outside the scope or deleted */
export async function getServiceRecord(db: Queryable, scope: Scope, id: number): Promise<ServiceRecord> {
  const { rows } = await db.query<ServiceRecord>(
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE r.id = $1 AND r.organisation_id = ANY($2) AND r.deleted_at IS NULL
       ${andSeenService(scope, 'r')}`,
    [id, scope.organisationIds],
  );
  if (!rows[0]) throw noServiceRecord();
  return rows[0];
}

export interface RecordFields {
  planId: number;
  vehicleId: number;
  day: string;
  odometerM: number | null;
  engineS: number | null;
  note: string | null;
}

/** Records a completed service of a vehicle in the scope. @throws AppError `invalid` at a field @returns its id */
export function addServiceRecord(
  database: Database,
  scope: Scope,
  actor: Actor,
  fields: RecordFields,
): Promise<number> {
  return inTransaction(database, async (db) => {
    const { rows } = await db.query<{ organisationId: number; future: boolean }>(
      `SELECT v.organisation_id AS "organisationId", (now() AT TIME ZONE o.time_zone)::date < $3::date AS future
       FROM vehicles v JOIN organisations o ON o.id = v.organisation_id
       WHERE v.id = $1 AND v.organisation_id = ANY($2) AND v.deleted_at IS NULL${andSeen(scope)}`,
      [fields.vehicleId, scope.organisationIds, fields.day],
    );
    const [vehicle] = rows;
    if (!vehicle) throw fieldError('invalid', { vehicleId: 'no-vehicle' });
    await requireHere(db, [fields.vehicleId]);
    await requireCome(db, scope, fields.vehicleId, fields);
    if (vehicle.future) throw fieldError('invalid', { day: 'day-to-come' });
    const { rowCount } = await db.query(
      `SELECT FROM service_plans p JOIN vehicles v ON ${PLAN_COVERS_VEHICLE_SQL} WHERE p.id = $1 AND p.deleted_at IS NULL AND v.id = $2`,
      [fields.planId, fields.vehicleId],
    );
    if (!rowCount) throw fieldError('invalid', { planId: 'no-service-plan' });
    const id = await audited(db, actor, { subject: 'service-record', id: null, action: 'create' }, () =>
      insertServiceRecord(db, vehicle.organisationId, fields, actor.userId),
    );
    await addServiceReadings(db, actor, { serviceRecordId: id }, fields);
    await refreshDues(db, fields.planId, fields.vehicleId);
    return id;
  });
}

export async function insertServiceRecord(
  db: Queryable,
  organisationId: number,
  {
    planId,
    vehicleId,
    day,
    odometerM,
    engineS,
    note,
    workOrderId = null,
  }: RecordFields & { workOrderId?: number | null },
  userId: number | null,
): Promise<number> {
  const made = await db.query<{ id: number }>(
    `INSERT INTO service_records (organisation_id, plan_id, vehicle_id, day, odometer_m, engine_s, note, created_by, work_order_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
    [organisationId, planId, vehicleId, day, odometerM, engineS, note, userId, workOrderId],
  );
  return onlyRow(made).id;
}

/**
 * Hides a record, or restores a hidden one, with its readings, and recomputes the dues.
 * @throws AppError `not-found`, `conflict` for one of a work order, `invalid` if other readings contradict it by now
 */
export function setServiceRecordDeleted(
  database: Database,
  scope: Scope,
  actor: Actor,
  id: number,
  deleted: boolean,
): Promise<void> {
  return inTransaction(database, async (db) => {
    const { rows } = await db.query<RecordFields & { workOrderId: number | null }>(
      `SELECT r.plan_id AS "planId", r.vehicle_id AS "vehicleId", r.work_order_id AS "workOrderId", r.day::text,
              r.odometer_m AS "odometerM", r.engine_s AS "engineS" FROM service_records r
       WHERE r.id = $1 AND r.organisation_id = ANY($2) AND (r.deleted_at IS NOT NULL) = $3${andSeenService(scope, 'r')}
       FOR UPDATE`,
      [id, scope.organisationIds, !deleted],
    );
    const [record] = rows;
    if (!record) throw noServiceRecord();
    if (record.workOrderId !== null) throw new AppError('conflict', 'service-of-order');
    await setDeleted(db, actor, 'service-record', id, deleted);
    if (deleted) await removeServiceReadings(db, actor, { serviceRecordId: id });
    else await addServiceReadings(db, actor, { serviceRecordId: id }, record);
    await refreshDues(db, record.planId, record.vehicleId);
  });
}
