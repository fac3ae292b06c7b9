import { afterAll, beforeAll, expect, it } from 'vitest';
import { runExport } from '../../reports/export/run-export.ts';
import { DRIVER_TABLES } from '../../store/personal-data/driver-tables.ts';
import { USER_TABLES } from '../../store/personal-data/user-tables.ts';
import { ADMINISTRATOR } from '../../store/roles/basic-roles.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import { fetchPersonalFile } from '../../testing/personal-file.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

/** The names that somebody could give a person: short, a word of notices, of another person, and two words. */
const NAMES = ['e', 'Alarm', 'Ana Correa', 'Panic button'];
const ADDRESS = 'boss@other.example';
/** Every number of the planted rows that is no reference begins with it. */
const MARK = 7319;
/** People who are recorded, with rows of their own. */
const PEOPLE = ['users', 'drivers'];
/** Tables without a column for such a number. */
const WITHOUT_NUMBERS = new Set([...PEOPLE, 'password_links', 'report_uses', 'sign_in_challenges']);
const TABLES = [...new Set([...Object.keys(DRIVER_TABLES), ...Object.keys(USER_TABLES)])].toSorted();
const PLANTED = TABLES.filter((name) => !PEOPLE.includes(name));
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

let fixture: HttpFixture;
let chief: TestBrowser;
let organisationId: number;
/** The rows of the others, by table. */
let before: ReadonlyMap<string, string[]>;

beforeAll(async () => {
  fixture = await httpFixture();
  const { database } = fixture;
  const { grants } = ADMINISTRATOR;
  organisationId = await addOrganisation(database, 'Company');
  const foreignId = await addOrganisation(database, 'Elsewhere');
  await addUser(database, { username: 'chief', password: 'pass-word', organisationId, grants, priority: 2 });
  chief = await fixture.signedIn('chief', 'pass-word');
  const others: Others[] = [];
  for (const [number, organisation] of [organisationId, foreignId].entries()) {
    const other = {
      username: `boss${number}`,
      password: 'pass-word',
      organisationId: organisation,
      grants,
      email: ADDRESS,
    };
    const userId = await addUser(database, other);
    const { rows } = await database.query<{ id: number }>(
      `INSERT INTO drivers (organisation_id, name, email) VALUES ($1, 'Ana Correa', $2) RETURNING id`,
      [organisation, ADDRESS],
    );
    others.push({ organisationId: organisation, userId, driverId: rows[0]?.id ?? 0 });
  }
  await plantRows(others);
  before = await rowsOfOthers();
});
afterAll(() => fixture.close());

interface Others {
  organisationId: number;
  userId: number;
  driverId: number;
}

interface Column {
  table: string;
  name: string;
  type: string;
  to: string | null;
}

/** SQL of the value of a column in a row of somebody else, whose texts are all the same. */
function valueOf(
  { name, type, to }: Column,
  { organisationId: of, userId, driverId }: Others,
  text: string,
  n: number,
): string {
  const literal = `'${text.replaceAll("'", "''")}'`;
  if (to === 'organisations' || name === 'organisation_id') return String(of);
  if (to === 'users') return String(userId);
  if (to === 'drivers') return String(driverId);
  if (type === 'text') return literal;
  if (type === 'text[]') return `ARRAY[${literal}]`;
  if (type === 'jsonb' && ['changes', 'entries', 'cells'].includes(name)) {
    return `jsonb_build_array(jsonb_build_object('id', ${n}, 'what', 'vehicle', 'from', ${literal}::text, 'to', ${literal}::text))`;
  }
  if (type === 'jsonb')
    return `jsonb_build_object('name', ${literal}::text, 'list', jsonb_build_array(${literal}::text))`;
  if (/^integer\[\]|^bigint\[\]/.test(type)) return `ARRAY[${n}]`;
  if (/^(integer|bigint|numeric|double|real)/.test(type)) return String(n);
  if (type === 'smallint') return '1';
  if (type === 'boolean') return 'false';
  if (type === 'bytea') return `convert_to('${n}', 'UTF8')`;
  if (type === 'uuid') return 'gen_random_uuid()';
  if (/^timestamp|^date/.test(type)) return 'now()';
  if (type.startsWith('time')) return `'06:00'`;
  return /\[\]$|range$/.test(type) ? `'{}'` : 'NULL';
}

/** Fills every table with rows of others in which a text is a name, the address, or a sentence with both. */
async function plantRows(others: readonly Others[]): Promise<void> {
  const { database } = fixture;
  const { rows: columns } = await database.query<Column>(
    `SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, NULL) AS type,
       (SELECT f.relname FROM pg_constraint k JOIN pg_class f ON f.oid = k.confrelid
        WHERE k.contype = 'f' AND k.conrelid = c.oid AND k.conkey = ARRAY[a.attnum] LIMIT 1) AS to
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE c.relname = ANY($1) AND c.relnamespace = 'public'::regnamespace ORDER BY c.relname, a.attnum`,
    [PLANTED],
  );
  const { rows: limits } = await database.query<{ sql: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', k.conrelid::regclass, k.conname) AS sql FROM pg_constraint k
     JOIN pg_class c ON c.oid = k.conrelid WHERE c.relname = ANY($1) AND k.contype IN ('c', 'x') AND k.conparentid = 0 AND k.coninhcount = 0`,
    [PLANTED],
  );
  const texts = [...NAMES, ADDRESS, ...NAMES.map((name) => `${name}: ask ${name} or ${ADDRESS}`)];
  // The rows refer to records that do not exist, and hold states that are none.
  const statements = Map.groupBy(columns, ({ table }) => table);
  const inserts = [...statements].map(([table, all]) => {
    const values = others.flatMap((other, place) =>
      texts.map((text, at) => {
        const n = Number(`${MARK}${place}${String(at).padStart(2, '0')}`);
        return `(${all.map((column) => valueOf(column, other, text, n)).join(', ')})`;
      }),
    );
    const names = all.map(({ name }) => name).join(', ');
    return `INSERT INTO ${table} (${names}) VALUES ${values.join(', ')} ON CONFLICT DO NOTHING`;
  });
  await database.query(
    [
      'BEGIN',
      ...limits.map(({ sql }) => sql),
      'SET LOCAL session_replication_role = replica',
      ...inserts,
      'COMMIT',
    ].join('; '),
  );
}

/** Every row that was planted, and those of the people. */
async function rowsOfOthers(): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const table of TABLES) {
    const people = PEOPLE.includes(table) ? `r.email = '${ADDRESS}'` : 'true';
    const { rows } = await fixture.database.query<{ row: string }>(
      `SELECT r::text AS row FROM ${table} r WHERE ${people} ORDER BY 1`,
    );
    const mine = rows.map(({ row }) => row);
    found.set(table, WITHOUT_NUMBERS.has(table) ? mine : mine.filter((row) => row.includes(String(MARK))));
  }
  return found;
}

async function expectUntouched(): Promise<void> {
  const after = await rowsOfOthers();
  const gone = [...before].flatMap(([table, rows]) => {
    const now = new Set(after.get(table));
    return rows.filter((row) => !now.has(row)).map((row) => `${table}: ${row}`);
  });
  expect(gone).toEqual([]);
}

async function expectNoneIn(browser: TestBrowser, download: { id: number; state: string } | undefined): Promise<void> {
  const id = download?.id ?? 0;
  // A slow computer leaves it to a job.
  const attempt = { last: true, bell: false, signal: new AbortController().signal };
  if (download?.state === 'waiting') await runExport(fixture.services, id, attempt);
  const file = await fetchPersonalFile(fixture, browser, id);
  expect(file.has('index.html')).toBe(true);
  const found = [...file].filter(([, content]) => content.includes(String(MARK))).map(([name]) => name);
  expect(found).toEqual([]);
}

it('plants rows of others in every table of both lists', () => {
  const empty = [...before].filter(([, rows]) => rows.length === 0).map(([table]) => table);
  expect(empty).toEqual([]);
  for (const table of ['mails', 'notifications', 'sign_ins', 'inspections', 'imports', 'bulk_changes', 'audit_log']) {
    expect(before.get(table)).toHaveLength(18);
  }
});

it.each(NAMES)('a driver called %s, with the address of somebody else, reaches no row of others', async (name) => {
  const saved = await chief.call('save-driver', { name, email: ADDRESS });
  const id = saved.driver?.id ?? 0;
  const { download } = await chief.call('export-driver-data', { id });
  await expectNoneIn(chief, download);
  expect(await chief.call('dismiss-driver', { id, lastDay: YESTERDAY })).toMatchObject({ status: 200 });
  expect(await chief.call('get-driver-erasure', { id })).toMatchObject({
    tags: 0,
    assignments: 0,
    documents: 0,
    files: 0,
    messages: 0,
    expenses: 0,
    runs: 0,
    held: false,
  });
  expect(await chief.call('erase-driver', { id })).toMatchObject({ status: 200 });
  await expectUntouched();
});

it.each(NAMES)('an account called %s, with the address of somebody else, reaches no row of others', async (name) => {
  const { roles = [] } = await chief.call('get-user-choices', {});
  const place = { roleId: roles[0]?.id ?? 0, organisationId };
  const saved = await chief.call('save-user', { username: 'planted', displayName: name, email: ADDRESS, ...place });
  const id = saved.user?.id ?? 0;
  const { download } = await chief.call('export-user-data', { id });
  await expectNoneIn(chief, download);
  expect(await chief.call('get-user-erasure', { id })).toMatchObject({
    sessions: 0,
    tokens: 0,
    settings: 0,
    messages: 0,
    records: 0,
    held: false,
  });
  expect(await chief.call('erase-user', { id })).toMatchObject({ status: 200 });
  await expectUntouched();
});
