import { Client } from 'pg';

export interface RecordCounts {
  vehicles: number;
  drivers: number;
  expenses: number;
}

const VENDORS = 200;
/** Days over which expenses are spread: three years. */
const DAYS = 1095;
/** Rows that are written by one statement. */
const PIECE = 100_000;

/** Vehicles, drivers, vendors and expenses of one organisation, with what makes their lists slow: names of all kinds. */
export async function seedRecords(url: string, { vehicles, drivers, expenses }: RecordCounts): Promise<void> {
  // A connection of its own: those of the pool end a statement that takes so long.
  const db = new Client({ connectionString: url });
  await db.connect();
  await db.query(
    `INSERT INTO organisations (id, name) OVERRIDING SYSTEM VALUE VALUES (1, 'Bench') ON CONFLICT DO NOTHING`,
  );
  await withoutIndexes(db, 'vehicles', () =>
    db.query(
      `INSERT INTO vehicles (id, organisation_id, registration, type, make, model) OVERRIDING SYSTEM VALUE
       SELECT n, 1, 'SB' || chr(65 + n % 26) || ' ' || lpad(n::text, 6, '0'), 'van',
              (ARRAY['Renault', 'Ford', 'Tata', 'Volvo'])[1 + n % 4], 'Model ' || n % 40
       FROM generate_series(1, $1::int) n`,
      [vehicles],
    ),
  );
  await db.query(
    `WITH d AS (INSERT INTO devices (id, organisation_id, identity) OVERRIDING SYSTEM VALUE
       SELECT n, 1, (860000000000000 + n)::text FROM generate_series(1, $1::int) n RETURNING id)
     INSERT INTO installations (device_id, vehicle_id, installed_at) SELECT id, id, now() - interval '30 days' FROM d`,
    [vehicles],
  );
  await withoutIndexes(db, 'drivers', () =>
    db.query(
      `INSERT INTO drivers (id, organisation_id, name, number, phone, licence_number, licence_expires_on)
       OVERRIDING SYSTEM VALUE
       SELECT n, 1, (ARRAY['Ana', 'Bruno', 'Carla', 'Diego', 'Elena', 'Farid', 'Gita'])[1 + n % 7] || ' '
              || (ARRAY['Silva', 'Pérez', 'Kumar', 'Haddad', 'Olsen'])[1 + n / 7 % 5] || ' ' || n, 'D-' || n,
              '+59899' || lpad(n::text, 6, '0'), 'L' || n, current_date + (n % 700 - 100)
       FROM generate_series(1, $1::int) n`,
      [drivers],
    ),
  );
  await db.query(
    `INSERT INTO contacts (id, organisation_id, kind, name) OVERRIDING SYSTEM VALUE
     SELECT n, 1, 'vendor', 'Station ' || n FROM generate_series(1, ${VENDORS}) n`,
  );
  await withoutIndexes(db, 'expenses', () => seedExpenses(db, { vehicles, drivers, expenses }));
  for (const table of ['vehicles', 'drivers', 'devices', 'installations', 'contacts', 'expenses']) {
    await db.query(`SELECT setval(pg_get_serial_sequence($1, 'id'), (SELECT max(id) FROM ${table}))`, [table]);
    await db.query(`VACUUM ANALYZE ${table}`);
  }
  await db.end();
}

/** Most are approved, one in a hundred waits; one in fifty was somewhere else. */
async function seedExpenses(db: Client, { vehicles, drivers, expenses }: RecordCounts): Promise<void> {
  for (let from = 1; from <= expenses; from += PIECE) {
    await db.query(
      `INSERT INTO expenses (organisation_id, kind, state, vehicle_id, driver_id, vendor_id, amount, currency, bill_number,
         day, quantity, created_by, check_due, place_check)
       SELECT 1, (ARRAY['fuel', 'toll', 'parking', 'repair', 'fuel', 'other'])[1 + n % 6],
              CASE WHEN n % 100 = 0 THEN 'submitted' WHEN n % 101 = 0 THEN 'draft' ELSE 'approved' END,
              1 + (n::bigint * 7919 % $3)::int, 1 + (n::bigint * 104729 % $4)::int, 1 + n % ${VENDORS}, 1000 + n % 9973,
              'INR', 'B-' || n, current_date - (n::bigint * 31 % ${DAYS})::int, CASE WHEN n % 3 = 1 THEN 40 END, 1, false,
              CASE WHEN n % 50 = 0 THEN '{"state":"away","of":"vendor","distanceM":9000,"at":null}'::jsonb END
       FROM generate_series($1::int, $2::int) n`,
      [from, Math.min(expenses, from + PIECE - 1), vehicles, drivers],
    );
  }
}

/** Writes the rows first and then their indexes, as a restored backup does: many times as fast. */
async function withoutIndexes(db: Client, table: string, write: () => Promise<unknown>): Promise<void> {
  const { rows } = await db.query<{ name: string; definition: string }>(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i
     WHERE i.indrelid = $1::regclass AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
    [table],
  );
  for (const { name } of rows) await db.query(`DROP INDEX ${name}`);
  await write();
  await db.query(`SET maintenance_work_mem = '512MB'`);
  for (const { definition } of rows) await db.query(definition);
}
