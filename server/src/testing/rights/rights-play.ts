import { expect } from 'vitest';
import type { HttpFixture } from '../http-fixture.ts';
import { wrongChanges, wrongWorld } from './rights-changes.ts';
import { type Hand, isAlive, newAddress, signIn } from './rights-hands.ts';
import { commands, roleOf, standingOf, userOf } from './rights-model.ts';
import { readWorld, type World } from './rights-world.ts';

/** A link to choose a password that somebody holds. */
interface Link {
  userId: number;
  token: string;
  purpose: 'reset' | 'invitation';
  /** What the person was when it was made: it must not outlive that. */
  standing: string;
  /** Whom it was shown to, who may use it up; null for one that went by mail. */
  shownTo: { userId: number; standing: string; changed: boolean } | null;
  dead: boolean;
}

/** A run against the server: the world as it is, and what people hold since before. */
export interface Play {
  fixture: HttpFixture;
  password: string;
  /** Whether links go by mail; else they are shown to who made them. */
  mail: boolean;
  world: World;
  hands: Hand[];
  links: Link[];
  /** How often each kind of move was done, and how often it was refused. */
  tally: Map<string, { done: number; refused: number }>;
  /** Makes names differ. */
  count: number;
}

/** A call that somebody makes. */
export interface Deed {
  kind: string;
  hand: Hand;
  /** Whether the model grants it; then it succeeds, or something other than rights is in the way. */
  may: boolean;
  call: () => Promise<{ status: number }>;
}

/** Has somebody do something, and checks the answer and all that changed. Tells whether it was done. */
export async function doDeed(play: Play, { kind, hand, may, call }: Deed): Promise<boolean> {
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

/** Reads the world again; what people hold dies by what became of them. */
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
    // Also where it is the same again later.
    if (shownTo && standingOf(world, shownTo.userId) !== shownTo.standing) shownTo.changed = true;
  }
}

export function endSessions(play: Play, userId: number): void {
  for (const hand of play.hands) if (hand.userId === userId && hand.kind === 'session') hand.dead = true;
}

/** What ends with the password: sessions, and API tokens. */
export function endHands(play: Play, userId: number): void {
  for (const hand of play.hands) if (hand.userId === userId) hand.dead = true;
}

/** Signs somebody in who can; the first session that does. */
export async function addSession(play: Play, userId: number): Promise<Hand> {
  const call = await signIn(play.fixture, userId, play.password);
  const before = play.world;
  await refresh(play);
  const id = [...play.world.sessions.keys()].find((session) => !before.sessions.has(session)) ?? 0;
  const { organisationId } = userOf(play.world, userId);
  const hand: Hand = { id, userId, organisationId, kind: 'session', readOnly: false, dead: false, call };
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

/** The link in the newest mail to somebody, which a mail server would send. */
export async function mailedLink(play: Play, userId: number): Promise<string | null> {
  const { rows } = await play.fixture.database.query<{ secret: string | null }>(
    'SELECT secret FROM mails WHERE user_id = $1 ORDER BY id DESC LIMIT 1',
    [userId],
  );
  return rows[0]?.secret ?? null;
}

/** Whether who was shown a link could still have it made: who lost that must not hold it any more. */
function couldStillMake(world: World, by: number, userId: number): boolean {
  const { disabled } = userOf(world, by);
  return !disabled && commands(world, by, userId) && roleOf(world, by).rights.has('users:edit');
}

/** Whoever holds a link uses it, which is to become that person. */
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

/** Sessions and tokens that may be used now, and those that must be good for nothing. */
export const living = (play: Play) => play.hands.filter((hand) => isAlive(play.world, hand));
