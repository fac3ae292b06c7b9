import type { WorkOrderState } from '@milepost/contract/maintenance-kinds';
import type { OperationOutput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import type { WorkOrder } from '@milepost/contract/work-order-operations';
import type { Queryable } from '../database.ts';
import type { Ref } from '../fleet/groups.ts';
import { firstRows, type Page, type PageRequest, pageSql } from '../page.ts';
import { everyWordIn, registrationOf, searchPatterns } from '../search/every-word.ts';
import { onlyRow } from '../rows.ts';
import { andSeen, type Scope } from '../scope.ts';
import { andFound } from '../search/search-records.ts';
import { andSeenOrder, noOrder, ORDER_COLUMNS, ORDER_JOINS, type OrderRow, toOrder } from './work-order-rows.ts';
import { andSeenContact } from '../common-records.ts';

const SORTS = { number: 'w.number', title: 'lower(w.title)', state: 'w.state', cost: 'w.cost', outFrom: 'w.out_from' };

export async function listWorkOrders(
  db: Queryable,
  scope: Scope,
  request: PageRequest & { state?: WorkOrderState | undefined; vehicleId?: number | undefined },
): Promise<Page<WorkOrder>> {
  const values: unknown[] = [scope.organisationIds, request.state ?? null, request.vehicleId ?? null];
  const where = `w.organisation_id = ANY($1) AND w.deleted_at IS NULL${andSeenOrder(scope)}
    AND ($2::text IS NULL OR w.state = $2) AND ($3::int IS NULL OR w.vehicle_id = $3)${andFound(request.search, 'w.words', values)}`;
  const order = { nulls: request.sort === 'outFrom' };
  const tie = `w.id ${request.direction === 'desc' ? 'DESC' : 'ASC'}`;
  const [page, count] = await Promise.all([
    // The ids of the page are selected first, so that the other columns are only computed for its rows.
    db.query<OrderRow>(
      `SELECT ${ORDER_COLUMNS} FROM (SELECT w.id FROM work_orders w WHERE ${where} ${pageSql(request, SORTS, tie, order)}) p
       JOIN work_orders w ON w.id = p.id ${ORDER_JOINS} ${pageSql({ ...request, page: 1 }, SORTS, tie, order)}`,
      values,
    ),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM work_orders w WHERE ${where}`, values),
  ]);
  return { rows: page.rows.map(toOrder), total: onlyRow(count).total };
}

/** @throws AppError `not-found` outside the scope or deleted */
export async function getWorkOrder(db: Queryable, scope: Scope, id: number): Promise<WorkOrder> {
  const { rows } = await db.query<OrderRow>(
    `SELECT ${ORDER_COLUMNS} FROM work_orders w ${ORDER_JOINS}
     WHERE w.id = $1 AND w.organisation_id = ANY($2) AND w.deleted_at IS NULL${andSeenOrder(scope)}`,
    [id, scope.organisationIds],
  );
  if (!rows[0]) throw noOrder();
  return toOrder(rows[0]);
}

const SHOWN = 50;
/** The most services of one vehicle that are offered. */
const MAX_SERVICES = 100;

interface WorkOrderChoiceParams {
  vehicle: string;
  vendor: string;
  vehicleId?: number | undefined;
  vendorId?: number | undefined;
}

/** The options of the work order form: the first that match the typed text, including the chosen ones. */
export async function readWorkOrderChoices(
  db: Queryable,
  scope: Scope,
  params: WorkOrderChoiceParams,
): Promise<OperationOutput<Operations['get-work-order-choices']>> {
  const found = (sql: string, text: string, id: number | undefined) =>
    firstRows<Ref>(db, sql, [scope.organisationIds, searchPatterns(text), id ?? null], SHOWN);
  const [vehicles, vendors, services, about] = await Promise.all([
    found(
      `SELECT v.id, v.registration AS name FROM vehicles v WHERE v.organisation_id = ANY($1) AND v.deleted_at IS NULL
         ${andSeen(scope)} AND (v.id = $3 OR (v.moved_at IS NULL AND ${everyWordIn('$2', registrationOf('v'))}))
       ORDER BY v.id IS DISTINCT FROM $3::int, lower(v.registration), v.id`,
      params.vehicle,
      params.vehicleId,
    ),
    found(
      `SELECT id, name FROM contacts WHERE organisation_id = ANY($1) AND deleted_at IS NULL${andSeenContact(scope, 'contacts')}
         AND (id = $3 OR (kind IN ('workshop', 'vendor') AND ${everyWordIn('$2', 'name')}))
       ORDER BY id IS DISTINCT FROM $3::int, kind <> 'workshop', lower(name), id`,
      params.vendor,
      params.vendorId,
    ),
    db.query<{ planId: number; task: string; daysLeft: number | null }>(
      `SELECT p.id AS "planId", p.task, d.due_on - (now() AT TIME ZONE o.time_zone)::date AS "daysLeft"
       FROM service_dues d JOIN service_plans p ON p.id = d.plan_id AND p.deleted_at IS NULL
       JOIN organisations o ON o.id = d.organisation_id
       WHERE d.vehicle_id = $2 AND d.organisation_id = ANY($1)${andSeen(scope, 'd.vehicle_id')}
       ORDER BY d.due_on NULLS LAST, p.id LIMIT ${MAX_SERVICES}`,
      [scope.organisationIds, params.vehicleId ?? null],
    ),
    db.query<{ currency: string; today: string }>(
      `SELECT o.currency, (now() AT TIME ZONE o.time_zone)::date::text AS today FROM organisations o
       WHERE o.id = coalesce((SELECT v.organisation_id FROM vehicles v WHERE v.id = $2 AND v.organisation_id = ANY($3)), $1)`,
      [scope.organisationId, params.vehicleId ?? null, scope.organisationIds],
    ),
  ]);
  return {
    vehicles: vehicles.rows,
    vehiclesTotal: vehicles.total,
    vendors: vendors.rows,
    vendorsTotal: vendors.total,
    services: services.rows,
    ...onlyRow(about),
  };
}
