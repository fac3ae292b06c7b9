import { RUNS_OUT_DAYS } from '@milepost/contract/subscription-kinds';
import { OPEN } from './invoice-rows.ts';
import { idsSql, type Scope } from '../scope.ts';

/** Subscriptions `s` with plan `p`, seller `seller`, and customer `o`, whose present day is computed once. */
export const SUBSCRIPTION_TABLES = `subscriptions s JOIN plans p ON p.id = s.plan_id
  JOIN organisations seller ON seller.id = s.seller_id
  JOIN (SELECT id, name, time_zone, (now() AT TIME ZONE time_zone)::date AS today
        FROM organisations OFFSET 0) o ON o.id = s.organisation_id`;

/** SQL of the state of a subscription `s`. */
export const SUBSCRIPTION_STATE = `CASE WHEN s.until_day < o.today THEN 'expired' WHEN s.from_day > o.today THEN 'coming'
  WHEN s.until_day <= o.today + ${RUNS_OUT_DAYS} THEN 'due' ELSE 'running' END`;

/** SQL: the organisation with this id and all below it. */
const belowSql = (organisation: string): string => `WITH RECURSIVE below AS (
    SELECT ${organisation} AS id UNION ALL
    SELECT down.id FROM organisations down JOIN below ON down.parent_id = below.id
  )`;

/** SQL: the ids and registrations of the vehicles that a subscription of this organisation can list. */
export const coverableSql = (organisation: string): string => `${belowSql(organisation)}
  SELECT v.id, v.registration FROM vehicles v
  WHERE v.organisation_id = ANY(ARRAY(SELECT id FROM below)) AND v.deleted_at IS NULL`;

export const subscriptionColumns = (scope: Scope): string => `s.id, s.organisation_id AS "organisationId",
  o.name AS "organisationName", s.seller_id AS "sellerId", seller.name AS "sellerName", s.plan_id AS "planId",
  p.name AS "planName", s.price, s.currency, s.months, s.all_vehicles AS "allVehicles",
  s.vehicle_limit AS "vehicleLimit",
  (SELECT count(*)::int FROM (${coverableSql('s.organisation_id')}) own
   WHERE s.all_vehicles OR own.id = ANY(s.vehicle_ids)) AS vehicles,
  s.from_day::text AS "fromDay", s.until_day::text AS "untilDay", s.until_day - o.today AS "daysLeft",
  ${SUBSCRIPTION_STATE} AS state, coalesce((SELECT sum(${OPEN}) FROM invoices i
    WHERE i.subscription_id = s.id AND i.cancelled_at IS NULL), 0)::bigint AS balance, s.note, s.seller_id = ANY(${idsSql(scope.organisationIds)}) AS "mayChange", s.version`;
