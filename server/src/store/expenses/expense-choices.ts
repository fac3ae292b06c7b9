import { type Actor } from '../audit/audit.ts';
import { addContact } from '../contacts/change-contacts.ts';
import { withConflicts } from '../conflicts.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import type { DriverSource } from '@milepost/contract/who-drove';
import { andSeenDriver } from '../drivers/driver-rows.ts';
import type { Ref } from '../fleet/groups.ts';
import { firstRows } from '../page.ts';
import { everyWordIn, registrationOf, searchPatterns } from '../search/every-word.ts';
import { onlyRow } from '../rows.ts';
import { andSeen, type Scope } from '../scope.ts';
import { andSeenExpense } from './expense-rows.ts';
import { andSeenContact } from '../common-records.ts';

const SHOWN = 50;

interface ExpenseChoiceParams {
  vehicle: string;
  driver: string;
  vendor: string;
  vehicleId?: number | undefined;
  driverId?: number | undefined;
  vendorId?: number | undefined;
  /** Also returns the driver of the vehicle on this day. */
  day?: string | undefined;
}

/** The options of the expense form: the first that match the typed text, including the chosen ones. */
export async function readExpenseChoices(db: Queryable, scope: Scope, userId: number, params: ExpenseChoiceParams) {
  const found = (sql: string, text: string, id: number | undefined, ...more: unknown[]) =>
    firstRows<Ref>(db, sql, [scope.organisationIds, searchPatterns(text), id ?? null, ...more], SHOWN);
  const [vehicles, drivers, vendors, about, whoDrove] = await Promise.all([
    found(
      `SELECT v.id, ${NAME} AS name FROM vehicles v WHERE v.organisation_id = ANY($1) AND v.deleted_at IS NULL
         ${andSeen(scope)} AND (v.id = $3 OR (${OF_DAY} AND ${everyWordIn('$2', registrationOf('v'))})) ORDER BY v.id IS DISTINCT FROM $3::int,
         lower(v.registration), v.id`,
      params.vehicle,
      params.vehicleId,
      // The database has no year 0.
      params.day !== undefined && params.day >= '0001' ? params.day : null,
    ),
    found(
      `SELECT d.id, d.name FROM drivers d WHERE d.organisation_id = ANY($1) AND d.deleted_at IS NULL
         ${andSeenDriver(scope)} AND (d.id = $3 OR ${everyWordIn('$2', 'd.name')})
       ORDER BY d.id IS DISTINCT FROM $3::int, lower(d.name), d.id`,
      params.driver,
      params.driverId,
    ),
    found(
      `SELECT id, name FROM contacts WHERE organisation_id = ANY($1) AND deleted_at IS NULL${andSeenContact(scope, 'contacts')}
         AND (id = $3 OR (kind IN ('vendor', 'workshop') AND ${everyWordIn('$2', 'name')}))
       ORDER BY id IS DISTINCT FROM $3::int, lower(name), id`,
      params.vendor,
      params.vendorId,
    ),
    db.query<{ currency: string; today: string; tankL: number | null; lastVehicleId: number | null }>(
      `SELECT o.currency, (now() AT TIME ZONE o.time_zone)::date::text AS today,
         (SELECT v.tank_l FROM vehicles v WHERE v.id = $3 AND v.organisation_id = ANY($4)${andSeen(scope)}) AS "tankL",
         coalesce((SELECT v.id FROM (SELECT e.vehicle_id FROM expenses e WHERE e.created_by = $2 AND e.vehicle_id IS NOT NULL
             ${andSeenExpense(scope)} ORDER BY e.id DESC LIMIT 1) last
           JOIN vehicles v ON v.id = last.vehicle_id AND v.deleted_at IS NULL AND v.organisation_id = ANY($4)),
         -- A driver's first bill is usually for the driver's present vehicle.
         (SELECT v.id FROM drivers d JOIN driver_assignments a ON a.driver_id = d.id AND a.from_time <= now()
             AND (a.to_time IS NULL OR a.to_time > now())
           JOIN vehicles v ON v.id = a.vehicle_id AND v.deleted_at IS NULL AND v.organisation_id = ANY($4)${andSeen(scope)}
           WHERE d.user_id = $2 AND d.deleted_at IS NULL ORDER BY a.source = 'assignment' DESC, a.from_time DESC
           LIMIT 1)) AS "lastVehicleId"
       FROM organisations o WHERE o.id = coalesce(
         (SELECT v.organisation_id FROM vehicles v WHERE v.id = $3 AND v.organisation_id = ANY($4)), $1)`,
      [scope.organisationId, userId, params.vehicleId ?? null, scope.organisationIds],
    ),
    readWhoDrove(db, scope, params),
  ]);
  return {
    vehicles: vehicles.rows,
    vehiclesTotal: vehicles.total,
    drivers: drivers.rows,
    driversTotal: drivers.total,
    vendors: vendors.rows,
    vendorsTotal: vendors.total,
    ...onlyRow(about),
    whoDrove,
  };
}

/**
 * SQL: for a vehicle that moved to another organisation, selects its record of day $4; the present one if both cover
 * the day, or without a day.
 */
const OF_DAY = `has_come_by(v.id, $4) AND (v.moved_at IS NULL
  OR ($4::date IS NOT NULL AND takes_record(v.id, $4) AND NOT has_come_by(v.moved_to_id, $4)))`;

/**
 * SQL: a former record is labelled with its organisation, to distinguish it from the present record of the vehicle.
 */
const NAME = `CASE WHEN v.moved_at IS NULL THEN v.registration
  ELSE v.registration || ' · ' || (SELECT o.name FROM organisations o WHERE o.id = v.organisation_id) END`;

interface WhoDrove extends Ref {
  source: DriverSource;
}

/**
 * The driver of a vehicle on a day: the one who drove most in its trips, otherwise the one who was assigned longest;
 * null if unknown.
 */
async function readWhoDrove(
  db: Queryable,
  scope: Scope,
  { vehicleId, day }: ExpenseChoiceParams,
): Promise<WhoDrove | null> {
  if (vehicleId === undefined || day === undefined) return null;
  const { rows } = await db.query<WhoDrove>(
    `SELECT d.id, d.name, w.source
     FROM vehicles v JOIN organisations o ON o.id = v.organisation_id
     CROSS JOIN LATERAL (SELECT day_begins($3::date, o.time_zone) AS since,
       least(day_begins($3::date + 1, o.time_zone), now()) AS until) during
     CROSS JOIN LATERAL drivers_between(v.id, during.since, during.until) w
     JOIN drivers d ON d.id = w.driver_id AND d.deleted_at IS NULL${andSeenDriver(scope)}
     LEFT JOIN LATERAL (SELECT sum(extract(epoch FROM least(t.ended, w.to_time) - greatest(t.started_at, w.from_time))) AS s
       FROM (SELECT started_at, coalesce(ended_at, started_at + make_interval(secs => duration_s)) AS ended FROM trips
             WHERE vehicle_id = v.id AND started_at < w.to_time
               AND started_at > w.from_time - interval '2 days') t
       WHERE t.ended > w.from_time) driven ON true
     WHERE v.id = $1 AND v.organisation_id = ANY($2) AND v.deleted_at IS NULL${andSeen(scope)} AND during.since < during.until
     GROUP BY d.id, d.name, w.source
     ORDER BY sum(driven.s) DESC NULLS LAST, sum(extract(epoch FROM w.to_time - w.from_time)) DESC, d.id LIMIT 1`,
    [vehicleId, scope.organisationIds, day],
  );
  return rows[0] ?? null;
}

/**
 * The contact with this name in the caller's organisation, of any kind; if there is none, creates a vendor.
 * @throws AppError `conflict` if the name belongs to a contact that the caller cannot see
 */
export function nameVendor(database: Database, scope: Scope, actor: Actor, name: string): Promise<Ref> {
  const findOrAdd = async (db: Queryable): Promise<Ref> => {
    // Serialised, so that two people who type the same name get the same vendor.
    await db.query(`SELECT pg_advisory_xact_lock(hashtext('vendors'), $1)`, [scope.organisationId]);
    const { rows } = await db.query<Ref>(
      `SELECT id, name FROM contacts WHERE organisation_id = $1 AND lower(name) = lower($2) AND deleted_at IS NULL
         ${andSeenContact(scope, 'contacts')}`,
      [scope.organisationId, name],
    );
    if (rows[0]) return rows[0];
    const fields = { kind: 'vendor', name, phones: [], emails: [], address: null, place: null, note: null } as const;
    return { id: await addContact(db, scope, scope.organisationId, actor, fields), name };
  };
  return withConflicts(() => inTransaction(database, findOrAdd));
}
