import { array, constant, nat, oneof } from 'fast-check';
import { type ActingCredential, has } from './rights-hands.ts';
import { commands, isPartOf, mayChangeRole, mayGive, mayLimit, reaches, rightsOf, userOf } from './rights-model.ts';
import { addSession, type Play } from './rights-play.ts';
import { type Limit, type Matrix, MENUS, type Right, type User } from './rights-world.ts';

/** Random numbers for choices; the options depend on what exists when the move is made. */
export interface Choice {
  who: number;
  what: number;
  where: number;
  /** True to choose among granted options, if there are any; otherwise among all. */
  aim: boolean;
  flag: boolean;
  matrix: Matrix;
}
export const matrices = array(oneof(constant(15), nat(15)), {
  minLength: MENUS.length,
  maxLength: MENUS.length,
});

export function pick<Item>(items: Iterable<Item>, at: number): Item | undefined {
  const list = [...items];
  return list[at % Math.max(1, list.length)];
}

/** One of the granted options, or with `aim` off, one of all. */
export function aimed<Item>(items: Iterable<Item>, { aim }: Choice, at: number, granted: (item: Item) => boolean) {
  const list = [...items];
  return (aim ? pick(list.filter(granted), at) : undefined) ?? pick(list, at);
}

/**
 * A person who acts: with `aim` one who has the necessary permissions, and a target for them.
 * @param useful true when there is a target for this person
 */
export async function credentialFor(
  play: Play,
  choice: Choice,
  rights: readonly Right[],
  useful: (userId: number) => boolean = () => true,
): Promise<ActingCredential> {
  const { world } = play;
  const suits = (one: ActingCredential) => has(world, one, ...rights) && useful(one.userId);
  const hand = aimed(play.hands, choice, choice.who, suits);
  if (hand && (!choice.aim || suits(hand))) return hand;
  const able = [...world.users.values()].filter(
    ({ id, hasPassword, disabled }) => hasPassword && !disabled && isPartOf(rights, rightsOf(world, id)) && useful(id),
  );
  return addSession(play, (pick(able, choice.who) ?? userOf(world, 1)).id);
}

/** True when a person manages anybody. */
export const managesAny =
  ({ world }: Play) =>
  (userId: number) =>
    [...world.users.keys()].some((id) => commands(world, userId, id));

/** A person whose account is the target: half of the time one for whom a link was shown, if there is any. */
export function usersAimed(play: Play, choice: Choice, hand: ActingCredential): User | undefined {
  const { world, links } = play;
  const commanded = ({ id }: User) => commands(world, hand.userId, id);
  const shown = new Set(links.flatMap(({ dead, shownTo }) => (dead || !shownTo ? [] : [shownTo.userId])));
  const makers = [...world.users.values()].filter((user) => shown.has(user.id) && commanded(user));
  const maker = choice.aim && choice.flag ? pick(makers, choice.what) : undefined;
  return maker ?? aimed(world.users.values(), choice, choice.what, commanded);
}

export const rolesAimed = (play: Play, choice: Choice, hand: ActingCredential) =>
  aimed(play.world.roles.values(), choice, choice.what, (role) => mayChangeRole(play.world, hand.userId, role));

export interface Place {
  roleId: number;
  organisationId: number;
}

export function placeFor({ world }: Play, choice: Choice, hand: ActingCredential): Place | undefined {
  const places = [...world.roles.keys()].flatMap((roleId) =>
    [...world.parents.keys()].map((organisationId) => ({ roleId, organisationId })),
  );
  const at = choice.what + choice.where;
  return aimed(places, choice, at, ({ roleId, organisationId }) => mayGive(world, hand.userId, roleId, organisationId));
}

/** The new limit of a person of an organisation: everything, a group, a vehicle, or both. */
export function limitFor(
  { world }: Play,
  choice: Choice,
  hand: ActingCredential,
  organisationId: number,
): Limit | null {
  const groups = [...world.groups.keys()].map((id): Limit => ({ groups: [id], vehicles: [] }));
  const singles = [...world.vehicles.keys()].map((id): Limit => ({ groups: [], vehicles: [id] }));
  const both = groups.map((one, at): Limit => ({ ...one, vehicles: singles[at % singles.length]?.vehicles ?? [] }));
  const may = (limit: Limit | null) => mayLimit(world, hand.userId, organisationId, limit);
  const all = choice.flag ? [null, ...groups, ...both] : [...singles, ...groups];
  return aimed(all, choice, choice.where + choice.who, may) ?? null;
}

export const organisationFor = ({ world }: Play, choice: Choice, hand: ActingCredential, at: number) =>
  aimed(world.parents.keys(), choice, at, (id) => reaches(world, hand.userId, id)) ?? 1;
