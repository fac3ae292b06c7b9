import type { Limit, Role, World } from './rights-world.ts';

// The rules of docs/decisions/0010-who-manages-whom.md, implemented a second time, independently of the server, for a
// test to compare with it. Nothing here may call the code that it verifies.

function the<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`there is no ${String(key)}`);
  return value;
}

export const userOf = (world: World, id: number) => the(world.users, id);
export const roleOf = (world: World, userId: number): Role => the(world.roles, userOf(world, userId).roleId);

/** An organisation and those above it, up to the top. */
export function lineOf(world: World, organisationId: number): number[] {
  const parent = the(world.parents, organisationId);
  return parent === null ? [organisationId] : [organisationId, ...lineOf(world, parent)];
}

/** A person reaches their own organisation and those below it. */
export const reaches = (world: World, userId: number, organisationId: number): boolean =>
  lineOf(world, organisationId).includes(userOf(world, userId).organisationId);

/** The administrators of the root: nobody is above them, so they manage each other and everybody. */
export const isTop = (world: World, userId: number): boolean =>
  the(world.parents, userOf(world, userId).organisationId) === null && roleOf(world, userId).priority === 1;

export const isPartOf = (part: Iterable<string>, whole: ReadonlySet<string>) =>
  [...part].every((right) => whole.has(right));

/** A role is below a person when its number is greater and it grants nothing that the person lacks. */
export function isBelow(world: World, userId: number, role: Role): boolean {
  const own = roleOf(world, userId);
  return isTop(world, userId) || (role.priority > own.priority && isPartOf(role.rights, own.rights));
}

/** Permissions without effect for limited people: their records have no vehicles, or concern all of them. */
const CLOSED = ['roles', 'organisations'].flatMap((menu) => [`${menu}:create`, `${menu}:edit`, `${menu}:delete`]);
CLOSED.push(
  'users:delete',
  'outbox:view',
  'outbox:create',
  'outbox:edit',
  'outbox:delete',
  'devices:create',
  'devices:delete',
);

/** The permissions of a person: the grants of the role, reduced for limited people. */
export function rightsOf(world: World, userId: number): ReadonlySet<string> {
  const { rights } = roleOf(world, userId);
  if (userOf(world, userId).limit === null) return rights;
  return new Set([...rights].filter((right) => !CLOSED.includes(right)));
}

/** A limit is within a person's own view: groups that the person has, vehicles that the person sees. */
export function isWithin(world: World, userId: number, limit: Limit | null): boolean {
  const own = userOf(world, userId).limit;
  if (own === null) return true;
  if (limit === null) return false;
  const held = (id: number) => own.groups.includes(id) && reaches(world, userId, the(world.groups, id));
  const seen = (id: number) => {
    const { groupId, organisationId } = the(world.vehicles, id);
    const isListed = own.vehicles.includes(id) || (groupId !== null && own.groups.includes(groupId));
    return isListed && reaches(world, userId, organisationId);
  };
  return limit.groups.every(held) && limit.vehicles.every(seen);
}

/** A limit for a person of an organisation may contain vehicles there or below it, as far as the giver sees them. */
export function mayLimit(world: World, userId: number, organisationId: number, limit: Limit | null): boolean {
  const below = (id: number) => lineOf(world, id).includes(organisationId);
  const there =
    limit === null ||
    (limit.groups.every((id) => below(the(world.groups, id))) &&
      limit.vehicles.every((id) => below(the(world.vehicles, id).organisationId)));
  return there && isWithin(world, userId, limit);
}

/**
 * Acting on an account is allowed for accounts other than one's own, in reachable organisations, with a role below
 * one's own, and with no wider limit.
 */
export const commands = (world: World, userId: number, other: number): boolean =>
  userId !== other &&
  reaches(world, userId, userOf(world, other).organisationId) &&
  isBelow(world, userId, roleOf(world, other)) &&
  isWithin(world, userId, userOf(world, other).limit);

/** A role is given to people of its organisation and of those below, by people who reach both and are above it. */
export function mayGive(world: World, userId: number, roleId: number, organisationId: number): boolean {
  const role = the(world.roles, roleId);
  return (
    reaches(world, userId, organisationId) &&
    reaches(world, userId, role.organisationId) &&
    lineOf(world, organisationId).includes(role.organisationId) &&
    isBelow(world, userId, role)
  );
}

/**
 * A role may be changed by people who reach it and are above it; an administrator of the root may not change their own.
 */
export const mayChangeRole = (world: World, userId: number, role: Role): boolean =>
  reaches(world, userId, role.organisationId) &&
  role.priority > roleOf(world, userId).priority &&
  isBelow(world, userId, role);

/** The standing of a person, which no link, session or token may outlive; text, for comparing. */
export function standingOf(world: World, userId: number): string {
  const { organisationId, roleId, disabled, email, limit } = userOf(world, userId);
  const { priority, rights } = roleOf(world, userId);
  return JSON.stringify([
    lineOf(world, organisationId),
    roleId,
    priority,
    [...rights].toSorted(),
    disabled,
    email,
    limit,
  ]);
}
