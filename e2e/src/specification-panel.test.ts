// Specification, sections 2, 3 and 4: the right panel, with the appearance and behaviour of the application in this
// browser.
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { localStorageOf, type PageOptions } from './harness/browser-page.ts';
import { signInByCall } from './harness/caller.ts';
import { inDatabase } from './harness/database.ts';
import { spoil } from './harness/context-pool.ts';
import { useRunning } from './harness/running.ts';
import { waitUntil } from './harness/until.ts';

const running = useRunning();

const LIGHT = { scheme: 'light', sidebar: 'light', logo: 'white', skin: 'white' };

/** The visible effect of the choices. */
const look = (page: Page) =>
  page.evaluate<typeof LIGHT>(`(() => {
    const side = document.querySelector('aside');
    return {
      scheme: document.documentElement.dataset.mantineColorScheme,
      sidebar: side.dataset.mantineColorScheme,
      logo: side.querySelector('[data-logo]').dataset.logo,
      skin: document.documentElement.dataset.skin,
    };
  })()`);

async function openPanel(options: PageOptions = {}) {
  const opened = await running.openSignedIn('/extra-pages/about', options);
  await opened.page.getByRole('button', { name: 'Appearance and settings' }).click();
  const panel = opened.page.getByRole('dialog', { name: 'Appearance and settings' });
  const choose = (group: string, tone: string) =>
    panel.getByRole('radiogroup', { name: group }).getByText(tone, { exact: true }).click();
  return { ...opened, panel, choose };
}

async function keys(page: Page, ...names: string[]): Promise<(string | undefined)[]> {
  const storage = await localStorageOf(page.context());
  return names.map((name) => storage[name]);
}
const APPEARANCE_KEYS = ['theme', 'menu_option', 'choose_logoheader', 'choose_skin', 'choose_skin_active'];

/** A switch of the panel; its name is followed by a description. */
const stateOf = (panel: Locator, name: string) => panel.getByRole('switch', { name: new RegExp(`^${name}`) });

describe('the tab SKINS', () => {
  test('the default is light, whatever the system prefers', async () => {
    const { page } = await running.openSignedIn('/extra-pages/about');
    spoil(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.reload();
    await page.getByTestId('live-badge').waitFor();
    expect(await look(page)).toEqual(LIGHT);
    expect(await keys(page, ...APPEARANCE_KEYS)).toEqual([undefined, undefined, undefined, undefined, undefined]);
  });

  test('sidebar and theme are chosen separately, stored under their keys and restored on load; the logo follows the sidebar', async () => {
    const { page, panel, choose } = await openPanel();
    await panel.getByRole('tab', { name: 'SKINS' }).waitFor();
    await choose('Sidebar menu colour', 'Dark');
    await waitUntil('the dark sidebar', async () => (await look(page)).sidebar === 'dark');
    expect(await look(page)).toEqual({ ...LIGHT, sidebar: 'dark', logo: 'black' });
    expect(await keys(page, 'theme', 'menu_option', 'choose_logoheader')).toEqual(['light', 'menu_dark', 'logo-black']);

    await choose('Theme colour', 'Dark');
    await choose('Sidebar menu colour', 'Light');
    const chosen = { scheme: 'dark', sidebar: 'light', logo: 'white', skin: 'white' };
    await waitUntil('the choice', async () => JSON.stringify(await look(page)) === JSON.stringify(chosen));
    expect(await keys(page, 'theme', 'menu_option', 'choose_logoheader')).toEqual(['dark', 'menu_light', 'logo-white']);
    await page.reload();
    await page.getByTestId('live-badge').waitFor();
    await waitUntil('the kept choice', async () => JSON.stringify(await look(page)) === JSON.stringify(chosen));
  });

  test('the current theme value is empty at first, and any screen can set it: so does the palette', async () => {
    const { page } = await running.openSignedIn('/extra-pages/about');
    const offered = async () => {
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('Search screens, vehicles, drivers, addresses …').fill('theme');
      const actions = page.getByRole('dialog').getByRole('button', { name: /theme$/ });
      await actions.first().waitFor();
      return actions.allInnerTexts();
    };
    expect(await offered()).toEqual(['Dark theme', 'Light theme']);
    await page.getByRole('dialog').getByRole('button', { name: 'Dark theme' }).click();
    await waitUntil('the dark theme', async () => (await look(page)).scheme === 'dark');
    expect(await offered()).toEqual(['Light theme']);
    expect(await keys(page, 'theme')).toEqual(['dark']);
    // Enter takes the first result, without an arrow key before it.
    await page.keyboard.press('Enter');
    await waitUntil('the light theme', async () => (await look(page)).scheme === 'light');
  });

  test('each of the seven skins colours the application, is stored, and is restored on load', async () => {
    const { page, panel } = await openPanel();
    const colours = new Set<string>();
    for (const skin of ['black', 'white', 'purple', 'blue', 'cyan', 'green', 'orange']) {
      await panel.getByRole('radio', { name: skin, exact: false }).click();
      await waitUntil(`the skin ${skin}`, async () => (await look(page)).skin === skin);
      expect(await keys(page, 'choose_skin', 'choose_skin_active')).toEqual([`theme-${skin}`, skin]);
      const style = `getComputedStyle(document.documentElement)`;
      colours.add(
        await page.evaluate<string>(`['--accent', '--bar'].map((name) => ${style}.getPropertyValue(name)).join()`),
      );
    }
    expect(colours.size).toBe(7);
    await page.reload();
    await page.getByTestId('live-badge').waitFor();
    expect((await look(page)).skin).toBe('orange');
  });
});

async function openSettings(options: PageOptions = {}) {
  const opened = await openPanel(options);
  await opened.panel.getByRole('tab', { name: 'Settings' }).click();
  await stateOf(opened.panel, 'Offline').waitFor();
  const flip = (name: string) => stateOf(opened.panel, name).click();
  return { ...opened, flip };
}

describe('the tab Settings', () => {
  test('has six switches, which are remembered', async () => {
    const { page, panel, flip } = await openSettings();
    expect(await panel.getByRole('switch').count()).toBe(6);
    for (const name of ['Report Panel Usage', 'Email Redirect']) {
      expect(await stateOf(panel, name).isChecked()).toBe(false);
      await flip(name);
    }
    await flip('Notifications');
    await page.reload();
    await page.getByRole('button', { name: 'Appearance and settings' }).click();
    await panel.getByRole('tab', { name: 'Settings' }).click();
    await stateOf(panel, 'Offline').waitFor();
    const states = (await panel.getByRole('switch').all()).map((one) => one.isChecked());
    // The switches are in the order of the specification; live updates are on by default.
    expect(await Promise.all(states)).toEqual([true, true, false, true, false, false]);
  });

  test('Report Panel Usage counts the screens that are opened, in this browser alone', async () => {
    const { page, panel, flip } = await openSettings();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.postData() ?? ''));
    await flip('Report Panel Usage');
    await page.keyboard.press('Escape');
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Vehicles' }).click();
    await page.waitForURL('**/vehicle-info');
    await page.getByRole('button', { name: 'Appearance and settings' }).click();
    await panel.getByRole('tab', { name: 'Settings' }).click();
    await panel.getByRole('term').filter({ hasText: 'vehicle-info' }).waitFor();
    expect(sent.filter((body) => /usage/i.test(body))).toEqual([]);
  });

  test('Email Redirect copies an address instead of starting the mail program', async () => {
    const { page, flip } = await openSettings();
    await flip('Email Redirect');
    await page.keyboard.press('Escape');
    await page.evaluate(
      `document.querySelector('main').insertAdjacentHTML('beforeend', '<a href="mailto:ana@rio.example">Ana</a>')`,
    );
    await page.getByRole('link', { name: 'Ana' }).click();
    await page.getByText('ana@rio.example is copied.').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('ana@rio.example');
  });

  test('Auto Updates pauses the live view, and shows this until it resumes', async () => {
    const { page, flip } = await openSettings();
    await flip('Auto Updates');
    await page.getByText('Updates paused').waitFor();
    expect(await page.getByTestId('live-badge').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByText('Updates paused').click();
    await page.getByTestId('live-badge').waitFor();
  });

  test('Offline caches the application in the browser: it opens without a connection', async () => {
    const { page, context, panel, flip } = await openSettings({ fresh: true });
    await flip('Offline');
    await waitUntil(
      'the switch',
      async () => (await stateOf(panel, 'Offline').isChecked()) && !(await stateOf(panel, 'Offline').isDisabled()),
    );
    // The next page is loaded through the service worker, which caches its files.
    await page.reload();
    await page.getByTestId('live-badge').waitFor();
    await context.setOffline(true);
    await page.reload();
    await page.getByTestId('live-badge').waitFor();
    await context.setOffline(false);
  });

  test('Location Permission asks the browser, shows its position, and stays off if refused', async () => {
    const { page, context, panel, flip } = await openSettings({ fresh: true });
    await flip('Location Permission');
    await panel.getByText('The browser does not share your location with this site.').waitFor();
    expect(await stateOf(panel, 'Location Permission').isChecked()).toBe(false);

    await context.grantPermissions(['geolocation'], { origin: running.server.address });
    await context.setGeolocation({ latitude: -34.9011, longitude: -56.1645, accuracy: 12 });
    await flip('Location Permission');
    await panel.getByText('-34.90110, -56.16450').waitFor();
    await panel.getByRole('link', { name: 'Show me on the live map' }).click();
    await page.waitForURL(/track-vehicle\?c=-56.164/);
  });

  test('Auto Updates off: a page that reconnects gets the whole of a large fleet, which is sent in pieces', async () => {
    const { server } = running;
    await inDatabase(
      server,
      `INSERT INTO vehicles (organisation_id, registration, type)
       SELECT id, 'SBX ' || n, 'car' FROM organisations, generate_series(1, 4500) n WHERE parent_id IS NULL`,
    );
    const caller = await signInByCall(server);
    await caller.ask('save-vehicle', { registration: 'SBX 4501' });
    const { page, flip } = await openSettings();
    await flip('Auto Updates');
    await page.getByText('Updates paused').waitFor();
    await page.goto(`${server.address}/track-vehicle`);
    const count = page.getByTestId('status-count-all');
    await waitUntil('the whole fleet', async () => (await count.innerText()).replaceAll(/\D/g, '') === '4501');
    expect(await page.getByText('Updates paused').count()).toBe(1);
  });
});
