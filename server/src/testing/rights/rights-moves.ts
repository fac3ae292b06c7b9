import { type Arbitrary, boolean, constant, constantFrom, nat, oneof, record } from 'fast-check';
import {
  aimed,
  type Choice,
  credentialFor,
  limitFor,
  managesAny,
  matrices,
  organisationFor,
  pick,
  type Place,
  placeFor,
  rolesAimed,
  usersAimed,
} from './rights-choice.ts';
import { type ActingCredential, has, look, tokenCall } from './rights-hands.ts';
import { commands, isPartOf, mayChangeRole, mayGive, mayLimit, reaches, roleOf, userOf } from './rights-model.ts';
import {
  addLink,
  addSession,
  count,
  type RightsAction,
  performAction,
  endHands,
  endSessions,
  living,
  mailedLink,
  type Play,
  refresh,
  takeLink,
} from './rights-play.ts';
import { ACTIONS, type Limit, MENUS, rightsIn, type Role } from './rights-world.ts';

export type Move = Choice & { kind: MoveKind };

async function saveUser(
  play: Play,
  choice: Choice,
  hand: ActingCredential,
  target: number | null,
  place: Place,
): Promise<void> {
  const { world } = play;
  const by = hand.userId;
  const old = target === null ? null : userOf(world, target);
  const name = `person${++play.count}`;
  const email = old && choice.flag ? old.email : `${name}@example.org`;
  const moved = old?.roleId !== place.roleId || old.organisationId !== place.organisationId;
  // Half of the time the person's limit stays unchanged.
  const limit = old && choice.who % 2 ? undefined : limitFor(play, choice, hand, place.organisationId);
  const may =
    has(world, hand, 'users:view', old ? 'users:edit' : 'users:create') &&
    (old === null || commands(world, by, old.id)) &&
    (!moved || mayGive(world, by, place.roleId, place.organisationId)) &&
    (limit === undefined || mayLimit(world, by, place.organisationId, limit));
  const input = { ...(old && { id: old.id }), username: name, displayName: name, email, ...place, ...inputOf(limit) };
  let made: { id: number; link: string | null } | null = null;
  const call = async () => {
    const answer = await hand.call('save-user', input);
    if (!old && answer.user) made = { id: answer.user.id, link: answer.link ?? null };
    return answer;
  };
  await performAction(play, { kind: old ? 'change a user' : 'make a user', hand, may, call });
  await noteLink(play, hand, made);
}

const inputOf = (limit: Limit | null | undefined) =>
  limit === undefined ? {} : { limit: limit && { groupIds: limit.groups, vehicleIds: limit.vehicles } };

/** Records the created link: shown to its maker, or mailed. */
async function noteLink(
  play: Play,
  hand: ActingCredential,
  made: { id: number; link: string | null } | null,
): Promise<void> {
  if (!made) return;
  const mailed = await mailedLink(play, made.id);
  if (mailed !== null) addLink(play, { userId: made.id, url: mailed, shownTo: null });
  if (made.link !== null) addLink(play, { userId: made.id, url: made.link, shownTo: hand.userId });
}

async function saveRole(play: Play, choice: Choice, hand: ActingCredential, old: Role | null): Promise<void> {
  const { world } = play;
  const own = roleOf(world, hand.userId);
  const matrix = MENUS.map((menu, at) => {
    const held = ACTIONS.reduce((bits, action, bit) => bits | (own.rights.has(`${menu}:${action}`) ? 1 << bit : 0), 0);
    return (choice.matrix[at] ?? 0) & (choice.aim ? held : 15);
  });
  const priority = choice.aim ? own.priority + 1 + (choice.where % 60) : 1 + (choice.where % 80);
  const wanted = rightsIn(matrix).filter((right) => !old?.rights.has(right));
  const may =
    has(world, hand, 'roles:view', old ? 'roles:edit' : 'roles:create') &&
    (old === null || mayChangeRole(world, hand.userId, old)) &&
    priority > own.priority &&
    isPartOf(wanted, own.rights);
  const call = async () => {
    const ids = await play.fixture.database.query<{ id: number; key: string }>('SELECT id, key FROM menus');
    const grants = MENUS.map((menu, at) => ({
      menuId: ids.rows.find(({ key }) => key === menu)?.id,
      ...Object.fromEntries(ACTIONS.map((action, bit) => [action, ((matrix[at] ?? 0) & (1 << bit)) !== 0])),
    }));
    return hand.call('save-role', { ...(old && { id: old.id }), name: `role${++play.count}`, priority, grants });
  };
  await performAction(play, { kind: old ? 'change a role' : 'make a role', hand, may, call });
}

/** Changes a person's account. */
async function toUser(
  play: Play,
  choice: Choice,
  kind: string,
  make: (hand: ActingCredential, id: number) => RightsAction['call'],
): Promise<{ hand: ActingCredential; id: number; done: boolean } | null> {
  const hand = await credentialFor(play, choice, ['users:edit'], managesAny(play));
  const target = usersAimed(play, choice, hand);
  if (!target) return null;
  const { id } = target;
  const may = has(play.world, hand, 'users:edit') && commands(play.world, hand.userId, id);
  return { hand, id, done: await performAction(play, { kind, hand, may, call: make(hand, id) }) };
}

const MOVES = {
  makeUser: async (play, choice) => {
    const hand = await credentialFor(play, choice, ['users:view', 'users:create']);
    const place = placeFor(play, choice, hand);
    if (place) await saveUser(play, choice, hand, null, place);
  },
  changeUser: async (play, choice) => {
    const hand = await credentialFor(play, choice, ['users:view', 'users:edit'], managesAny(play));
    const target = usersAimed(play, choice, hand);
    const place = choice.where % 4 === 0 ? target : placeFor(play, choice, hand);
    if (!target || !place) return;
    const { roleId, organisationId } = place;
    await saveUser(play, choice, hand, target.id, { roleId, organisationId });
  },
  disable: async (play, choice) => {
    const disabled = choice.where % 2 === 0;
    await toUser(
      play,
      choice,
      disabled ? 'disable' : 'enable',
      (hand, id) => () => hand.call('set-user-disabled', { id, disabled }),
    );
  },
  sendLink: async (play, choice) => {
    let link: string | null = null;
    const sent = await toUser(play, choice, 'send a link', (hand, id) => async () => {
      const answer = await hand.call('send-password-link', { id });
      link = answer.link ?? null;
      return answer;
    });
    if (!sent?.done) return;
    for (const other of play.links) if (other.userId === sent.id) other.dead = true;
    if (!play.mail) endHands(play, sent.id);
    await noteLink(play, sent.hand, { id: sent.id, link });
  },
  signOut: async (play, choice) => {
    const out = await toUser(play, choice, 'sign out', (hand, id) => () => hand.call('force-sign-out', { id }));
    if (out?.done) endSessions(play, out.id);
  },
  makeRole: async (play, choice) => {
    await saveRole(play, choice, await credentialFor(play, choice, ['roles:view', 'roles:create']), null);
  },
  changeRole: async (play, choice) => {
    const hand = await credentialFor(play, choice, ['roles:view', 'roles:edit']);
    await saveRole(play, choice, hand, rolesAimed(play, choice, hand) ?? null);
  },
  removeRole: async (play, choice) => {
    const hand = await credentialFor(play, choice, ['roles:delete']);
    const role = rolesAimed(play, choice, hand);
    if (!role) return;
    const may = has(play.world, hand, 'roles:delete') && mayChangeRole(play.world, hand.userId, role);
    await performAction(play, {
      kind: 'remove a role',
      hand,
      may,
      call: () => hand.call('delete-role', { id: role.id }),
    });
  },
  makeOrganisation: async (play, choice) => {
    const hand = await credentialFor(play, choice, ['organisations:view', 'organisations:create']);
    const { world } = play;
    const parentId = organisationFor(play, choice, hand, choice.where);
    const may = has(world, hand, 'organisations:view', 'organisations:create') && reaches(world, hand.userId, parentId);
    const call = () => hand.call('save-organisation', { name: `place${++play.count}`, parentId });
    await performAction(play, { kind: 'make an organisation', hand, may, call });
  },
  moveOrganisation: async (play, choice) => {
    const hand = await credentialFor(play, choice, ['organisations:view', 'organisations:edit']);
    const { world } = play;
    const id = organisationFor(play, choice, hand, choice.what);
    const parentId = organisationFor(play, choice, hand, choice.where);
    const both = reaches(world, hand.userId, id) && reaches(world, hand.userId, parentId);
    const may = has(world, hand, 'organisations:view', 'organisations:edit') && both;
    const call = () => hand.call('save-organisation', { id, name: `place${++play.count}`, parentId });
    await performAction(play, { kind: 'move an organisation', hand, may, call });
  },
  removeOrganisation: async (play, choice) => {
    const hand = await credentialFor(play, choice, ['organisations:delete']);
    const { world } = play;
    const id = organisationFor(play, choice, hand, choice.what);
    const may = has(world, hand, 'organisations:delete') && reaches(world, hand.userId, id);
    const call = () => hand.call('delete-organisation', { id });
    await performAction(play, { kind: 'remove an organisation', hand, may, call });
  },
  makeToken: async (play, choice) => {
    const hand = await credentialFor(play, choice, ['api-tokens:create']);
    const readOnly = choice.flag;
    const may = has(play.world, hand, 'api-tokens:create') && hand.kind === 'session';
    let made: { id: number; token: string } | null = null;
    const call = async () => {
      const answer = await hand.call('create-api-token', { name: `token${++play.count}`, readOnly });
      if (answer.row && answer.token) made = { id: answer.row.id, token: answer.token };
      return answer;
    };
    if (!(await performAction(play, { kind: 'make a token', hand, may, call })) || !made) return;
    const { id, token }: { id: number; token: string } = made;
    const { userId, organisationId } = hand;
    const kind = 'token';
    play.hands.push({ id, userId, organisationId, kind, readOnly, dead: false, call: tokenCall(play.fixture, token) });
  },
  removeToken: (play, choice) => removeHeld(play, choice, 'token'),
  endSession: (play, choice) => removeHeld(play, choice, 'session'),
  takeLink: async (play, choice) => {
    const link = aimed(play.links, choice, choice.what, ({ dead }) => !dead);
    if (link) await takeLink(play, link);
  },
  forgetPassword: async (play, choice) => {
    const user = pick(play.world.users.values(), choice.what);
    if (!play.mail || !user || user.disabled) return;
    const { database } = play.fixture;
    await database.query('DELETE FROM sign_in_failures');
    const before = await mailedLink(play, user.id);
    const browser = play.fixture.browser();
    browser.preLoginToken = (await browser.call('get-csrf-token-preLogin')).csrfToken ?? '';
    await browser.call('forgot-password', { username: user.email });
    for (let tries = 0; tries < 100 && (await mailedLink(play, user.id)) === before; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    for (const link of play.links) if (link.userId === user.id && link.purpose === 'reset') link.dead = true;
    const url = await mailedLink(play, user.id);
    if (url !== null) addLink(play, { userId: user.id, url, shownTo: null });
    const added = play.links.at(-1);
    if (added) added.purpose = 'reset';
    count(play, 'forget the password', url !== null);
  },
  signIn: async (play, choice) => {
    const able = [...play.world.users.values()].filter((user) => user.hasPassword && !user.disabled);
    const user = pick(able, choice.what);
    if (user && living(play).length < 20) await addSession(play, user.id);
  },
  look: async (play, choice) => {
    const hand = pick(play.hands, choice.who);
    if (!hand) return;
    await refresh(play);
    await look(play.world, hand);
    count(play, 'look', !hand.dead);
  },
} satisfies Record<string, (play: Play, choice: Choice) => Promise<void>>;
type MoveKind = keyof typeof MOVES;

async function removeHeld(play: Play, choice: Choice, kind: 'token' | 'session'): Promise<void> {
  const right = kind === 'token' ? 'api-tokens:delete' : 'sessions:delete';
  const hand = await credentialFor(play, choice, [right]);
  const { world } = play;
  const all = kind === 'token' ? world.tokens : world.sessions;
  const yours = (userId: number) => userId === hand.userId || commands(world, hand.userId, userId);
  const [id, userId] = aimed(all, choice, choice.what, ([, owner]) => yours(owner)) ?? [];
  if (id === undefined || userId === undefined) return;
  const may = has(world, hand, right) && (kind === 'session' || hand.kind === 'session') && yours(userId);
  const call = () => hand.call(kind === 'token' ? 'delete-api-token' : 'end-session', { id });
  const done = await performAction(play, { kind: `end a ${kind}`, hand, may, call });
  for (const held of play.hands) if (done && held.kind === kind && held.id === id) held.dead = true;
}

const KINDS = Object.keys(MOVES).filter((kind): kind is MoveKind => kind in MOVES);

export const moves: Arbitrary<Move> = record({
  // These create and end other people's credentials, so they are more frequent.
  kind: constantFrom(...KINDS, 'makeUser', 'sendLink', 'changeUser', 'disable', 'changeRole', 'takeLink'),
  who: nat(1000),
  what: nat(1000),
  where: nat(1000),
  aim: oneof({ weight: 3, arbitrary: constant(true) }, { weight: 1, arbitrary: constant(false) }),
  flag: boolean(),
  matrix: matrices,
});

export const make = (play: Play, move: Move): Promise<void> => MOVES[move.kind](play, move);
