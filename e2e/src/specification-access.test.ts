// Every screen for everyone: no serious finding of axe in either theme, and the page turned round for Arabic.
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { MenuItem } from '@milepost/contract/menu-item';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { signInByCall } from './harness/caller.ts';
import { addDrivenVehicle, CORNER } from './harness/fleet.ts';
import { inDatabase } from './harness/database.ts';
import { addUser } from './harness/people.ts';
import { useRunning } from './harness/running.ts';
import { signIn } from './harness/sign-in.ts';
import { until } from './harness/until.ts';
import { visit } from './harness/visit.ts';

const running = useRunning();
/** It fills a window of its own, without the shell. */
const WALL_BOARD = '/dashboard/alarm-monitor';
/** Paths of the menu's screens. */
let screens: string[];

beforeAll(async () => {
  const caller = await signInByCall(running.server);
  const { tracker } = await addDrivenVehicle(running.server, caller, 'SBA 1001');
  await tracker.report({ ...CORNER, speedKph: 40, courseDeg: 90 });
  tracker.close();
  const { menuList } = await caller.ask('get-nav-menu', {});
  screens = pathsOf(menuList);
});

const pathsOf = (items: readonly MenuItem[]): string[] =>
  items.flatMap((item) => [...(item.path === '' ? [] : [`/${item.path}`]), ...pathsOf(item.submenu)]);

/** WCAG 2.2 at levels A and AA, as far as a program can tell. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface Finding {
  id: string;
  impact: string | null;
  nodes: { target: unknown; failureSummary?: string }[];
}

/** What axe finds serious or critical; `only` one of its rules, where that is enough. */
async function seriousFindings(page: Page, only?: string): Promise<string[]> {
  await page.evaluate(`if (!globalThis.axe) { ${axe.source} }`);
  // What fades in or changes its colour slowly is judged as it is in the end.
  await page.evaluate(`for (const one of document.getAnimations()) {
    if (one.effect.getComputedTiming().endTime === Infinity) one.cancel();
    else one.finish();
  }`);
  const runOnly = only === undefined ? { type: 'tag', values: TAGS } : { type: 'rule', values: [only] };
  const found = await page.evaluate<Finding[]>(
    `axe.run(document, { runOnly: ${JSON.stringify(runOnly)}, resultTypes: ['violations'] }).then((all) => all.violations)`,
  );
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) =>
          `${id} ${String(target).slice(-120)} ${failureSummary?.replace(/\s+/g, ' ').slice(0, 160)}`,
      ),
    );
}

type Theme = 'light' | 'dark';

const themeOf = (page: Page) => page.evaluate<Theme>('document.documentElement.dataset.mantineColorScheme');

/** Changes the theme as where another window of the same browser changed it. */
async function turn(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(`localStorage.setItem('theme', '${theme}');
    dispatchEvent(new StorageEvent('storage', { storageArea: localStorage, key: 'theme' }))`);
  await until(`the ${theme} theme`, async () => (await themeOf(page)) === theme);
}

/**
 * Judges what is shown in the theme that it opened with, then in the other, so that screens open in either in turn. In
 * the light one by every rule; in the dark one, where only colours differ, by that of contrast.
 */
async function expectNoFindings(page: Page, where: string): Promise<void> {
  const opened = await themeOf(page);
  await judge(page, opened, where);
  const other = opened === 'light' ? 'dark' : 'light';
  await turn(page, other);
  await judge(page, other, where);
}

async function judge(page: Page, theme: Theme, where: string): Promise<void> {
  const rule = theme === 'dark' ? 'color-contrast' : undefined;
  let found = await seriousFindings(page, rule);
  // What was not yet drawn to its end is judged once more.
  if (found.length > 0) {
    await page.evaluate('new Promise((done) => setTimeout(done, 500))');
    found = await seriousFindings(page, rule);
  }
  expect.soft(found, `${where}, ${theme}`).toEqual([]);
}

/** What the library shows in its specimens may be waiting for ever. */
const settled = (page: Page) =>
  until('the screen to be drawn', async () => {
    const waiting = page.locator('main :is(.mantine-Skeleton-root, .mantine-Loader-root):not(section *)');
    return (await page.locator('h1, [data-testid="live-map"]').count()) > 0 && (await waiting.count()) === 0;
  });

describe('axe finds nothing serious in either theme', () => {
  test('on the screens of authentication', async () => {
    const check = async (page: Page, name: string) => {
      await page.goto(`${running.server.address}/authentication/${name}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expectNoFindings(page, name);
    };
    const { page } = await running.open();
    for (const name of ['signin', 'forgot-password', 'reset-password#token=x']) await check(page, name);
    // Without a session these lead to sign-in.
    const signedIn = await running.openSignedIn('/extra-pages/help');
    for (const name of ['page404', 'page500']) await check(signedIn.page, name);
  });

  test('on every screen of the menu, and on those reached otherwise', { timeout: 300_000 }, async () => {
    expect(screens.length).toBeGreaterThan(15);
    const { page } = await running.openSignedIn('/extra-pages/help');
    await settled(page);
    await expectNoFindings(page, '/extra-pages/help');
    const others = ['/extra-pages/profile', '/extra-pages/about', '/dashboard/main', '/maps/component'];
    for (const at of [...screens, ...others]) {
      if (at === WALL_BOARD) continue;
      await visit(page, at);
      await settled(page);
      await expectNoFindings(page, at);
    }
    await page.goto(running.server.address + WALL_BOARD);
    await settled(page);
    await expectNoFindings(page, WALL_BOARD);
  });

  test('in a form, the palette and the panel', async () => {
    const { page } = await running.openSignedIn('/vehicle-info?open=new');
    await page.getByRole('dialog').getByLabel('Registration').waitFor();
    await expectNoFindings(page, 'form');
    await page.keyboard.press('Escape');
    await until('the form to close', async () => (await page.getByRole('dialog').count()) === 0);
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Find a screen, a record or an action').fill('a');
    await expectNoFindings(page, 'palette');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Appearance and settings' }).click();
    await page.getByRole('tab', { name: 'Settings' }).click();
    await expectNoFindings(page, 'panel');
  });
});

describe('Arabic', () => {
  const FOLDER = path.join(tmpdir(), 'milepost-e2e-right-to-left');

  test('turns every page round, with nothing wider than the window; pictures are kept to be looked at', async () => {
    mkdirSync(FOLDER, { recursive: true });
    await addUser(running.server, 'salma', 'Dispatcher');
    await inDatabase(running.server, `UPDATE users SET language = 'ar' WHERE username = 'salma'`);
    const opened = await running.open();
    const { page } = opened;
    await signIn(opened, running.server, { username: 'salma', path: '/track-vehicle' });
    const html = page.locator('html');
    await until('the language', async () => (await html.getAttribute('dir')) === 'rtl');
    expect(await html.getAttribute('lang')).toBe('ar');
    await page.locator('[data-testid^="vehicle-row-"]').first().waitFor();
    for (const [name, at] of Object.entries({
      map: null,
      vehicles: '/vehicle-info',
      profile: '/extra-pages/profile',
    })) {
      if (at !== null) await visit(page, at);
      await settled(page);
      const [side, main] = await Promise.all(['aside', 'main'].map((part) => page.locator(part).first().boundingBox()));
      expect(side?.x ?? 0, name).toBeGreaterThan(main?.x ?? 0);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), name).toBe(0);
      // No key of the catalogue shows instead of its text, and no text of another alphabet in a heading.
      const headings = await page.locator('main h1, main h2, aside nav a').allInnerTexts();
      for (const text of headings) expect(text, name).toMatch(/[\u0600-\u06FF]/);
      await page.screenshot({ path: path.join(FOLDER, `${name}.png`) });
    }
  });
});
