import type { OperationName } from '@milepost/contract/operations';
import { expect } from 'vitest';
import type { HttpFixture } from '../http-fixture.ts';
import type { TestAnswer } from '../test-browser.ts';
import { commands, isBelow, mayChangeRole, reaches, rightsOf, roleOf, userOf } from './rights-model.ts';
import { MENUS, type Right, RIGHTS, type World } from './rights-world.ts';

/** A credential by which a person acts: a session or an API token. */
export interface ActingCredential {
  /** The id of the session or the token. */
  id: number;
  userId: number;
  /** The organisation in which it was obtained; a person who moves to another one loses it. */
  organisationId: number;
  kind: 'session' | 'token';
  readOnly: boolean;
  /** True when it must no longer work. */
  dead: boolean;
  call<Name extends OperationName>(name: Name, input?: Record<string, unknown>): Promise<TestAnswer<Name>>;
}

/** True when the credential works now: a token of a disabled person is suspended. */
export const isAlive = (world: World, hand: ActingCredential) => !hand.dead && !userOf(world, hand.userId).disabled;

/** True when a credential has a permission now: a read-only token can only view. */
export function has(world: World, hand: ActingCredential, ...rights: Right[]): boolean {
  const own = rightsOf(world, hand.userId);
  return isAlive(world, hand) && rights.every((right) => own.has(right) && (!hand.readOnly || right.endsWith(':view')));
}

let callers = 0;
/** An unused address, because attempts are limited by address, which is not what is tested here. */
export const newAddress = () => `10.${(++callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`;

type Call = ActingCredential['call'];

export async function signIn(fixture: HttpFixture, userId: number, password: string): Promise<Call> {
  const { database } = fixture;
  await database.query('DELETE FROM sign_in_failures');
  const { rows } = await database.query<{ username: string }>('SELECT username FROM users WHERE id = $1', [userId]);
  const browser = await fixture.signedIn(rows[0]?.username ?? '', password);
  const from = { remoteAddress: newAddress() };
  return (name, input = {}) => browser.call(name, input, from);
}

export function tokenCall(fixture: HttpFixture, token: string): Call {
  const browser = fixture.browser();
  const remoteAddress = newAddress();
  const headers = { authorization: `Bearer ${token}` };
  return async (name, input = {}) =>
    (await browser.post({ body: { route: name, ...input }, headers, remoteAddress })).json();
}

const idsOf = (rows: readonly { id: number }[] = []) => rows.map(({ id }) => id).toSorted((a, b) => a - b);
const sorted = (ids: Iterable<number>) => [...ids].toSorted((a, b) => a - b);

/** Reads everything that a credential can, and compares it with what the person may see now. */
export async function look(world: World, hand: ActingCredential): Promise<void> {
  const { userId: by } = hand;
  const who = `${hand.kind} of user ${by}`;
  const setup = await hand.call('get-setup');
  if (!isAlive(world, hand)) {
    expect(setup.status, `a dead ${who} answers`).toBe(400);
    return;
  }
  expect(setup.status, `a living ${who}`).toBe(200);
  const granted = MENUS.flatMap((menu) =>
    Object.entries(setup.permissions?.[menu] ?? {}).flatMap(([action, may]) => (may ? [`${menu}:${action}`] : [])),
  );
  const held = RIGHTS.filter((right) => has(world, hand, right));
  expect(granted.toSorted(), `rights of a ${who}`).toEqual([...held].toSorted());

  const reached = (organisationId: number) => reaches(world, by, organisationId);
  const people = [...world.users.values()].filter((user) => reached(user.organisationId));
  const roles = [...world.roles.values()].filter((role) => reached(role.organisationId));
  const places = sorted(world.parents.keys()).filter(reached);
  const denied = { status: 403 };

  const organisations = await hand.call('get-organisation-list');
  if (!has(world, hand, 'organisations:view')) expect(organisations).toMatchObject(denied);
  else expect(idsOf(organisations.rows), `organisations of a ${who}`).toEqual(places);

  const users = await hand.call('get-user-list', { pageSize: 500 });
  const choices = await hand.call('get-user-choices');
  if (has(world, hand, 'users:view')) {
    expect(idsOf(users.rows), `users of a ${who}`).toEqual(idsOf(people));
    for (const { id, manageable } of users.rows ?? []) {
      expect(manageable, `user ${id} to a ${who}`).toBe(commands(world, by, id));
    }
    expect(idsOf(choices.organisations), `places to choose for a ${who}`).toEqual(places);
    const below = roles.filter((role) => isBelow(world, by, role));
    expect(idsOf(choices.roles), `roles to choose for a ${who}`).toEqual(idsOf(below));
  } else {
    expect([users.status, choices.status], `users to a ${who}`).toEqual([403, 403]);
  }

  const list = await hand.call('get-role-list');
  const grants = await hand.call('get-role-menu');
  if (has(world, hand, 'roles:view')) {
    expect(idsOf(list.rows), `roles of a ${who}`).toEqual(idsOf(roles));
    for (const { id, manageable } of list.rows ?? []) {
      const role = world.roles.get(id);
      expect(manageable, `role ${id} to a ${who}`).toBe(role !== undefined && mayChangeRole(world, by, role));
    }
    const grantable = (grants.grants ?? []).flatMap(({ key, grantable: can }) =>
      Object.entries(can).flatMap(([action, may]) => (may ? [`${key}:${action}`] : [])),
    );
    const own = roleOf(world, by).rights;
    expect(
      grantable.filter((right) => !own.has(right)),
      `what a ${who} may give`,
    ).toEqual([]);
  } else {
    expect([list.status, grants.status], `roles to a ${who}`).toEqual([403, 403]);
  }

  const sessions = await hand.call('get-session-list', { pageSize: 500 });
  if (!has(world, hand, 'sessions:view')) expect(sessions).toMatchObject(denied);
  else {
    const seen = [...world.sessions].filter(([, userId]) => people.some(({ id }) => id === userId));
    expect(idsOf(sessions.rows), `sessions of a ${who}`).toEqual(sorted(seen.map(([id]) => id)));
  }
  const tokens = await hand.call('get-api-token-list');
  if (!has(world, hand, 'api-tokens:view')) expect(tokens).toMatchObject(denied);
  else {
    const seen = [...world.tokens].filter(([, userId]) => userId === by || commands(world, by, userId));
    expect(idsOf(tokens.rows), `tokens of a ${who}`).toEqual(sorted(seen.map(([id]) => id)));
  }
  const mails = await hand.call('get-mail-list', { pageSize: 500 });
  if (hand.kind === 'token' || !has(world, hand, 'outbox:view')) expect(mails).toMatchObject(denied);
  else expect(JSON.stringify(mails), `mails of a ${who}`).not.toContain('token=');
}
