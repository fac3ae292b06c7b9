import type { Limit, Role, World } from './rights-world.ts';

// Who may do what (docs/decisions/0010-who-manages-whom.md), said once more in plain words and apart from the server,
// which a test compares with it. Nothing here may call what it is to judge.

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

/** A person reaches the own organisation and those below it. */
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

/** Rights that are of no use to who is shown only some vehicles: what they concern has no vehicles, or all of them. */
const CLOSED = ['roles', 'organisations'].flatMap((menu) => [`${menu}:create`, `${menu}:edit`, `${menu}:delete`]);
CLOSED.push('outbox:view', 'outbox:create', 'outbox:edit', 'outbox:delete', 'devices:create', 'devices:delete');

/** What somebody may do: what the role grants, less than that for who is limited. */
export function rightsOf(world: World, userId: number): ReadonlySet<string> {
  const { rights } = roleOf(world, userId);
  if (userOf(world, userId).limit === null) return rights;
  return new Set([...rights].filter((right) => !CLOSED.includes(right)));
}

/** A limit is within what somebody is shown: in groups that the person holds, of vehicles that the person sees. */
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

/** A limit is given to somebody of an organisation: of vehicles there or below it, as far as the giver is shown them. */
export function mayLimit(world: World, userId: number, organisationId: number, limit: Limit | null): boolean {
  const below = (id: number) => lineOf(world, id).includes(organisationId);
  const there =
    limit === null ||
    (limit.groups.every((id) => below(the(world.groups, id))) &&
      limit.vehicles.every((id) => below(the(world.vehicles, id).organisationId)));
  return there && isWithin(world, userId, limit);
}

/**
 * Who may act on somebody's account: never the own, of the organisations that one reaches, with a role below, shown no
 * more than oneself.
 */
export const commands = (world: World, userId: number, other: number): boolean =>
  userId !== other &&
  reaches(world, userId, userOf(world, other).organisationId) &&
  isBelow(world, userId, roleOf(world, other)) &&
  isWithin(world, userId, userOf(world, other).limit);

/** A role is given to people of its organisation and of those below, by who reaches both and is above it. */
export function mayGive(world: World, userId: number, roleId: number, organisationId: number): boolean {
  const role = the(world.roles, roleId);
  return (
    reaches(world, userId, organisationId) &&
    reaches(world, userId, role.organisationId) &&
    lineOf(world, organisationId).includes(role.organisationId) &&
    isBelow(world, userId, role)
  );
}

/** A role may be changed by who reaches it and is above it; an administrator of the root not the own. */
export const mayChangeRole = (world: World, userId: number, role: Role): boolean =>
  reaches(world, userId, role.organisationId) &&
  role.priority > roleOf(world, userId).priority &&
  isBelow(world, userId, role);

/** What a link, a session or a token of a person must not outlive: it is text, to be compared. */
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
