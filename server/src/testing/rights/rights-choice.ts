import { array, constant, nat, oneof } from 'fast-check';
import { type Hand, has } from './rights-hands.ts';
import { commands, isPartOf, mayChangeRole, mayGive, mayLimit, reaches, rightsOf, userOf } from './rights-model.ts';
import { addSession, type Play } from './rights-play.ts';
import { type Limit, type Matrix, MENUS, type Right, type User } from './rights-world.ts';

/** Numbers that choose: what they choose among depends on what there is when the move is made. */
export interface Choice {
  who: number;
  what: number;
  where: number;
  /** Chooses among what is granted, where there is any; else among all. */
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

/** One of those that are granted, or with `aim` off of all. */
export function aimed<Item>(items: Iterable<Item>, { aim }: Choice, at: number, granted: (item: Item) => boolean) {
  const list = [...items];
  return (aim ? pick(list.filter(granted), at) : undefined) ?? pick(list, at);
}

/**
 * Somebody who acts: with `aim` one who has the rights that it takes, and somebody or something to use them on.
 * @param useful whether there is any for this person
 */
export async function handFor(
  play: Play,
  choice: Choice,
  rights: readonly Right[],
  useful: (userId: number) => boolean = () => true,
): Promise<Hand> {
  const { world } = play;
  const suits = (one: Hand) => has(world, one, ...rights) && useful(one.userId);
  const hand = aimed(play.hands, choice, choice.who, suits);
  if (hand && (!choice.aim || suits(hand))) return hand;
  const able = [...world.users.values()].filter(
    ({ id, hasPassword, disabled }) => hasPassword && !disabled && isPartOf(rights, rightsOf(world, id)) && useful(id),
  );
  return addSession(play, (pick(able, choice.who) ?? userOf(world, 1)).id);
}

/** Whether a person commands anybody. */
export const managesAny =
  ({ world }: Play) =>
  (userId: number) =>
    [...world.users.keys()].some((id) => commands(world, userId, id));

/** Somebody whose account is acted on: half of the time one who was shown a link, if there is any. */
export function usersAimed(play: Play, choice: Choice, hand: Hand): User | undefined {
  const { world, links } = play;
  const commanded = ({ id }: User) => commands(world, hand.userId, id);
  const shown = new Set(links.flatMap(({ dead, shownTo }) => (dead || !shownTo ? [] : [shownTo.userId])));
  const makers = [...world.users.values()].filter((user) => shown.has(user.id) && commanded(user));
  const maker = choice.aim && choice.flag ? pick(makers, choice.what) : undefined;
  return maker ?? aimed(world.users.values(), choice, choice.what, commanded);
}

export const rolesAimed = (play: Play, choice: Choice, hand: Hand) =>
  aimed(play.world.roles.values(), choice, choice.what, (role) => mayChangeRole(play.world, hand.userId, role));

export interface Place {
  roleId: number;
  organisationId: number;
}

export function placeFor({ world }: Play, choice: Choice, hand: Hand): Place | undefined {
  const places = [...world.roles.keys()].flatMap((roleId) =>
    [...world.parents.keys()].map((organisationId) => ({ roleId, organisationId })),
  );
  const at = choice.what + choice.where;
  return aimed(places, choice, at, ({ roleId, organisationId }) => mayGive(world, hand.userId, roleId, organisationId));
}

/** What somebody of an organisation is shown from now on: everything, a group, a vehicle, or both. */
export function limitFor({ world }: Play, choice: Choice, hand: Hand, organisationId: number): Limit | null {
  const groups = [...world.groups.keys()].map((id): Limit => ({ groups: [id], vehicles: [] }));
  const singles = [...world.vehicles.keys()].map((id): Limit => ({ groups: [], vehicles: [id] }));
  const both = groups.map((one, at): Limit => ({ ...one, vehicles: singles[at % singles.length]?.vehicles ?? [] }));
  const may = (limit: Limit | null) => mayLimit(world, hand.userId, organisationId, limit);
  const all = choice.flag ? [null, ...groups, ...both] : [...singles, ...groups];
  return aimed(all, choice, choice.where + choice.who, may) ?? null;
}

export const organisationFor = ({ world }: Play, choice: Choice, hand: Hand, at: number) =>
  aimed(world.parents.keys(), choice, at, (id) => reaches(world, hand.userId, id)) ?? 1;
