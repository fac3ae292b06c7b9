import { expect } from 'vitest';
import type { HttpFixture } from '../http-fixture.ts';
import { wrongChanges, wrongWorld } from './rights-changes.ts';
import { type ActingCredential, isAlive, newAddress, signIn } from './rights-hands.ts';
import { commands, roleOf, standingOf, userOf } from './rights-model.ts';
import { readWorld, type World } from './rights-world.ts';

/** A link to choose a password, in the hands of a person. */
interface Link {
  userId: number;
  token: string;
  purpose: 'reset' | 'invitation';
  /** The person's standing when it was created, which it must not outlive. */
  standing: string;
  /** The person to whom it was shown, who may use it; null for one that was mailed. */
  shownTo: { userId: number; standing: string; changed: boolean } | null;
  dead: boolean;
}

/** A sequence against the server: the present world, and the credentials that people have from earlier. */
export interface Play {
  fixture: HttpFixture;
  password: string;
  /** True when links are mailed; otherwise they are shown to their makers. */
  mail: boolean;
  world: World;
  hands: ActingCredential[];
  links: Link[];
  /** The number of times that each kind of move was done, and refused. */
  tally: Map<string, { done: number; refused: number }>;
  /** A counter for distinct names. */
  count: number;
}

/** A call that a person makes. */
export interface RightsAction {
  kind: string;
  hand: ActingCredential;
  /** True when the model permits it; then it succeeds, or fails for another reason than permissions. */
  may: boolean;
  call: () => Promise<{ status: number }>;
}

/** Makes a person's call, and checks the answer and everything that changed. Returns whether it was done. */
export async function performAction(play: Play, { kind, hand, may, call }: RightsAction): Promise<boolean> {
  const before = play.world;
  const what = `${kind} by the ${hand.kind} of user ${hand.userId}`;
  const { status } = await call();
  await refresh(play);
  const done = status === 200;
  if (may) expect([200, 409, 422], `${what}, which is granted`).toContain(status);
  else expect([400, 403, 404, 409, 422], `${what}, which is not granted`).toContain(status);
  if (!done) expect(play.world, `${what}, refused with ${status}`).toEqual(before);
  expect(wrongChanges(before, play.world, hand.userId), what).toEqual([]);
  count(play, kind, done);
  return done;
}

export function count(play: Play, kind: string, done: boolean): void {
  const tally = play.tally.get(kind) ?? { done: 0, refused: 0 };
  tally[done ? 'done' : 'refused']++;
  play.tally.set(kind, tally);
}

/** Reads the world again; credentials become invalid by what happened to their owners. */
export async function refresh(play: Play): Promise<void> {
  const world = await readWorld(play.fixture.database);
  play.world = world;
  expect(wrongWorld(world)).toEqual([]);
  for (const hand of play.hands) {
    const { organisationId, disabled } = userOf(world, hand.userId);
    if (organisationId !== hand.organisationId || (disabled && hand.kind === 'session')) hand.dead = true;
  }
  for (const link of play.links) {
    if (standingOf(world, link.userId) !== link.standing) link.dead = true;
    const { shownTo } = link;
    // A standing that changed counts as changed even if it becomes the same again later.
    if (shownTo && standingOf(world, shownTo.userId) !== shownTo.standing) shownTo.changed = true;
  }
}

export function endSessions(play: Play, userId: number): void {
  for (const hand of play.hands) if (hand.userId === userId && hand.kind === 'session') hand.dead = true;
}

/** Ends what a change of password ends: sessions, and API tokens. */
export function endHands(play: Play, userId: number): void {
  for (const hand of play.hands) if (hand.userId === userId) hand.dead = true;
}

/** Signs in a person who can; only the first session signs in. */
export async function addSession(play: Play, userId: number): Promise<ActingCredential> {
  const call = await signIn(play.fixture, userId, play.password);
  const before = play.world;
  await refresh(play);
  const id = [...play.world.sessions.keys()].find((session) => !before.sessions.has(session)) ?? 0;
  const { organisationId } = userOf(play.world, userId);
  const hand: ActingCredential = { id, userId, organisationId, kind: 'session', readOnly: false, dead: false, call };
  play.hands.push(hand);
  return hand;
}

export function addLink(play: Play, link: { userId: number; url: string; shownTo: number | null }): void {
  const { userId, url, shownTo } = link;
  const token = /#token=([\w-]+)$/.exec(url)?.[1] ?? '';
  const { world } = play;
  play.links.push({
    userId,
    token,
    purpose: userOf(world, userId).hasPassword ? 'reset' : 'invitation',
    standing: standingOf(world, userId),
    shownTo: shownTo === null ? null : { userId: shownTo, standing: standingOf(world, shownTo), changed: false },
    dead: false,
  });
}

/** The link in the newest mail to a person, which a mail server would send. */
export async function mailedLink(play: Play, userId: number): Promise<string | null> {
  const { rows } = await play.fixture.database.query<{ secret: string | null }>(
    'SELECT secret FROM mails WHERE user_id = $1 ORDER BY id DESC LIMIT 1',
    [userId],
  );
  return rows[0]?.secret ?? null;
}

/** True when the person to whom a link was shown could still have it created; otherwise they must not have it. */
function couldStillMake(world: World, by: number, userId: number): boolean {
  const { disabled } = userOf(world, by);
  return !disabled && commands(world, by, userId) && roleOf(world, by).rights.has('users:edit');
}

/** Uses a link, which gives its holder that person's account. */
export async function takeLink(play: Play, link: Link): Promise<void> {
  const { world, fixture, password } = play;
  const { shownTo, userId } = link;
  await fixture.database.query('DELETE FROM sign_in_failures');
  const browser = fixture.browser();
  browser.preLoginToken = (await browser.call('get-csrf-token-preLogin')).csrfToken ?? '';
  const input = { token: link.token, newPassword: password };
  const { status } = await browser.call('reset-password', input, { remoteAddress: newAddress() });
  await refresh(play);
  const what = `a link of user ${userId}${shownTo ? `, shown to ${shownTo.userId}` : ''}`;
  if (link.dead) expect(status, `${what}, which has ended`).toBe(422);
  else if (shownTo && !couldStillMake(world, shownTo.userId, userId)) {
    expect(status, `${what}, who may not make one any more`).toBe(422);
  } else if (!shownTo?.changed) expect(status, what).toBe(200);
  const users = new Map(world.users);
  if (status === 200) users.set(userId, { ...userOf(world, userId), hasPassword: true });
  expect(play.world.users, what).toEqual(users);
  expect([play.world.roles, play.world.parents], what).toEqual([world.roles, world.parents]);
  if (status === 200) {
    for (const other of play.links) if (other.userId === userId) other.dead = true;
    endHands(play, userId);
  }
  count(play, 'take a link', status === 200);
}

/** Credentials that may be used now, and those that must no longer work. */
export const living = (play: Play) => play.hands.filter((hand) => isAlive(play.world, hand));
