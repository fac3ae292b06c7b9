import type { ExpenseKind } from '@milepost/contract/expense-kinds';
import type { PlaceCheck, TankCheck } from '@milepost/contract/expense-operations';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';
import { readTrack } from '../tracks/positions.ts';
import { readTrackValues } from '../tracks/track-values.ts';
import { isSpent } from './expense-totals.ts';
import { fuelRise, isLess } from './fuel-rise.ts';
import { type BillPlace, placeCheck } from './place-check.ts';

/** Positions can arrive late: this many days after its day, an expense is compared again if more data arrived. */
const LATE_DAYS = 45;
/** The data of the present day changes continuously. */
const RECHECK_AFTER = '30 minutes';
const BATCH = 200;

interface Checked {
  vehicleId: number;
  kind: ExpenseKind;
  quantity: number | null;
  from: Date;
  to: Date;
  /** Whether its day is over in the organisation's time zone. */
  over: boolean;
  positions: number;
}

/** SQL: the amount of data for the day of an expense `e`. */
const POSITIONS = `(SELECT coalesce(sum(d.positions), 0)::int FROM day_totals d
  WHERE d.vehicle_id = e.vehicle_id AND d.day = e.day)`;

/** SQL: litres of all fuel bills of the vehicle and day of an expense `e`, including its own. */
const BILLED_L = `(SELECT coalesce(sum(f.quantity), 0)::float8 FROM expenses f
  WHERE f.vehicle_id = e.vehicle_id AND f.day = e.day AND f.kind = 'fuel' AND (f.id = e.id OR ${isSpent('f')}))`;

/**
 * Compares an expense with the data of the vehicle's device for its day, in the transaction `db` that holds its row.
 */
export async function checkExpense(db: Queryable, id: number): Promise<void> {
  const { rows } = await db.query<Checked>(
    `SELECT e.vehicle_id AS "vehicleId", e.kind, e.quantity, day_begins(e.day, o.time_zone) AS from,
            day_begins(e.day + 1, o.time_zone) AS to,
            e.day < (now() AT TIME ZONE o.time_zone)::date AS over, ${POSITIONS} AS positions
     FROM expenses e JOIN organisations o ON o.id = e.organisation_id WHERE e.id = $1 AND e.vehicle_id IS NOT NULL`,
    [id],
  );
  const [expense] = rows;
  const places = expense ? await readPlaces(db, id) : [];
  const fuel = expense?.kind === 'fuel' && expense.quantity !== null;
  const place = expense && places.length > 0 ? await comparePlace(db, expense, places) : null;
  const tank = expense && fuel ? await compareTank(db, id, expense) : null;
  const compared = place !== null || fuel;
  await db.query(
    `UPDATE expenses SET place_check = $2, tank_check = $3, checked_positions = $4, checked_at = now(), check_due = false
     WHERE id = $1`,
    [id, place && JSON.stringify(place), tank && JSON.stringify(tank), compared ? (expense?.positions ?? 0) : null],
  );
}

/** The coordinates of the vendor, and of photos of the bill taken on its day. */
async function readPlaces(db: Queryable, id: number): Promise<BillPlace[]> {
  const { rows } = await db.query<BillPlace>(
    `SELECT 'vendor' AS of, c.lat, c.lon FROM expenses e JOIN contacts c ON c.id = e.vendor_id
     WHERE e.id = $1 AND c.lat IS NOT NULL
     UNION ALL
     SELECT 'photo', f.lat, f.lon FROM expenses e JOIN organisations o ON o.id = e.organisation_id
     JOIN file_links l ON l.record_kind = 'expense' AND l.record_id = e.id JOIN files f ON f.id = l.file_id
     WHERE e.id = $1 AND f.lat IS NOT NULL AND (f.taken_at IS NULL OR (f.taken_at AT TIME ZONE o.time_zone)::date = e.day)`,
    [id],
  );
  return rows;
}

async function comparePlace(
  db: Queryable,
  { vehicleId, from, to }: Checked,
  places: readonly BillPlace[],
): Promise<PlaceCheck> {
  const check = placeCheck(places);
  for await (const page of readTrack(db, vehicleId, from, to)) {
    for (let index = 0; index < page.length; index += 1) {
      const [at = 0, lat = 0, lon = 0] = [page.time[index], page.lat[index], page.lon[index]];
      check.add({ at, lat: lat / 1e7, lon: lon / 1e7 });
    }
  }
  const stops = await db.query<{ startedAt: Date; lat: number; lon: number }>(
    `SELECT started_at AS "startedAt", lat, lon FROM stops
     WHERE vehicle_id = $1 AND private IS NOT TRUE AND started_at < $3 AND coalesce(ended_at, started_at + make_interval(secs => duration_s)) > $2`,
    [vehicleId, from, to],
  );
  for (const { startedAt, lat, lon } of stops.rows) {
    check.stand(Math.max(startedAt.getTime(), from.getTime()), lat, lon);
  }
  return check.result();
}

/**
 * Null if the tank has no sensor, or before the day is over, as the sensor's values can arrive later than the bill.
 */
async function compareTank(
  db: Queryable,
  id: number,
  { vehicleId, from, to, over }: Checked,
): Promise<TankCheck | null> {
  if (!over) return null;
  const roseL = fuelRise(await readTrackValues(db, vehicleId, 'fuelL', from, to));
  if (roseL === null) return null;
  const { billedL } = onlyRow(
    await db.query<{ billedL: number }>(`SELECT ${BILLED_L} AS "billedL" FROM expenses e WHERE e.id = $1`, [id]),
  );
  return { state: isLess(billedL, roseL) ? 'less' : 'fits', billedL, roseL };
}

/**
 * Compares the expenses that have not been compared since they, their photos or their vendor's coordinates changed, or
 * since more data arrived.
 * @returns how many it examined
 */
export async function checkDueExpenses(database: Database, signal: AbortSignal): Promise<number> {
  let count = 0;
  for (;;) {
    const due = await database.query<{ id: number }>(
      `(SELECT e.id FROM expenses e WHERE e.check_due AND e.deleted_at IS NULL ORDER BY e.id LIMIT ${BATCH})
       UNION
       (SELECT e.id FROM expenses e WHERE e.checked_positions IS NOT NULL AND e.deleted_at IS NULL
          AND e.day > current_date - ${LATE_DAYS} AND e.checked_at < now() - interval '${RECHECK_AFTER}'
          AND (e.checked_positions <> ${POSITIONS} OR (e.kind = 'fuel' AND e.tank_check IS NULL AND e.checked_at < e.day + 2)
            OR (e.tank_check ->> 'billedL')::float8 <> ${BILLED_L}) LIMIT ${BATCH})`,
    );
    let done = 0;
    for (const { id } of due.rows) {
      if (signal.aborted) return count;
      if (await checkOne(database, id)) done += 1;
    }
    count += done;
    if (done === 0) return count;
  }
}

const checkOne = (database: Database, id: number): Promise<boolean> =>
  inTransaction(database, async (db) => {
    // An expense locked by a concurrent change is skipped, as that change compares it.
    const { rowCount } = await db.query('SELECT FROM expenses WHERE id = $1 FOR NO KEY UPDATE SKIP LOCKED', [id]);
    if (rowCount) await checkExpense(db, id);
    return rowCount === 1;
  });
