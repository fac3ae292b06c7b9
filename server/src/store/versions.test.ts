import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { VERSIONED_TABLES } from './audit/subjects.ts';

const ROOT = new URL('../', import.meta.url).pathname;

/** Columns of the record as a whole: `deleted_at` hides it together with everything entered. */
const ANY = ['deleted_at', 'updated_at', 'version'];
/** Columns that are not in the record's form, so that saving it cannot overwrite them. */
const BESIDES: Readonly<Record<string, readonly string[]>> = {
  // Computed from the entered values.
  alarm_rules: ['holds_since'],
  outlets: ['area_territory_id', 'unknown_address'],
  drivers: ['tag_keys'],
  documents: ['renewed'],
  tasks: ['reminded_on'],
  expenses: [
    'place_check',
    'tank_check',
    'checked_positions',
    'checked_at',
    'check_due',
    'work_order_id',
    'recurring_id',
    'recurring_day',
  ],
  recurring_expenses: ['next_day', 'failed_at'],
  geofences: ['created_at'],
  devices: ['secret_hash', 'secret_since', 'spoken', 'strays_due'],
  installations: ['removed_at', 'facts_fault'],
  // Set once, when the record is created by a move from another organisation.
  vehicles: ['came_at'],
  users: [
    'password_hash',
    'name_key',
    'email_doubt',
    'disabled_at',
    'news_seen',
    // Written together with the rest of the user or role, in one save.
    'limited',
    'limit_group_ids',
    'limit_vehicle_ids',
    'limit_given_by',
    'limit_common',
  ],
  roles: ['limited', 'limit_group_ids', 'limit_common'],
  menus: ['position', 'sorted', 'parent_id'],
  organisations: ['last_invoice', 'last_credit_note'],
  webhooks: ['secret', 'failing_since', 'last_delivered_at'],
  report_schedules: ['next_at', 'paused', 'stopped', 'held'],
};

interface Update {
  file: string;
  table: string;
  columns: string[];
}

const TABLES: ReadonlySet<string> = new Set(VERSIONED_TABLES);

/**
 * The assignments of an UPDATE: up to the end of its list, respecting brackets.
 * @param quote the quote that ends the statement
 */
function partsOf(sql: string, quote: string): string[] {
  const parts = [''];
  let depth = 0;
  for (let at = 0; at < sql.length; at++) {
    const letter = sql[at] ?? '';
    if ('([{'.includes(letter)) depth++;
    if (')]}'.includes(letter)) depth--;
    if (depth < 0 || (depth === 0 && letter === quote)) break;
    if (
      depth === 0 &&
      /^\s(?:WHERE|FROM|RETURNING)\s/.test(sql.slice(at, at + 11)) &&
      !sql.slice(0, at).endsWith('DISTINCT')
    )
      break;
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim());
}

function updatesIn(file: string): Update[] {
  const text = readFileSync(ROOT + file, 'utf8');
  return [...text.matchAll(/UPDATE (\w+)(?:\s+(?!SET)\w+)?\s+SET\s+/g)].flatMap(
    ({ 0: start, 1: table = '', index }) => {
      if (!TABLES.has(table)) return [];
      const quote = text.slice(0, index).split('`').length % 2 === 0 ? '`' : "'";
      const parts = partsOf(text.slice(index + start.length), quote);
      return [{ file, table, columns: parts.map((part) => part.split(/\s*=/)[0] ?? '') }];
    },
  );
}

const updates = globSync('**/*.ts', { cwd: ROOT })
  .filter((file) => !/\.test\.ts$|^(testing|demo)\//.test(file))
  .flatMap(updatesIn);

test('every statement that changes a column of a form increments the version of the record', () => {
  expect(updates.length).toBeGreaterThan(60);
  const silent = updates.filter(
    ({ table, columns }) =>
      !columns.includes('version') && columns.some((column) => ![...ANY, ...(BESIDES[table] ?? [])].includes(column)),
  );
  expect(silent.map(({ file, table, columns }) => `${file}: ${table} (${columns.join(', ')})`)).toEqual([]);
});
