import { commands, isPartOf, isTop, isWithin, lineOf, mayChangeRole, reaches, roleOf, userOf } from './rights-model.ts';
import type { Role, User, World } from './rights-world.ts';

const sameRole = (a: Role, b: Role) =>
  a.organisationId === b.organisationId &&
  a.priority === b.priority &&
  isPartOf(a.rights, b.rights) &&
  isPartOf(b.rights, a.rights);

const sameUser = (a: User, b: User) => JSON.stringify(a) === JSON.stringify(b);

/** Ids of records that were added, removed or changed. */
function changed<Value>(
  before: ReadonlyMap<number, Value>,
  after: ReadonlyMap<number, Value>,
  same: (a: Value, b: Value) => boolean,
): number[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((id) => {
    const [old, now] = [before.get(id), after.get(id)];
    return old === undefined || now === undefined ? old !== now : !same(old, now);
  });
}

/**
 * Describes each change by a person that their own role at that time could not grant; empty when everything was in
 * order. Examines the changes, whatever call made them.
 */
export function wrongChanges(before: World, after: World, by: number): string[] {
  const limited = userOf(before, by).limit !== null;
  if (limited && !noneChanged(before, after))
    return [`${by} changed roles or organisations, though only some vehicles are shown to them`];
  return [...wrongTree(before, after, by), ...wrongRoles(before, after, by), ...wrongUsers(before, after, by)];
}

const noneChanged = (before: World, after: World) =>
  changed(before.parents, after.parents, (a, b) => a === b).length === 0 &&
  changed(before.roles, after.roles, sameRole).length === 0;

function wrongTree(before: World, after: World, by: number): string[] {
  return changed(before.parents, after.parents, (a, b) => a === b).flatMap((id) => {
    const [old, now] = [before.parents.get(id), after.parents.get(id)];
    const known = old === undefined || reaches(before, by, id);
    const place = now === undefined || (now !== null && reaches(before, by, now));
    return known && place ? [] : [`organisation ${id} was made, moved or removed outside of the reach of ${by}`];
  });
}

function wrongRoles(before: World, after: World, by: number): string[] {
  const own = roleOf(before, by);
  return changed(before.roles, after.roles, sameRole).flatMap((id) => {
    const [old, now] = [before.roles.get(id), after.roles.get(id)];
    const wrong: string[] = [];
    // The role for guests is created and deleted with its organisation.
    const gone = old !== undefined && !after.parents.has(old.organisationId);
    if (old && !gone && !mayChangeRole(before, by, old)) wrong.push(`role ${id} was not ${by}'s to change`);
    const place = now && (before.parents.has(now.organisationId) ? before : after);
    if (now && place && !reaches(place, by, now.organisationId)) wrong.push(`role ${id} is out of the reach of ${by}`);
    if (now && now.priority <= own.priority) wrong.push(`role ${id} is not below ${by}`);
    const added = now ? [...now.rights].filter((right) => !old?.rights.has(right)) : [];
    if (!isPartOf(added, own.rights)) wrong.push(`role ${id} got rights that ${by} lacks`);
    return wrong;
  });
}

function wrongUsers(before: World, after: World, by: number): string[] {
  const roles = new Set(changed(before.roles, after.roles, sameRole));
  const ids = new Set(changed(before.users, after.users, sameUser));
  // A changed permission of a role affects everybody who has it.
  for (const user of before.users.values()) if (roles.has(user.roleId)) ids.add(user.id);
  const ended = [...endedOf(before.sessions, after.sessions), ...endedOf(before.tokens, after.tokens)];
  for (const userId of ended) if (userId !== by) ids.add(userId);
  return [...ids].flatMap((id) => {
    const [old, now] = [before.users.get(id), after.users.get(id)];
    const wrong: string[] = [];
    if (old && !commands(before, by, id)) wrong.push(`user ${id} was not ${by}'s to change`);
    if (!now) return [...wrong, `user ${id} is gone`];
    if (!reaches(before, by, now.organisationId)) wrong.push(`user ${id} is out of the reach of ${by}`);
    if (!isWithin(before, by, now.limit)) wrong.push(`user ${id} is shown what ${by} is not`);
    const beyond = !isTop(before, by) && !isPartOf(roleOf(after, id).rights, roleOf(before, by).rights);
    if (beyond) wrong.push(`user ${id} has rights that ${by} lacks`);
    return wrong;
  });
}

const endedOf = (before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>) =>
  [...before].flatMap(([id, userId]) => (after.has(id) ? [] : [userId]));

/** Checks what must be true of any world: everybody's role belongs to their own organisation or to one above it. */
export function wrongWorld(world: World): string[] {
  return [...world.users.values()].flatMap(({ id, organisationId }) => {
    const role = roleOf(world, id);
    const above = lineOf(world, organisationId).includes(role.organisationId);
    return above ? [] : [`user ${id} of organisation ${organisationId} has a role of ${role.organisationId}`];
  });
}
