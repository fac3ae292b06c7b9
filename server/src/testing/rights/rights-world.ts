import type { Action, MenuKey } from '@milepost/contract/rights';
import type { Database } from '../../store/database.ts';
import { onlyRow } from '../../store/rows.ts';

export const ACTIONS = ['view', 'create', 'edit', 'delete'] as const satisfies readonly Action[];
/**
 * The menus that the roles of this world grant: those of administration, and two others that people have permissions
 * for.
 */
export const MENUS = [
  'users',
  'roles',
  'organisations',
  'api-tokens',
  'sessions',
  'outbox',
  'vehicles',
  'devices',
] as const satisfies readonly MenuKey[];
export type Right = `${(typeof MENUS)[number]}:${Action}`;
export const RIGHTS = MENUS.flatMap((menu) => ACTIONS.map((action): Right => `${menu}:${action}`));

export interface Role {
  id: number;
  organisationId: number;
  priority: number;
  rights: ReadonlySet<string>;
}

export interface User {
  id: number;
  organisationId: number;
  roleId: number;
  disabled: boolean;
  hasPassword: boolean;
  email: string;
  /** Null for a person who sees every vehicle. */
  limit: Limit | null;
}

/** Groups and single vehicles by their ids. */
export interface Limit {
  groups: number[];
  vehicles: number[];
}

/** A vehicle with its organisation and group. */
export interface Vehicle {
  organisationId: number;
  groupId: number | null;
}

/** The people and their grants, as stored: facts only, without any conclusion about permissions. */
export interface World {
  /** The organisation above each, null at the top. */
  parents: ReadonlyMap<number, number | null>;
  roles: ReadonlyMap<number, Role>;
  users: ReadonlyMap<number, User>;
  /** The owner of each API token. */
  tokens: ReadonlyMap<number, number>;
  /** The owner of each open session. */
  sessions: ReadonlyMap<number, number>;
  vehicles: ReadonlyMap<number, Vehicle>;
  /** The organisation of each group of vehicles. */
  groups: ReadonlyMap<number, number>;
}

interface Stored {
  parents: [number, number | null][];
  roles: (Omit<Role, 'rights'> & { rights: string[] | null })[];
  users: User[];
  tokens: [number, number][] | null;
  sessions: [number, number][] | null;
  vehicles: [number, Vehicle][] | null;
  groups: [number, number][] | null;
}

export async function readWorld(database: Database): Promise<World> {
  const stored = onlyRow(
    // Read after each of thousands of moves, so it is a prepared statement.
    await database.query<Stored>({
      name: 'rights-world',
      text: `SELECT
      (SELECT jsonb_agg(jsonb_build_array(id, parent_id) ORDER BY id) FROM organisations) AS parents,
      (SELECT jsonb_agg(jsonb_build_object('id', r.id, 'organisationId', r.organisation_id, 'priority', r.priority,
         'rights', (SELECT jsonb_agg(m.key || ':' || a.action)
           FROM role_permissions p JOIN menus m ON m.id = p.menu_id,
             LATERAL (VALUES ('view', p.can_view), ('create', p.can_create), ('edit', p.can_edit),
               ('delete', p.can_delete)) a (action, granted)
           WHERE p.role_id = r.id AND a.granted)) ORDER BY r.id) FROM roles r) AS roles,
      (SELECT jsonb_agg(jsonb_build_object('id', id, 'organisationId', organisation_id, 'roleId', role_id,
         'disabled', disabled_at IS NOT NULL, 'hasPassword', password_hash IS NOT NULL, 'email', email,
         'limit', CASE WHEN limited THEN jsonb_build_object('groups', limit_group_ids, 'vehicles', limit_vehicle_ids) END)
         ORDER BY id)
       FROM users) AS users,
      (SELECT jsonb_agg(jsonb_build_array(id, user_id)) FROM api_tokens) AS tokens,
      (SELECT jsonb_agg(jsonb_build_array(id, user_id)) FROM login_sessions WHERE ended_at IS NULL) AS sessions,
      (SELECT jsonb_agg(jsonb_build_array(id, jsonb_build_object('organisationId', organisation_id, 'groupId', group_id)))
       FROM vehicles) AS vehicles,
      (SELECT jsonb_agg(jsonb_build_array(id, organisation_id)) FROM vehicle_groups) AS groups`,
    }),
  );
  return {
    parents: new Map(stored.parents),
    roles: new Map(stored.roles.map((role) => [role.id, { ...role, rights: new Set(role.rights) }])),
    users: new Map(stored.users.map((user) => [user.id, user])),
    tokens: new Map(stored.tokens),
    sessions: new Map(stored.sessions),
    vehicles: new Map(stored.vehicles),
    groups: new Map(stored.groups),
  };
}

/** For each menu of MENUS, in their order, the actions as bits: 1 view, 2 create, 4 edit, 8 delete. */
export type Matrix = readonly number[];

export const rightsIn = (matrix: Matrix) =>
  MENUS.flatMap((menu, at) =>
    ACTIONS.flatMap((action, bit): Right[] => ((matrix[at] ?? 0) & (1 << bit) ? [`${menu}:${action}`] : [])),
  );

/** The matrices of the initial roles. */
export interface Beginning {
  helper: Matrix;
  chief: Matrix;
  clerk: Matrix;
  worker: Matrix;
  /** True when each role grants no more than the one above it. */
  nested: boolean;
}

/**
 * Two companies below the root, A with two branches and B with one: chiefs, clerks and workers in them, the
 * administrator at the top and a helper there. Each organisation of the companies has a group with a vehicle, and a
 * vehicle without a group. The clerk of A is limited to two groups, the workers of A to the one of their branch.
 * Everything else is deleted first.
 */
export async function beginWorld(database: Database, passwordHash: string, matrices: Beginning): Promise<void> {
  await database.query(`
    DELETE FROM mails; DELETE FROM audit_log; DELETE FROM sign_ins; DELETE FROM sign_in_failures;
    DELETE FROM vehicles; DELETE FROM vehicle_groups;
    UPDATE users SET role_id = 1, organisation_id = 1, disabled_at = NULL, limited = false, limit_group_ids = '{}',
      limit_vehicle_ids = '{}', email = 'admin@example.org' WHERE id = 1;
    DELETE FROM login_sessions; DELETE FROM api_tokens; DELETE FROM password_links;
    DELETE FROM users WHERE id <> 1; DELETE FROM roles WHERE id <> 1;
    UPDATE organisations SET parent_id = 1 WHERE id <> 1; DELETE FROM organisations WHERE id <> 1`);
  await database.query('UPDATE users SET password_hash = $1 WHERE id = 1', [passwordHash]);
  const insert = async (sql: string, values: unknown[]) =>
    onlyRow(await database.query<{ id: number }>(`${sql} RETURNING id`, values)).id;
  const organisation = (name: string, parent: number) =>
    insert('INSERT INTO organisations (name, parent_id) VALUES ($1, $2)', [name, parent]);
  const role = async (name: string, organisationId: number, priority: number, matrix: Matrix) => {
    const values = [organisationId, name, priority];
    const id = await insert('INSERT INTO roles (organisation_id, name, priority) VALUES ($1, $2, $3)', values);
    for (const [at, menu] of MENUS.entries()) {
      const can = ACTIONS.map((_action, bit) => ((matrix[at] ?? 0) & (1 << bit)) !== 0);
      await database.query(
        `INSERT INTO role_permissions (role_id, menu_id, can_view, can_create, can_edit, can_delete)
         SELECT $1, id, $3, $4, $5, $6 FROM menus WHERE key = $2`,
        [id, menu, ...can],
      );
    }
    return id;
  };
  const user = (name: string, organisationId: number, roleId: number) =>
    insert(
      `INSERT INTO users (organisation_id, role_id, username, name_key, display_name, password_hash, email)
       VALUES ($1, $2, $3, $3, $3, $4, $3 || '@example.org')`,
      [organisationId, roleId, name, passwordHash],
    );
  const a = await organisation('A', 1);
  const a1 = await organisation('A1', a);
  const a2 = await organisation('A2', a);
  const b = await organisation('B', 1);
  const b1 = await organisation('B1', b);
  const group = async (organisationId: number) => {
    const id = await insert(`INSERT INTO vehicle_groups (organisation_id, name) VALUES ($1, 'group')`, [
      organisationId,
    ]);
    await database.query(
      `INSERT INTO vehicles (organisation_id, registration, type, group_id)
       VALUES ($1, 'in', 'car', $2), ($1, 'free', 'car', NULL)`,
      [organisationId, id],
    );
    return id;
  };
  const limit = (userId: number, groups: number[]) =>
    database.query('UPDATE users SET limited = true, limit_group_ids = $2 WHERE id = $1', [userId, groups]);
  const helper = await role('helper', 1, 5, matrices.helper);
  await user('helper', 1, helper);
  for (const [name, company, branches] of [
    ['a', a, [a1, a2]],
    ['b', b, [b1]],
  ] as const) {
    const within = (part: Matrix, whole: Matrix) =>
      matrices.nested ? part.map((bits, at) => bits & (whole[at] ?? 0)) : part;
    const clerks = within(matrices.clerk, matrices.chief);
    const chief = await role('chief', company, 10, matrices.chief);
    const clerk = await role('clerk', company, 20, clerks);
    const worker = await role('worker', company, 50, within(matrices.worker, clerks));
    await user(`chief-${name}`, company, chief);
    const clerkId = await user(`clerk-${name}`, company, clerk);
    const groups = [await group(company)];
    for (const [at, branch] of branches.entries()) {
      await user(`clerk-${name}${at + 1}`, branch, clerk);
      const workerId = await user(`worker-${name}${at + 1}`, branch, worker);
      groups.push(await group(branch));
      if (company === a) await limit(workerId, groups.slice(-1));
    }
    if (company === a) await limit(clerkId, groups.slice(0, 2));
  }
}
