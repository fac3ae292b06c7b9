import type { ImportDescriptor, Values, WrittenLine } from '../../imports/import-descriptor.ts';
import type { Actor } from '../audit/audit.ts';
import { auditedMany } from '../audit/audit-many.ts';
import type { Queryable } from '../database.ts';
import { CONTACT_TABLE } from './contact-records.ts';
import { ownIn, ownOf } from './own-columns.ts';

type Work = Omit<ImportDescriptor, 'subject' | 'fields' | 'resolve'>;

/** The column and SQL type of each field. */
const COLUMNS = {
  kind: ['kind', 'text'],
  state: ['state', 'text'],
  reason: ['reason', 'text'],
  vehicleId: ['vehicle_id', 'int'],
  driverId: ['driver_id', 'int'],
  vendorId: ['vendor_id', 'int'],
  amount: ['amount', 'bigint'],
  tax: ['tax', 'bigint'],
  currency: ['currency', 'text'],
  billNumber: ['bill_number', 'text'],
  day: ['day', 'date'],
  odometerM: ['odometer_m', 'float8'],
  quantity: ['quantity', 'float8'],
  fullTank: ['full_tank', 'boolean'],
  missedFill: ['missed_fill', 'boolean'],
  note: ['note', 'text'],
  submittedBy: ['submitted_by', 'int'],
  decidedBy: ['decided_by', 'int'],
  decidedAt: ['decided_at', 'timestamptz'],
} as const;
/** Imports by earlier versions, which can still be undone, do not have this field. */
const valueSql = (field: string) => (field === 'missedFill' ? `coalesce(r."${field}", false)` : `r."${field}"`);
const PEOPLE = ['submittedBy', 'decidedBy'];

/** Locked, so that nobody decides on an expense while it is imported or undone. */
async function readExpenses(
  db: Queryable,
  organisationId: number,
  ids: readonly number[],
): Promise<Map<number, Values>> {
  const fields = Object.entries(COLUMNS).map(([field, [column]]) => `'${field}', t.${column}`);
  const { rows } = await db.query<{ id: number; values: Values; own: Values }>(
    `SELECT t.id, t.own, jsonb_build_object(${fields.join(', ')}, 'version', t.version) AS values FROM expenses t
     WHERE t.id = ANY($2) AND t.organisation_id = $1 AND t.deleted_at IS NULL ORDER BY t.id FOR UPDATE`,
    [organisationId, ids],
  );
  return new Map(rows.map(({ id, values, own }) => [id, { ...values, ...ownIn(own) }]));
}

/**
 * The importing person counts as having submitted it, unless the line states who did, as an undo does; changed expenses
 * require a new decision.
 */
function written({ userId }: Actor, { after }: WrittenLine): Values {
  const submittedBy = after['state'] === 'draft' ? null : userId;
  return { submittedBy, ...after };
}

async function writeExpenses(
  db: Queryable,
  actor: Actor,
  organisationId: number,
  lines: readonly WrittenLine[],
): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT nextval(pg_get_serial_sequence('expenses', 'id'))::int AS id FROM generate_series(1, $1)`,
    [lines.filter(({ id }) => id === null).length],
  );
  const fresh = rows.map(({ id }) => id);
  const all = lines.map((line) => ({ isNew: line.id === null, id: line.id ?? fresh.shift() ?? 0, line }));
  const of = (isNew: boolean) =>
    JSON.stringify(
      all
        .filter((one) => one.isNew === isNew)
        .map(({ id, line }) => ({ ...written(actor, line), id, own: ownOf(line.after) })),
    );
  const stored: [string, readonly [string, string]][] = [...Object.entries(COLUMNS), ['own', ['own', 'jsonb']]];
  const columns = stored.map(([, [column]]) => column);
  // The person may have been deleted since.
  const values = stored.map(([field]) =>
    PEOPLE.includes(field) ? `(SELECT u.id FROM users u WHERE u.id = r."${field}")` : valueSql(field),
  );
  const from = `jsonb_to_recordset($1) AS r(id int, ${stored.map(([field, [, type]]) => `"${field}" ${type}`).join(', ')})`;
  await db.query(
    `INSERT INTO expenses (id, organisation_id, created_by, ${columns.join(', ')})
     SELECT r.id, $2, (SELECT u.id FROM users u WHERE u.id = $3), ${values.join(', ')} FROM ${from}`,
    [of(true), organisationId, actor.userId],
  );
  await db.query(
    `UPDATE expenses t SET ${columns.map((column, index) => `${column} = ${values[index]}`).join(', ')},
       version = t.version + 1, updated_at = now(), check_due = true FROM ${from} WHERE t.id = r.id`,
    [of(false)],
  );
  return all.map(({ id }) => id);
}

async function usedExpenses(db: Queryable, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT t.id FROM expenses t WHERE t.id = ANY($1) AND (
       EXISTS (SELECT FROM file_links l WHERE l.record_kind = 'expense' AND l.record_id = t.id)
       OR EXISTS (SELECT FROM tasks k WHERE k.record_kind = 'expense' AND k.record_id = t.id AND k.deleted_at IS NULL)
       OR EXISTS (SELECT FROM work_orders w WHERE w.expense_id = t.id AND w.deleted_at IS NULL))`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

const MADE = { made: 'create', changed: 'delete' } as const;

/** Creates vendors by name; returns ids in the order of the names. */
async function createVendors(db: Queryable, actor: Actor, organisationId: number, names: readonly string[]) {
  return auditedMany(db, actor, { subject: 'contact', ids: [], actions: MADE }, async () => {
    const { rows } = await db.query<{ id: number }>(
      `WITH named AS (SELECT nextval(pg_get_serial_sequence('contacts', 'id'))::int AS id, name, n
         FROM unnest($2::text[]) WITH ORDINALITY AS asked(name, n)),
       made AS (INSERT INTO contacts (id, organisation_id, kind, name) SELECT id, $1, 'vendor', name FROM named)
       SELECT id FROM named ORDER BY n`,
      [organisationId, names],
    );
    return rows.map(({ id }) => id);
  });
}

async function removeVendors(db: Queryable, actor: Actor, organisationId: number, ids: readonly number[]) {
  const { rows } = await db.query<{ id: number }>(
    `SELECT t.id FROM contacts t WHERE t.id = ANY($1) AND t.organisation_id = $2 AND t.version = 1
       AND t.deleted_at IS NULL AND NOT (${CONTACT_TABLE.used}) FOR UPDATE`,
    [ids, organisationId],
  );
  const unused = rows.map(({ id }) => id);
  await auditedMany(db, actor, { subject: 'contact', ids: unused, actions: MADE }, async () => {
    await db.query('UPDATE contacts SET deleted_at = now() WHERE id = ANY($1)', [unused]);
    return unused;
  });
}

function onlyVendors(what: string): void {
  if (what !== 'vendor') throw new Error(`nothing creates a ${what}`);
}

export const EXPENSE_WORK: Work = {
  lock: async () => {},
  create(db, actor, organisationId, what, names) {
    onlyVendors(what);
    return createVendors(db, actor, organisationId, names);
  },
  write: writeExpenses,
  read: readExpenses,
  used: usedExpenses,
  stuck: async () => new Set(),
  remove: async (db, ids) => {
    await db.query('UPDATE expenses SET deleted_at = now() WHERE id = ANY($1)', [ids]);
  },
  removeMade(db, actor, organisationId, what, ids) {
    onlyVendors(what);
    return removeVendors(db, actor, organisationId, ids);
  },
};
