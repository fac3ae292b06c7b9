import type { Queryable } from '../store/database.ts';
import { insertOrder, type OrderFields } from '../store/work-orders/change-work-orders.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const NONE = {
  vendorId: null,
  tasks: [],
  parts: [],
  labourHours: null,
  labourCost: null,
  outFrom: null,
  outTo: null,
  note: null,
} as const;

/** Work orders of the demo by the index of their vehicle in the fleet; prices in hundredths of a peso. */
const ORDERS: readonly (Omit<OrderFields, 'vehicleId'> & { of: number; doneDaysAgo?: number; atWorkshop?: true })[] = [
  {
    ...NONE,
    of: 1,
    title: 'Clutch slips',
    state: 'inProgress',
    tasks: [
      { text: 'Replace the clutch', planId: null, done: true },
      { text: 'Bleed the hydraulics', planId: null, done: false },
    ],
    parts: [{ name: 'Clutch kit', quantity: 1, price: 1_450_000 }],
    labourHours: 6,
    labourCost: 900_000,
    atWorkshop: true,
  },
  {
    ...NONE,
    of: 3,
    title: 'Mirror broken',
    state: 'open',
    tasks: [{ text: 'Replace the left mirror', planId: null, done: false }],
  },
  {
    ...NONE,
    of: 4,
    title: 'Alternator',
    state: 'inProgress',
    tasks: [{ text: 'Replace the alternator', planId: null, done: true }],
    parts: [{ name: 'Alternator, rebuilt', quantity: 1, price: 780_000 }],
    labourHours: 2,
    labourCost: 260_000,
    doneDaysAgo: 24,
  },
  {
    ...NONE,
    of: 7,
    title: 'Two tyres',
    state: 'inProgress',
    tasks: [{ text: 'Front tyres', planId: null, done: true }],
    parts: [{ name: 'Tyre 225/75 R16', quantity: 2, price: 640_000 }],
    labourCost: 80_000,
    doneDaysAgo: 41,
  },
];

/** Gives the demo work orders: one at the workshop, one open, two done with their bills. */
export async function seedWorkOrders(db: Queryable, organisationId: number): Promise<void> {
  const { rows } = await db.query<{ id: number; currency: string; vendorId: number | null; now: Date }>(
    `SELECT v.id, o.currency, now() AS now, (SELECT min(c.id) FROM contacts c
       WHERE c.organisation_id = o.id AND c.kind = 'workshop' AND c.deleted_at IS NULL) AS "vendorId"
     FROM vehicles v JOIN organisations o ON o.id = v.organisation_id WHERE v.organisation_id = $1 ORDER BY v.id LIMIT 20`,
    [organisationId],
  );
  for (const { of, doneDaysAgo, atWorkshop, ...order } of ORDERS) {
    const vehicle = rows[of - 1];
    if (!vehicle) continue;
    const { id: vehicleId, currency, vendorId, now } = vehicle;
    // From tomorrow on, because the demo's vehicles drive today, whatever an order states.
    const outFrom = atWorkshop ? new Date(now.getTime() + DAY_MS).toISOString() : null;
    const outTo = atWorkshop ? new Date(now.getTime() + DAY_MS + 9 * HOUR_MS).toISOString() : null;
    const id = await insertOrder(db, organisationId, { ...order, vehicleId, vendorId, currency, outFrom, outTo }, null);
    if (doneDaysAgo !== undefined) await bill(db, id, doneDaysAgo);
  }
}

/** Backdates the closing of the order and the approval of its expense. */
async function bill(db: Queryable, id: number, daysAgo: number): Promise<void> {
  await db.query(
    `WITH billed AS (
       INSERT INTO expenses (organisation_id, kind, state, vehicle_id, vendor_id, amount, currency, bill_number, day, note)
       SELECT organisation_id, 'repair', 'approved', vehicle_id, vendor_id, cost, currency, 'W-' || number,
              current_date - $2::int, 'WO-' || number || ' · ' || title
       FROM work_orders WHERE id = $1 RETURNING id
     )
     UPDATE work_orders SET state = 'done', done_on = current_date - $2::int, bill_number = 'W-' || number,
       expense_id = billed.id, created_at = now() - make_interval(days => $2 + 2) FROM billed WHERE work_orders.id = $1`,
    [id, daysAgo],
  );
}
