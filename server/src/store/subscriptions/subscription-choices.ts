import type { Plan } from '@milepost/contract/subscription-operations';
import type { Queryable } from '../database.ts';
import { firstRows } from '../page.ts';
import { everyWordIn, registrationOf, searchPatterns } from '../search/every-word.ts';
import { onlyRow } from '../rows.ts';
import { organisationOf, type Scope } from '../scope.ts';
import { PLAN_COLUMNS, PLAN_TABLES } from './plans.ts';
import { coverableSql } from './subscription-rows.ts';

const SHOWN = 50;

interface ChoiceRequest {
  plan: string;
  organisation: string;
  vehicle: string;
  organisationId?: number | undefined;
  planId?: number | undefined;
}

interface Ref {
  id: number;
  name: string;
}

/** The options of a subscription's fields by part of the name; the chosen ones come first. */
export async function listSubscriptionChoices(db: Queryable, scope: Scope, request: ChoiceRequest) {
  const customer = request.organisationId === undefined ? null : organisationOf(scope, request.organisationId);
  const [plans, organisations, vehicles, own] = await Promise.all([
    firstRows<Plan>(
      db,
      `SELECT ${PLAN_COLUMNS} FROM ${PLAN_TABLES} WHERE p.organisation_id = ANY($1) AND p.deleted_at IS NULL
         AND (${everyWordIn('$2', 'p.name')} OR p.id = $3) ORDER BY p.id IS NOT DISTINCT FROM $3 DESC, lower(p.name), p.id`,
      [scope.organisationIds, searchPatterns(request.plan), request.planId ?? null],
      SHOWN,
    ),
    firstRows<Ref>(
      db,
      `SELECT id, name FROM organisations WHERE id = ANY($1) AND (${everyWordIn('$2', 'name')} OR id = $3)
       ORDER BY id IS NOT DISTINCT FROM $3 DESC, lower(name), id`,
      [scope.organisationIds, searchPatterns(request.organisation), customer],
      SHOWN,
    ),
    firstRows<Ref>(
      db,
      `SELECT own.id, own.registration AS name FROM (${coverableSql('$1::int')}) own
       JOIN vehicles v ON v.id = own.id AND v.moved_at IS NULL WHERE ${everyWordIn('$2', registrationOf('own'))}
       ORDER BY lower(own.registration), own.id`,
      [customer, searchPatterns(request.vehicle)],
      SHOWN,
    ),
    db.query<{ currency: string }>('SELECT currency FROM organisations WHERE id = $1', [scope.organisationId]),
  ]);
  return {
    plans: plans.rows,
    plansTotal: plans.total,
    organisations: organisations.rows,
    organisationsTotal: organisations.total,
    vehicles: vehicles.rows,
    vehiclesTotal: vehicles.total,
    currency: onlyRow(own).currency,
  };
}
