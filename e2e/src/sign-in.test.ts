import { describe, expect, test } from 'vitest';
import { localStorageOf } from './harness/browser-page.ts';
import { signInByCall } from './harness/caller.ts';
import { useRunning } from './harness/running.ts';
import { fillSignIn, signIn } from './harness/sign-in.ts';
import { waitUntil } from './harness/until.ts';

const running = useRunning();

/** Specification, section 3. */
const STORAGE_KEYS = [
  'login_user_data',
  'csrfToken',
  'menuID',
  'theme',
  'menu_option',
  'choose_logoheader',
  'choose_skin',
  'choose_skin_active',
  'sidebar_option',
];

describe('signing in', () => {
  test('leads from the empty path through sign-in to the live map, and nothing fails on the way', async () => {
    const { page, context, problems } = await running.open();
    const posts: { path: string; route: string; token: string | undefined }[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'POST') return;
      const { route }: { route: string } = request.postDataJSON();
      posts.push({ path: new URL(request.url()).pathname, route, token: request.headers()['x-csrftoken'] });
    });

    await page.goto(running.server.address);
    await page.waitForURL('**/authentication/signin');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.getByTestId('live-badge').count()).toBe(0);
    expect(await page.getByRole('navigation').count()).toBe(0);

    await fillSignIn(page, running.server.username, running.server.password);
    await page.waitForURL(/\/track-vehicle(\?|$)/);
    await waitUntil('the live connection', async () => (await badge(page)) === 'live');
    await page.getByTestId('live-map').waitFor();

    for (const { path } of posts) expect(path).toMatch(/^\/\d{13}\.html$/);
    const order = posts.map(({ route }) => route);
    expect(order.slice(0, 3)).toEqual(['get-csrf-token-preLogin', 'login', 'get-csrf-token']);
    expect(posts[0]?.token).toBe('milepost');
    expect(posts[1]?.token).toMatch(/^\S{20,}$/);
    expect(posts[1]?.token).not.toBe('milepost');
    expect(posts[2]?.token).toBe('milepost');
    expect(order).toContain('get-nav-menu');

    const storage = await localStorageOf(context);
    // Further keys of the screens have the application's own prefix.
    const keys = Object.keys(storage).filter((key) => !key.startsWith('milepost.'));
    for (const key of keys) expect(STORAGE_KEYS).toContain(key);
    expect(JSON.parse(storage['login_user_data'] ?? '')).toMatchObject({
      USERNAME: 'admin',
      USER_TYPE: 'admin',
      PROFILE_ID: expect.any(Number),
    });
    expect(storage['csrfToken']).toMatch(/^\S{20,}$/);
    expect(posts.find(({ route }) => route === 'get-setup')?.token).toBe(storage['csrfToken']);
    expect(problems).toEqual([]);
  });

  test('shows the menu of the server; a click stores its id, and opening one menu closes the other', async () => {
    const opened = await running.open();
    const { page, context, problems } = opened;
    await signIn(opened, running.server);
    const caller = await signInByCall(running.server);
    const { menuList } = await caller.ask('get-nav-menu', {});
    const menu = page.getByRole('navigation', { name: 'Menu' });
    const shown = menuList.filter(({ CM }) => CM === 0 || CM === 1).map(({ title }) => title);
    expect(await menu.locator('> ul > li > :first-child').allInnerTexts()).toEqual(shown);

    const track = menu.getByRole('button', { name: 'Track vehicle' });
    const devices = menu.getByRole('button', { name: 'Devices and commands' });
    expect(await track.getAttribute('aria-expanded')).toBe('true');
    await devices.click();
    expect(await devices.getAttribute('aria-expanded')).toBe('true');
    expect(await track.getAttribute('aria-expanded')).toBe('false');
    await devices.click();
    expect(await devices.getAttribute('aria-expanded')).toBe('false');

    await menu.getByRole('link', { name: 'Vehicles' }).click();
    await page.waitForURL('**/vehicle-info');
    await page.getByRole('heading', { name: 'Vehicles', exact: true }).waitFor();
    const vehicles = menuList.find(({ path }) => path === 'vehicle-info');
    await waitUntil('the menu id', async () => (await localStorageOf(context))['menuID'] === String(vehicles?.id));
    expect(problems).toEqual([]);
  });

  test('a wrong password does not reveal which part was wrong, and the sixth attempt has to wait', async () => {
    const { page } = await running.open();
    await page.goto(`${running.server.address}/authentication/signin`);
    await fillSignIn(page, 'nobody-here', 'wrong');
    const message = page.getByRole('alert');
    await message.getByText('User name or password is wrong.').waitFor();

    for (let attempt = 1; attempt <= 5; attempt++) {
      const answered = page.waitForResponse((response) => response.request().postData()?.includes('"login"') ?? false);
      await fillSignIn(page, 'ADMIN', 'wrong');
      const { status }: { status: number } = await (await answered).json();
      expect(status).toBe(422);
      await message.getByText('User name or password is wrong.').waitFor();
    }
    // The typed text is still there.
    expect(await page.getByLabel('User name').inputValue()).toBe('ADMIN');
    await fillSignIn(page, 'admin', running.server.password);
    await message.getByText(/Too many attempts\. You can try again in \d+ s\./).waitFor();
    expect(await page.getByRole('button', { name: /^Wait \d+ s$/ }).isDisabled()).toBe(true);
    expect(page.url()).toContain('/authentication/signin');

    // The wait ends by itself, and the right password then works.
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await fillSignIn(page, 'admin', running.server.password);
    await page.waitForURL(/\/track-vehicle(\?|$)/);
  });

  test('an empty form shows the missing input at each field, without a call to the server', async () => {
    const { page } = await running.open();
    await page.goto(`${running.server.address}/authentication/signin`);
    let posts = 0;
    page.on('request', (request) => (posts += request.method() === 'POST' ? 1 : 0));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Enter your user name.').waitFor();
    await page.getByText('Enter your password.').waitFor();
    expect(posts).toBe(0);
  });
});

describe('the end of a session', () => {
  test('logging out clears the storage and leads to sign-in; the old address requires signing in again', async () => {
    const opened = await running.open();
    const { page, context } = opened;
    await signIn(opened, running.server, { path: '/vehicle-info' });
    await page.getByRole('button', { name: 'Administrator' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.waitForURL('**/authentication/signin');
    const { login_user_data: user, csrfToken } = await localStorageOf(context);
    expect([user, csrfToken]).toEqual([undefined, undefined]);
    await page.goto(`${running.server.address}/vehicle-info`);
    await page.waitForURL('**/authentication/signin');
  });

  test('a session that ended elsewhere takes every window of it to sign-in, with a notice, and back where it was', async () => {
    const opened = await running.open();
    const { page, context } = opened;
    await signIn(opened, running.server, { path: '/vehicle-info' });
    await page.getByRole('heading', { name: 'Vehicles', exact: true }).waitFor();

    // Signs out with this browser's cookies, without its page: as from another window.
    const cookies = await context.cookies();
    const xsrf = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
    const response = await fetch(`${running.server.address}/${Date.now()}.html`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: running.server.address,
        cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
        'x-xsrf-token': xsrf,
      },
      body: JSON.stringify({ route: 'logout' }),
    });
    expect(await response.json()).toMatchObject({ status: 200 });

    await page.waitForURL('**/authentication/signin');
    await page.getByText('Your session has expired. Sign in to continue.').waitFor();
    expect((await localStorageOf(context))['login_user_data']).toBeUndefined();

    await fillSignIn(page, running.server.username, running.server.password);
    await page.waitForURL('**/vehicle-info');
  });
});

describe('the look', () => {
  test('the dark theme is stored across a reload, under the key of the specification', async () => {
    const opened = await running.open();
    const { page, context } = opened;
    await signIn(opened, running.server, { path: '/vehicle-info' });
    const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme');
    expect(await scheme()).toBe('light');
    await page.getByRole('button', { name: 'Dark theme' }).click();
    expect((await localStorageOf(context))['theme']).toBe('dark');
    await page.reload();
    await page.getByRole('button', { name: 'Light theme' }).waitFor();
    expect(await scheme()).toBe('dark');
  });

  test('under 1170 px the menu closes by itself; on a phone it is a drawer', async () => {
    const opened = await running.open();
    const { page } = opened;
    await signIn(opened, running.server, { path: '/settings/devices' });
    const toggle = page.getByRole('button', { name: 'Open or close the menu' });
    expect(await toggle.getAttribute('aria-expanded')).toBe('true');
    await page.setViewportSize({ width: 1169, height: 800 });
    await waitUntil('the menu to close', async () => (await toggle.getAttribute('aria-expanded')) === 'false');
    await page.setViewportSize({ width: 390, height: 844 });
    await waitUntil('the menu to be gone', async () => (await page.getByRole('navigation').count()) === 0);
    await toggle.click();
    await page.getByRole('dialog').getByRole('link', { name: 'Vehicles' }).click();
    await page.waitForURL('**/vehicle-info');
    await waitUntil('the drawer to close', async () => (await page.getByRole('dialog').count()) === 0);
    expect(await overflow(page)).toBe(0);
  });
});

const badge = (page: { getByTestId(id: string): { getAttribute(name: string): Promise<string | null> } }) =>
  page.getByTestId('live-badge').getAttribute('data-kind');

/** The number of pixels by which the page is wider than the window. */
const overflow = (page: { evaluate(script: string): Promise<unknown> }) =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
