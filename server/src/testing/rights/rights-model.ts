import type { Role, World } from './rights-world.ts';

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

/** Who may act on somebody's account: never the own, of the organisations that one reaches, with a role below. */
export const commands = (world: World, userId: number, other: number): boolean =>
  userId !== other &&
  reaches(world, userId, userOf(world, other).organisationId) &&
  isBelow(world, userId, roleOf(world, other));

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
  const { organisationId, roleId, disabled, email } = userOf(world, userId);
  const { priority, rights } = roleOf(world, userId);
  return JSON.stringify([lineOf(world, organisationId), roleId, priority, [...rights].toSorted(), disabled, email]);
}
