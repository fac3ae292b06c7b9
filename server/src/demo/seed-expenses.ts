import type { Queryable } from '../store/database.ts';
import { insertContact } from '../store/contacts/change-contacts.ts';

/** In larger fleets, as for load tests, only this many vehicles have bills. */
const MAX_RECORDS = 500;
const WEEKS = 12;
/** The price of a litre in hundredths of a peso. */
const LITRE = 7_690;

/** SQL for the litres per 100 km of the vehicle `v`, the nth: no fill exceeds the tank of its type. */
const PER_100 = (n: string) => `CASE v.type WHEN 'truck' THEN 22 WHEN 'motorcycle' THEN 2.4 WHEN 'car' THEN 7 ELSE 9 END
  + CASE v.type WHEN 'motorcycle' THEN 0.1 ELSE 0.4 END * (${n} % 5)`;

const NONE = { phones: [], emails: [], address: null, place: null, note: null };
/** The issuer of fuel bills, wherever the fuel was bought. */
const FUEL_CARD = 'Tarjeta Flota Sur';
/** A filling station so far from the city that no vehicle of the demo passes it. */
const FAR_STATION = 'ANCAP Atlántida';
const CONTACTS = [
  {
    ...NONE,
    kind: 'vendor',
    name: 'ANCAP Centro',
    phones: ['+598 2900 1234'],
    address: 'Av. 18 de Julio 1200, Montevideo',
    place: { lat: -34.9056, lon: -56.1859 },
  },
  {
    ...NONE,
    kind: 'vendor',
    name: 'Axion Pocitos',
    address: 'Bulevar España 2770, Montevideo',
    place: { lat: -34.9105, lon: -56.1527 },
  },
  { ...NONE, kind: 'vendor', name: 'Corporación Vial del Uruguay', emails: ['telepeaje@example.com'] },
  {
    ...NONE,
    kind: 'workshop',
    name: 'Taller Rambla',
    phones: ['+598 99 123 456'],
    address: 'Rambla Sud América 310, Montevideo',
    place: { lat: -34.8837, lon: -56.2055 },
    note: 'Ask for Ana. Open on Saturdays.',
  },
  // The issuer of the fuel card has many stations, so this contact has no coordinates.
  { ...NONE, kind: 'vendor', name: FUEL_CARD },
  { ...NONE, kind: 'vendor', name: FAR_STATION, place: { lat: -34.7719, lon: -55.7603 } },
  { ...NONE, kind: 'customer', name: 'Mercado Modelo', address: 'Dr. César Cordero, Montevideo' },
  { ...NONE, kind: 'emergency', name: 'Emergencias', phones: ['911'] },
] as const;

/**
 * Gives the demo its contacts and three months of bills: fuel and tolls each week until its history begins, and a lease
 * each month. From then on fuel is billed as it is used, see `billDemoFuel`.
 * @param pastDays how far back its history will reach
 */
export async function seedExpenses(db: Queryable, organisationId: number, pastDays: number): Promise<void> {
  const ids: number[] = [];
  for (const contact of CONTACTS) {
    const { rows } = await db.query<{ id: number }>(
      'SELECT id FROM contacts WHERE organisation_id = $1 AND lower(name) = lower($2) AND deleted_at IS NULL',
      [organisationId, contact.name],
    );
    ids.push(rows[0]?.id ?? (await insertContact(db, organisationId, contact)));
  }
  const [ancap, axion, road, workshop] = ids;
  await db.query(
    `WITH fleet AS (
       SELECT v.id, row_number() OVER (ORDER BY v.id)::int AS n, o.currency,
              (now() AT TIME ZONE o.time_zone)::date - $2::int AS last_day,
              ${PER_100('row_number() OVER (ORDER BY v.id)')} AS per_100,
              CASE v.type WHEN 'motorcycle' THEN 180 ELSE 380 END AS least_km,
              (SELECT a.driver_id FROM driver_assignments a WHERE a.vehicle_id = v.id AND a.to_time IS NULL
                ORDER BY a.source, a.id LIMIT 1) AS driver_id
       FROM vehicles v JOIN organisations o ON o.id = v.organisation_id
       WHERE v.organisation_id = $1 ORDER BY v.id LIMIT ${MAX_RECORDS}
     ), weeks AS (
       SELECT fleet.*, week, last_day - week * 7 AS day, least_km + n * 37 % 160 + week * n % 40 AS km
       FROM fleet, generate_series(0, ${WEEKS}) week
     )
     INSERT INTO expenses (organisation_id, kind, state, vehicle_id, driver_id, vendor_id, amount, tax, currency,
       bill_number, day, odometer_m, quantity, full_tank)
     SELECT $1, 'fuel', 'approved', id, driver_id, CASE WHEN (n + week) % 3 = 0 THEN $4::int ELSE $3::int END,
            round(km * per_100 / 100.0 * ${LITRE}), round(km * per_100 / 100.0 * ${LITRE} * 0.1), currency,
            'A-' || (10000 + n * 100 + week), day,
            (40000 + n * 1370 - sum(km) OVER (PARTITION BY id ORDER BY week ROWS UNBOUNDED PRECEDING)) * 1000,
            round(km * per_100 / 100.0, 2), true
     FROM weeks
     UNION ALL
     SELECT $1, 'toll', CASE WHEN week = 0 THEN 'submitted' ELSE 'approved' END, id, driver_id, $5, 15800, NULL, currency,
            'T-' || (500 + n * 20 + week), day - n % 5, NULL, 1, false
     FROM weeks WHERE (n + week) % 2 = 0
     UNION ALL
     SELECT $1, 'repair', 'approved', id, driver_id, $6, 450000 + n * 1250, NULL, currency, 'R-' || n, day - 2, NULL, NULL,
            false
     FROM weeks WHERE week = 1 + n % 11 AND n % 4 = 1
     UNION ALL
     SELECT $1, 'lease', 'approved', id, NULL, NULL, 2150000, NULL, currency, NULL,
            date_trunc('month', last_day - 28 * month)::date, NULL, NULL, false
     FROM fleet, generate_series(0, 2) month WHERE n % 6 = 0
     UNION ALL
     SELECT $1, 'parking', 'submitted', id, driver_id, NULL, 12000, NULL, currency, NULL, last_day - 1, NULL, NULL, false
     FROM fleet, generate_series(1, 2) WHERE n = 2`,
    [organisationId, Math.ceil(pastDays) + 1, ancap, axion, road, workshop],
  );
}

/**
 * The planned spending of the demo's office: budgets of the month, one of which is too small, and the leases due on its
 * first days.
 */
export async function seedBudgets(db: Queryable, organisationId: number): Promise<void> {
  await db.query(
    `WITH o AS (
       SELECT id, currency, date_trunc('month', now() AT TIME ZONE time_zone)::date AS month FROM organisations WHERE id = $1
     ), fleet AS (
       SELECT id, row_number() OVER (ORDER BY id)::int AS n FROM vehicles WHERE organisation_id = $1 ORDER BY id LIMIT ${MAX_RECORDS}
     ), budgeted AS (
       INSERT INTO budgets (organisation_id, currency, first_month, kind, vehicle_id, amount)
       SELECT o.id, o.currency, (o.month - interval '3 months')::date, b.kind, b.vehicle_id, b.amount
       FROM o, LATERAL (
         SELECT NULL AS kind, NULL::int AS vehicle_id, 11000000 * (SELECT count(*) FROM fleet) AS amount
         UNION ALL SELECT 'fuel', NULL, 8000000 * (SELECT count(*) FROM fleet)
         UNION ALL SELECT 'toll', NULL, 12000 * (SELECT count(*) FROM fleet)
         UNION ALL SELECT NULL, id, 15000000 FROM fleet WHERE n = 1) b WHERE b.amount > 0
     )
     INSERT INTO recurring_expenses (organisation_id, currency, kind, vehicle_id, amount, every, first_day, next_day)
     SELECT o.id, o.currency, 'lease', fleet.id, 2150000, 'month', next, next
     FROM o, fleet, LATERAL (SELECT (o.month + interval '1 month')::date AS next) n WHERE fleet.n % 6 = 0`,
    [organisationId],
  );
}

/** The distance between fills of a demo vehicle, metres. */
const FILL_AFTER_M = 200_000;

/** The number of days checked for fuel, which covers the whole past of the demo. */
const BILLED_DAYS = 10;
/** The office of the demo approves or rejects within this many days. */
const DECIDED_AFTER_DAYS = 3;

/**
 * Bills the fuel for the distance that the demo's vehicles really drove since their last bill, up to yesterday, on each
 * day on which that was far enough. Repeating it changes nothing.
 */
export async function billDemoFuel(db: Queryable): Promise<void> {
  for (let daysAgo = BILLED_DAYS; daysAgo >= 1; daysAgo -= 1) await billDay(db, daysAgo);
}

async function billDay(db: Queryable, daysAgo: number): Promise<void> {
  await db.query(
    `WITH last AS (
       SELECT DISTINCT ON (e.vehicle_id) e.* FROM expenses e
       WHERE e.kind = 'fuel' AND e.deleted_at IS NULL AND e.bill_number LIKE 'A-%' AND e.odometer_m IS NOT NULL
       ORDER BY e.vehicle_id, e.day DESC, e.id DESC
     ), due AS (
       SELECT last.*, t.day AS fill_day, card.id AS card_id, far.id AS far_id, place.n, ${PER_100('place.n')} AS per_100, v.type,
              (SELECT sum(d.distance_m) FROM day_totals d
                WHERE d.vehicle_id = v.id AND d.day > last.day AND d.day <= t.day) AS driven_m
       FROM last JOIN vehicles v ON v.id = last.vehicle_id AND v.deleted_at IS NULL
       JOIN organisations o ON o.id = v.organisation_id
       LEFT JOIN contacts card ON card.organisation_id = o.id AND card.name = $1 AND card.deleted_at IS NULL
       LEFT JOIN contacts far ON far.organisation_id = o.id AND far.name = $2 AND far.deleted_at IS NULL,
       LATERAL (SELECT count(*) AS n FROM vehicles x WHERE x.organisation_id = v.organisation_id AND x.id <= v.id) place,
       LATERAL (SELECT (now() AT TIME ZONE o.time_zone)::date - $3::int AS day) t
     )
     INSERT INTO expenses (organisation_id, kind, state, vehicle_id, driver_id, vendor_id, amount, tax, currency,
       bill_number, day, odometer_m, quantity, full_tank)
     SELECT organisation_id, 'fuel', CASE WHEN $3 > ${DECIDED_AFTER_DAYS} THEN 'approved' ELSE 'submitted' END, vehicle_id, driver_id,
            -- Every sixth bill is from a station where the vehicle was not, so it is contradicted.
            CASE WHEN n % 6 = 2 AND $3 <= ${DECIDED_AFTER_DAYS} THEN far_id ELSE card_id END,
            round(driven_m / 100000 * per_100 * ${LITRE}), round(driven_m / 100000 * per_100 * ${LITRE} * 0.1), currency,
            'A-' || (fill_day - '2020-01-01'::date) || '-' || vehicle_id, fill_day, odometer_m + driven_m,
            round((driven_m / 100000 * per_100)::numeric, 2), true
     FROM due WHERE driven_m >= CASE type WHEN 'motorcycle' THEN ${FILL_AFTER_M} / 2 ELSE ${FILL_AFTER_M} END`,
    [FUEL_CARD, FAR_STATION, daysAgo],
  );
}
