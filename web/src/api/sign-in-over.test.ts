import type { LoginUserData } from '@milepost/contract/session-operations';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeBrowser, type MadeCall } from './fake-browser.ts';

const ANA: LoginUserData = {
  USER_TYPE: 'staff',
  USERNAME: 'ana',
  PROFILE_ID: 2,
  DISPLAY_NAME: 'Ana Ito',
  ORGANISATION: 'North',
};
const LUIS: LoginUserData = { ...ANA, USERNAME: 'luis', DISPLAY_NAME: 'Luis Roy' };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const ended = { status: 400, code: 'session-ended', message: 'Your session has ended.' };

/** A page of Ana's with unsaved input, and a server whose session is over until somebody signs in. */
async function openPage() {
  let signedIn: LoginUserData | null = null;
  const answer = ({ body, headers }: MadeCall) => {
    const { route } = body;
    if (route === 'get-csrf-token-preLogin') return { status: 200, csrfToken: 'pre' };
    if (route === 'login') {
      signedIn = body['username'] === 'ana' ? ANA : LUIS;
      return { status: 200, user: signedIn };
    }
    if (route === 'get-csrf-token') return { status: 200, csrfToken: 'new' };
    if (signedIn === null) return ended;
    return headers['X-CSRFToken'] === 'new' ? { status: 200, id: 7 } : { status: 403, code: 'denied', message: '' };
  };
  const browser = fakeBrowser(answer);
  vi.stubGlobal('addEventListener', () => {});
  const [unsaved, over, session, sessionEnd, { call }, storage, guard] = await Promise.all([
    import('./unsaved.ts'),
    import('./sign-in-over.ts'),
    import('./session.ts'),
    import('./session-end.ts'),
    import('./call.ts'),
    import('./storage.ts'),
    import('./page-guard.ts'),
  ]);
  storage.saveUser(ANA);
  storage.saveCsrfToken('old');
  storage.saveMenuId(4);
  over.installPageGuard();
  guard.setPageOwner(ANA);
  const entered = { it: true };
  unsaved.holdWork({ isUnsaved: () => entered.it, isRecord: true });
  const made = (route: string) => browser.calls.filter(({ body }) => body['route'] === route);
  return { ...browser, unsaved, over, session, sessionEnd, call, storage, entered, made };
}

const save = { network: '203.0.113.0/24', note: 'knocks all day' };

test('a save with an ended session waits for its person, and succeeds once', async () => {
  const page = await openPage();
  const saved = page.call('block-network', save);
  await vi.waitFor(() => expect(page.over.readSignInOver()).toEqual({ name: 'sign-in', owner: ANA }));
  // Specification, section 8: local storage is wiped.
  expect(localStorage.length).toBe(0);
  expect(page.location.assign).not.toHaveBeenCalled();
  expect(page.sessionEnd.isLeaving()).toBe(true);

  await page.session.signIn('ana', 'secret');
  page.over.noteSignIn();
  await expect(saved).resolves.toMatchObject({ status: 200 });
  expect(page.over.readSignInOver()).toBeNull();
  expect(page.sessionEnd.isLeaving()).toBe(false);
  const [refused, repeated, ...more] = page.made('block-network');
  expect(more).toEqual([]);
  expect(repeated?.body).toEqual(refused?.body);
  expect(repeated?.headers['X-CSRFToken']).toBe('new');
  // The values that the page needs from local storage are restored: its checks use them.
  expect(page.storage.readMenuId()).toBe(4);
});

test('several calls that detect it ask once, and each is repeated once', async () => {
  const page = await openPage();
  const both = [page.call('get-setup', {}), page.call('get-own-sessions', {})];
  await vi.waitFor(() => expect(page.calls.length).toBe(2));
  await page.session.signIn('ana', 'secret');
  page.over.noteSignIn();
  await Promise.all(both);
  expect([page.made('get-setup').length, page.made('get-own-sessions').length]).toEqual([2, 2]);
});

test('a late reply to the old session neither ends the new one nor asks again', async () => {
  const page = await openPage();
  const { fetch } = globalThis;
  const held: { arrive?: () => void } = {};
  vi.stubGlobal('fetch', (url: string, init: { body: string }) =>
    init.body.includes('get-own-sessions') && page.made('login').length === 0
      ? new Promise((resolve) => {
          held.arrive = () => resolve(new Response(JSON.stringify(ended)));
        })
      : fetch(url, init),
  );
  const late = page.call('get-own-sessions', {});
  const saved = page.call('block-network', save);
  await vi.waitFor(() => expect(page.over.readSignInOver()).not.toBeNull());
  await page.session.signIn('ana', 'secret');
  // The session can also end while the sign-in is being completed.
  void page.sessionEnd.endSession();
  page.over.noteSignIn();
  await saved;
  held.arrive?.();
  await expect(late).resolves.toMatchObject({ status: 200 });
  expect(page.over.readSignInOver()).toBeNull();
  expect(page.storage.readCsrfToken()).toBe('new');
});

test('the page does not belong to somebody else: nothing is sent in their name', async () => {
  const page = await openPage();
  void page.call('block-network', save);
  await vi.waitFor(() => expect(page.over.readSignInOver()).not.toBeNull());
  await page.session.signIn('luis', 'secret');
  page.over.noteSignIn();
  expect(page.over.readSignInOver()).toEqual({ name: 'other', owner: ANA, now: LUIS });
  page.over.promptOwner();
  expect(page.over.readSignInOver()).toEqual({ name: 'sign-in', owner: ANA });
  expect(page.made('block-network').length).toBe(1);

  await page.session.signIn('ana', 'secret');
  page.over.noteSignIn();
  await vi.waitFor(() => expect(page.made('block-network').length).toBe(2));
});

test('an open page sends nothing in the name of a person who signed in in another window: it is left', async () => {
  const page = await openPage();
  page.entered.it = false;
  page.storage.saveUser(LUIS);
  page.storage.saveCsrfToken('new');
  const answered = vi.fn();
  void page.call('get-own-sessions', {}).then(answered, answered);
  await vi.waitFor(() => expect(page.location.assign.mock.calls).toEqual([['/']]));
  expect(page.calls).toEqual([]);
  expect(answered).not.toHaveBeenCalled();
});

test('with unsaved input, its calls wait for its owner, also while sign-in is shown', async () => {
  const page = await openPage();
  await page.session.signIn('luis', 'secret');
  const before = page.calls.length;
  const sessions = page.call('get-own-sessions', {});
  await vi.waitFor(() => expect(page.over.readSignInOver()).toEqual({ name: 'other', owner: ANA, now: LUIS }));
  page.over.promptOwner();
  const setup = page.call('get-setup', {});
  await Promise.resolve();
  expect(page.calls.length).toBe(before);
  expect(page.location.assign).not.toHaveBeenCalled();
  expect(page.over.readSignInOver()).toEqual({ name: 'sign-in', owner: ANA });

  await page.session.signIn('ana', 'secret');
  page.over.noteSignIn();
  await Promise.all([sessions, setup]);
  expect([page.made('get-own-sessions').length, page.made('get-setup').length]).toEqual([1, 1]);
});

test('a session check that returns somebody else does not continue the page under their name', async () => {
  const page = await openPage();
  await page.session.signIn('luis', 'secret');
  page.storage.saveUser(LUIS);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ status: 200, user: LUIS }))));
  await page.session.checkSession();
  expect(page.over.readSignInOver()).toEqual({ name: 'other', owner: ANA, now: LUIS });
});

test('where nothing is entered the page is left for sign-in, as the specification has it', async () => {
  const page = await openPage();
  page.entered.it = false;
  await expect(page.call('get-setup', {})).rejects.toThrow();
  expect(page.location.assign.mock.calls).toEqual([['/authentication/signin']]);
  expect(page.over.readSignInOver()).toBeNull();
});

test('unsaved input can be discarded: sign-in follows, with the notice and the path to return to', async () => {
  const page = await openPage();
  void page.call('get-setup', {});
  await vi.waitFor(() => expect(page.over.readSignInOver()).not.toBeNull());
  page.sessionEnd.leaveForSignIn();
  expect(page.location.assign.mock.calls).toEqual([['/authentication/signin']]);
  expect([page.sessionEnd.endedAt(), page.sessionEnd.hadSession()]).toEqual(['/vehicle-info?page=2', true]);
  expect(page.unsaved.isUnsaved()).toBe(false);
});

test('a token that is refused does not reload the page over which sign-in is shown', async () => {
  const page = await openPage();
  void page.call('get-setup', {});
  await vi.waitFor(() => expect(page.over.readSignInOver()).not.toBeNull());
  vi.spyOn(console, 'error').mockReturnValue();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no')));
  await expect(page.session.signIn('ana', 'secret')).rejects.toThrow('Failed to retrieve CSRF token.');
  expect(page.location.reload).not.toHaveBeenCalled();
});
