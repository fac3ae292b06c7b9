// Specification, sections 2 and 4: the frame of every screen.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { localStorageOf } from './harness/browser-page.ts';
import { addMenu } from './harness/menus.ts';
import { inDatabase } from './harness/database.ts';
import { addUser } from './harness/people.ts';
import { useRunning } from './harness/running.ts';
import { signIn } from './harness/sign-in.ts';
import { waitUntil } from './harness/until.ts';

/** Roles are numbered in order of creation: Administrator, Dispatcher, Installer. */
const PROFILE_IDS = { Administrator: 1, Dispatcher: 2 };
const running = useRunning({
  environment: {
    VEHICLE_INSTALLATION_PROFILE_IDS: String(PROFILE_IDS.Administrator),
    TERRITORY_SETTINGS_PROFILE_IDS: `${PROFILE_IDS.Dispatcher}, 77`,
  },
});

beforeAll(async () => {
  const { server } = running;
  await addMenu(server, { title: 'Shown by zero', path: 'extra-pages/help', CM: 0 });
  await addMenu(server, { title: 'Hidden by two', path: 'extra-pages/help', CM: 2 });
  await addMenu(server, { title: 'Regions' });
  for (const region of ['North', 'South']) {
    await addMenu(server, { title: region, parent: 'Regions' });
    await addMenu(server, { title: `Depots ${region}`, parent: region, path: 'extra-pages/profile' });
    await addMenu(server, { title: `Yards ${region}`, parent: region, path: 'extra-pages/profile' });
  }
});

const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu' });
const installation = (page: Page) => menu(page).getByRole('link', { name: 'Vehicle Installation' });
const territory = (page: Page) => menu(page).getByRole('link', { name: 'Territory Settings' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The scrolling box of a table's rows. */
const LIST = `document.querySelector('main table').parentElement`;
const top = (page: Page) => page.evaluate<number>(`${LIST}.scrollTop`);
const active = async (page: Page) => (await page.getByRole('banner').getAttribute('data-scrolled')) !== null;
const scroll = async (page: Page, y = 300) => {
  await page.evaluate(`${LIST}.scrollTo(0, ${y})`);
  await waitUntil('the scrolling', async () => (await top(page)) === y);
  // The page receives the scroll event with the next frame, and nobody can navigate before that.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
};
const atTop = async (page: Page) => {
  await waitUntil('the top', async () => (await top(page)) === 0);
  await waitUntil('the quiet style', async () => !(await active(page)));
};
const openList = async () => {
  await inDatabase(
    running.server,
    `INSERT INTO vehicles (organisation_id, registration, type)
     SELECT 1, 'SCROLL ' || n, 'van' FROM generate_series(1, 120) n ON CONFLICT DO NOTHING`,
  );
  const { page } = await running.openSignedIn('/vehicle-info');
  await page.getByRole('row').nth(40).waitFor();
  return page;
};

describe('the frame', () => {
  test.each(['signin', 'forgot-password', 'reset-password', 'page404', 'page500'])(
    'header and sidebar are hidden on authentication/%s',
    async (name) => {
      const { page } = await running.openSignedIn('/extra-pages/about');
      expect([await page.getByRole('banner').count(), await menu(page).count()]).toEqual([1, 1]);
      await page.goto(`${running.server.address}/authentication/${name}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect([await page.getByRole('banner').count(), await menu(page).count()]).toEqual([0, 0]);
    },
  );

  test('the user dropdown holds Profile, which opens extra-pages/profile, and Logout', async () => {
    const { page } = await running.openSignedIn('/extra-pages/about');
    await button(page, 'Administrator').click();
    await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await page.waitForURL('**/extra-pages/profile');
    await page.getByRole('heading', { name: 'Your profile' }).waitFor();
  });

  test('the full-screen toggle fills the screen with the page, and gives it back', async () => {
    const { page } = await running.openSignedIn('/extra-pages/about');
    const isFull = () => page.evaluate<boolean>('document.fullscreenElement !== null');
    await button(page, 'Full screen').click();
    await waitUntil('full screen', isFull);
    await button(page, 'Leave full screen').click();
    await waitUntil('the end of it', async () => !(await isFull()));
  });

  test('past 50 px of scrolling the bar is active; each navigation begins at the top', async () => {
    const { page } = await running.openSignedIn('/widget');
    const scrollTo = (y: number) => page.evaluate(`document.querySelector('main').scrollTo(0, ${y})`);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    expect(await active(page)).toBe(false);
    await scrollTo(50);
    await waitUntil('the scrolling', async () => (await scrollTop(page)) === 50);
    expect(await active(page)).toBe(false);
    await scrollTo(51);
    await waitUntil('the active style', () => active(page));
    await menu(page).getByRole('link', { name: 'UI elements' }).click();
    await page.waitForURL('**/ui');
    await waitUntil('the top', async () => (await scrollTop(page)) === 0);
    await waitUntil('the quiet style', async () => !(await active(page)));
  });

  describe('over a list that scrolls in the place of the page', () => {
    test('the bar is active past 50 px of it; the next page, a link, the same link again and Back begin at its top', async () => {
      const page = await openList();
      await scroll(page, 50);
      expect(await active(page)).toBe(false);
      await scroll(page, 51);
      await waitUntil('the active style', () => active(page));
      await page.getByRole('button', { name: 'Next page' }).click();
      await page.waitForURL('**/vehicle-info?page=2');
      await atTop(page);
      await page.getByRole('row').nth(40).waitFor();
      await scroll(page);
      await menu(page).getByRole('link', { name: 'Vehicles' }).click();
      await page.waitForURL('**/vehicle-info');
      await atTop(page);
      await page.getByRole('row').nth(40).waitFor();
      await scroll(page);
      await menu(page).getByRole('link', { name: 'Vehicles' }).click();
      await atTop(page);
      await scroll(page);
      await page.goBack();
      await page.waitForURL('**/vehicle-info?page=2');
      await atTop(page);
    });

    test('keeps its position while a row is opened and closed, and a search is typed', async () => {
      const page = await openList();
      await scroll(page);
      await page.getByRole('row').nth(15).getByRole('button', { name: 'Edit' }).click();
      await page.waitForURL('**/vehicle-info?open=*');
      await page.getByRole('dialog').waitFor();
      expect(await top(page)).toBe(300);
      await page.goBack();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await top(page)).toBe(300);
      // All but one of the rows match, so that the list keeps its length.
      await page.getByRole('searchbox').fill('SCROLL');
      await page.waitForURL('**/vehicle-info?search=SCROLL');
      await page.getByRole('row').nth(40).waitFor();
      expect(await top(page)).toBe(300);
    });
  });

  test("'Please wait...' covers the page from the start of a navigation to its end", async () => {
    const { page } = await running.openSignedIn('/extra-pages/about');
    const held = Promise.withResolvers<void>();
    await page.route('**/assets/icons-*.js', async (route) => {
      await held.promise;
      await route.continue();
    });
    const overlay = page.getByRole('status').getByText('Please wait...', { exact: true });
    expect(await overlay.count()).toBe(0);
    for (const name of ['Administration', 'Component library']) await button(page, name).click();
    await menu(page).getByRole('link', { name: 'Icons' }).click();
    await overlay.waitFor();
    expect(new URL(page.url()).pathname).toBe('/extra-pages/about');
    held.resolve();
    await page.waitForURL('**/icons');
    await waitUntil('the overlay to go', async () => (await overlay.count()) === 0);
  });

  test('the sidebar is collapsed by its toggle, and stays collapsed; below 1170 px it closes by itself', async () => {
    const { page, context } = await running.openSignedIn('/extra-pages/about');
    const toggle = button(page, 'Open or close the menu');
    const isOpen = () => toggle.getAttribute('aria-expanded');
    const width = async () => (await page.getByRole('complementary', { name: 'Milepost' }).boundingBox())?.width ?? 0;
    expect(await isOpen()).toBe('true');
    const open = await width();
    await toggle.click();
    expect(await isOpen()).toBe('false');
    await waitUntil('the sidebar to be narrow', async () => (await width()) < open / 2);
    expect((await localStorageOf(context))['sidebar_option']).toBe('side-closed');
    await page.reload();
    await waitUntil('the kept choice', async () => (await isOpen()) === 'false');
    await toggle.click();
    await page.setViewportSize({ width: 1170, height: 720 });
    expect(await isOpen()).toBe('true');
    await page.setViewportSize({ width: 1169, height: 720 });
    await waitUntil('the menu to close', async () => (await isOpen()) === 'false');
  });
});

const scrollTop = (page: Page) => page.evaluate<number>(`document.querySelector('main').scrollTop`);

describe('the left menu', () => {
  test('shows entries with a CM of 0 or 1, and no others', async () => {
    const { page } = await running.openSignedIn('/extra-pages/about');
    await menu(page).getByRole('link', { name: 'Shown by zero' }).waitFor();
    expect(await menu(page).getByText('Hidden by two').count()).toBe(0);
  });

  test('one menu and one submenu are open at a time; a click on the open one closes it', async () => {
    const { page } = await running.openSignedIn('/extra-pages/about');
    const entry = (name: string) => menu(page).getByRole('button', { name, exact: true });
    const openOnes = () => menu(page).locator('[aria-expanded="true"]').allInnerTexts();
    await waitUntil('the menu', async () => (await entry('Regions').count()) === 1);
    // The page is below one of them, which is therefore open at first.
    for (const name of await openOnes()) await entry(name).click();

    await entry('Regions').click();
    await entry('North').click();
    expect(await openOnes()).toEqual(['Regions', 'North']);
    await menu(page).getByRole('link', { name: 'Depots North' }).waitFor();
    await entry('South').click();
    expect(await openOnes()).toEqual(['Regions', 'South']);
    expect(await menu(page).getByRole('link', { name: 'Depots North' }).count()).toBe(0);
    await entry('South').click();
    expect(await openOnes()).toEqual(['Regions']);
    await entry('Work and papers').click();
    expect(await openOnes()).toEqual(['Work and papers']);
    await entry('Work and papers').click();
    expect(await openOnes()).toEqual([]);
  });

  test("'Monitor VTS Alarm' opens in a new tab, and is stored as the current menu", async () => {
    const { page, context } = await running.openSignedIn('/vehicle-info');
    await menu(page).getByRole('button', { name: 'Alarms and geofences' }).click();
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      menu(page).getByRole('link', { name: 'Monitor VTS Alarm' }).click(),
    ]);
    await tab.waitForURL('**/dashboard/alarm-monitor');
    await tab.getByRole('heading', { name: 'Alarm monitor' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/vehicle-info');
    const [row] = await inDatabase<{ id: number }>(running.server, `SELECT id FROM menus WHERE title = $1`, [
      'Monitor VTS Alarm',
    ]);
    expect((await localStorageOf(context))['menuID']).toBe(String(row?.id));
    await tab.close();
  });

  test('links that depend on the profile id are seen by that profile alone', async () => {
    const admin = await running.openSignedIn('/extra-pages/about');
    expect(JSON.parse((await localStorageOf(admin.context))['login_user_data'] ?? '')).toMatchObject({ PROFILE_ID: 1 });
    await installation(admin.page).click();
    await admin.page.waitForURL('**/reports/vehicle-installation');
    expect(await territory(admin.page).count()).toBe(0);

    await addUser(running.server, 'shell-dispatcher', 'Dispatcher');
    const dispatcher = await running.open();
    await signIn(dispatcher, running.server, { username: 'shell-dispatcher', path: '/extra-pages/about' });
    await territory(dispatcher.page).click();
    await dispatcher.page.waitForURL('**/settings/territory-settings');
    expect(await installation(dispatcher.page).count()).toBe(0);
  });
});
