import { ServerFrame } from '@milepost/contract/live';
import type { Operation } from '@milepost/contract/operation';
import { isOperationName, type OperationName, OPERATIONS } from '@milepost/contract/operations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { MAX_ROWS } from '../store/page.ts';
import { BOUNDED_FRAMES, BOUNDED_PARTS } from '../testing/bounded-parts.ts';
import { httpFixture, type HttpFixture } from '../testing/http-fixture.ts';

const names = Object.keys(OPERATIONS).filter((name): name is OperationName => name in OPERATIONS);

/** The paths of all lists and records in an answer. */
function listsIn(schema: z.core.$ZodType, path: string, inside: readonly z.core.$ZodType[] = []): string[] {
  if (inside.includes(schema)) return [];
  const within = [...inside, schema];
  if (schema instanceof z.ZodArray) return [`${path}[]`, ...listsIn(schema.element, `${path}[]`, within)];
  if (schema instanceof z.ZodRecord) return [`${path}{}`, ...listsIn(schema.valueType, `${path}{}`, within)];
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.core.$ZodType>(schema.shape);
    return fields.flatMap(([key, field]) => listsIn(field, `${path}.${key}`, within));
  }
  if (schema instanceof z.ZodTuple) return schema.def.items.flatMap((item) => listsIn(item, path, within));
  if (schema instanceof z.ZodUnion || schema instanceof z.ZodDiscriminatedUnion) {
    return schema.options.flatMap((option) => listsIn(option, path, within));
  }
  if (schema instanceof z.ZodLazy) return listsIn(schema.unwrap(), path, within);
  if (schema instanceof z.ZodPipe) return listsIn(schema.out, path, within);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  ) {
    return listsIn(schema.def.innerType, path, within);
  }
  return [];
}

/** Bounds of the lists in answers, by their path. */
const BOUNDED = names.flatMap((name) => {
  const { bounds = {} }: Operation = OPERATIONS[name];
  return Object.entries(bounds).map(([path, bound]) => ({ path: `${name}.${path}`, bound }));
});

/** Rows of a page: as many as the call requests, which its own schema limits. */
const isPaged = (name: OperationName, path: string) =>
  path === `${name}.rows[]` && 'pageSize' in OPERATIONS[name].input.shape;

const answers = [
  ...new Set(names.flatMap((name) => listsIn(OPERATIONS[name].output, name).filter((path) => !isPaged(name, path)))),
];
const frames = [
  ...new Set(ServerFrame.options.flatMap((option) => listsIn(option, [...option.shape.t.values].join('')))),
];

test('every list of every answer and frame has pages, or a reason for its bound', () => {
  const parts = Object.keys(BOUNDED_PARTS);
  const isPart = (path: string) => parts.some((part) => path === part || path.endsWith(`.${part}`));
  const whole = [...BOUNDED.map(({ path }) => path), ...Object.keys(BOUNDED_FRAMES)];
  const paths = [...answers, ...frames];
  expect(paths.filter((path) => !whole.includes(path) && !isPart(path))).toEqual([]);
  // Every path listed here exists.
  expect(whole.filter((path) => !paths.includes(path))).toEqual([]);
  expect(parts.filter((part) => !paths.some((path) => path === part || path.endsWith(`.${part}`)))).toEqual([]);
});

test('a truncated list has the total number beside it', () => {
  const cut = BOUNDED.filter(({ bound }) => typeof bound === 'number');
  expect(cut.length).toBeGreaterThan(20);
  for (const { path } of cut) {
    const [, name, list] = /^(.+?)\.(\w+)\[\]$/.exec(path) ?? [];
    if (!isOperationName(name) || list === undefined) throw new Error(`${path} is no list at the top of an answer`);
    const { output } = OPERATIONS[name];
    const either = list === 'rows' ? ['total', 'rowsTotal'] : [`${list}Total`];
    expect(
      either.some((total) => total in output.shape),
      path,
    ).toBe(true);
  }
});

let fixture: HttpFixture;
beforeAll(async () => {
  fixture = await httpFixture();
});
afterAll(() => fixture.close());

/** Inserts more records than an answer may contain, of every list without pages, all below the root. */
const MANY = `
  INSERT INTO vehicle_groups (organisation_id, name) SELECT 1, 'group ' || n FROM many;
  INSERT INTO drivers (organisation_id, name) SELECT 1, 'driver ' || n FROM many;
  INSERT INTO roles (organisation_id, name, priority) SELECT 1, 'role ' || n, 1 + n FROM many;
  INSERT INTO organisations (parent_id, name) SELECT 1, 'organisation ' || n FROM many;
  INSERT INTO users (organisation_id, role_id, username, name_key, display_name)
    SELECT 1, 1, 'user ' || n, 'user ' || n, 'user ' || n FROM many;
  INSERT INTO api_tokens (user_id, name, token_hash, read_only) SELECT 1, 'token', n::text::bytea, true FROM many;
  INSERT INTO login_sessions (user_id, token_hash, address, user_agent, expires_at)
    SELECT 1, n::text::bytea, '', '', now() + interval '1 day' FROM many;
  INSERT INTO payments (organisation_id, day, amount, currency, reference) SELECT 1, '2026-01-01', 1, 'EUR', '' FROM many;
  INSERT INTO places (organisation_id, name, category, colour, lat, lon)
    SELECT 1, 'place ' || n, 'other', '#2563d9', 0, 0 FROM many;
  INSERT INTO vehicles (organisation_id, registration, type) SELECT 1, 'SHARED', 'car';
  INSERT INTO shares (organisation_id, vehicle_id, token_hash, expires_at)
    SELECT 1, (SELECT max(id) FROM vehicles), n::text::bytea, now() + interval '1 day' FROM many;`;

test('lists without pages are truncated, and have the total number', async () => {
  const admin = await fixture.signedIn();
  const { database } = fixture;
  const more = MAX_ROWS + 10;
  await database.query(`CREATE TABLE many AS SELECT n FROM generate_series(1, ${more}) n`);
  for (const statement of MANY.split(';').filter((one) => one.trim() !== '')) await database.query(statement);
  /** The lengths of the lists, with the totals next to them. */
  const countRows = async (name: OperationName, input = {}): Promise<Record<string, number>> => {
    const { status, ...answer } = await admin.call(name, input);
    expect(status, name).toBe(200);
    return Object.fromEntries(
      Object.entries(answer).flatMap(([key, value]) => {
        if (Array.isArray(value)) return [[key, value.length]];
        return typeof value === 'number' && /total$/i.test(key) ? [[key, value]] : [];
      }),
    );
  };
  for (const [name, there] of [
    ['get-group-list', more],
    // The records that existed before: the roles, the organisation and the session of the administrator.
    ['get-role-list', more + 7],
    ['get-organisation-list', more + 1],
    ['get-api-token-list', more],
    ['get-own-sessions', more + 1],
    ['get-place-list', more],
    ['get-share-list', more],
  ] as const) {
    expect(await countRows(name), name).toEqual({ rows: MAX_ROWS, total: there });
  }
  expect(await countRows('get-driver-choices')).toEqual({ rows: 50, total: more });
  expect(await countRows('get-driver-form-choices')).toMatchObject({ groups: MAX_ROWS, groupsTotal: more });
  expect(await countRows('get-payment-data')).toMatchObject({ payments: MAX_ROWS, paymentsTotal: more });
  expect(await countRows('get-role-user', { id: 1 })).toEqual({ rows: MAX_ROWS, total: more + 1 });
  expect(await countRows('get-user-choices')).toMatchObject({
    roles: MAX_ROWS,
    organisations: MAX_ROWS,
    organisationsTotal: more + 1,
  });
  expect(await countRows('get-alarm-choices')).toMatchObject({
    groups: MAX_ROWS,
    groupsTotal: more,
    people: MAX_ROWS,
    peopleTotal: more + 1,
  });
  expect(await countRows('get-alarm-rule-choices')).toEqual({
    organisations: MAX_ROWS,
    organisationsTotal: more + 1,
    groups: MAX_ROWS,
    groupsTotal: more,
    people: MAX_ROWS,
    peopleTotal: more + 1,
    sensors: 0,
    sensorsTotal: 0,
  });
  // A record beyond the end of the list still exists.
  const { rows } = await database.query<{ id: number }>(
    'SELECT id FROM organisations WHERE parent_id IS NOT NULL ORDER BY lower(name) DESC, id DESC LIMIT 1',
  );
  const id = rows[0]?.id;
  expect((await admin.call('save-organisation', { id, name: 'zzz', parentId: 1 })).organisation).toMatchObject({ id });
});
