// Accessibility: no serious finding of axe on screens of authentication, in forms, palette and panel, and the mirrored
// page for Arabic. The screens of the menu are in every-screen.test.ts.
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectNoFindings } from './harness/axe.ts';
import { signInByCall } from './harness/caller.ts';
import { addDrivenVehicle, CORNER } from './harness/fleet.ts';
import { inDatabase } from './harness/database.ts';
import { addUser } from './harness/people.ts';
import { useRunning } from './harness/running.ts';
import { signIn } from './harness/sign-in.ts';
import { waitUntil } from './harness/until.ts';
import { visit } from './harness/visit.ts';

const running = useRunning();

beforeAll(async () => {
  const caller = await signInByCall(running.server);
  const { tracker } = await addDrivenVehicle(running.server, caller, 'SBA 1001');
  await tracker.report({ ...CORNER, speedKph: 40, courseDeg: 90 });
  tracker.close();
});

/** Specimens of the library can be permanently busy. */
const settled = (page: Page) =>
  waitUntil('the screen to be drawn', async () => {
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

  test('in a form, the palette and the panel', async () => {
    const { page } = await running.openSignedIn('/vehicle-info?open=new');
    await page.getByRole('dialog').getByLabel('Registration').waitFor();
    await expectNoFindings(page, 'form');
    await page.keyboard.press('Escape');
    await waitUntil('the form to close', async () => (await page.getByRole('dialog').count()) === 0);
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search screens, vehicles, drivers, addresses …').fill('a');
    await expectNoFindings(page, 'palette');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Appearance and settings' }).click();
    await page.getByRole('tab', { name: 'Settings' }).click();
    await expectNoFindings(page, 'panel');
  });
});

describe('Arabic', () => {
  const FOLDER = path.join(tmpdir(), 'milepost-e2e-right-to-left');

  test('mirrors every page, with nothing wider than the window; screenshots are stored for inspection', async () => {
    mkdirSync(FOLDER, { recursive: true });
    await addUser(running.server, 'salma', 'Dispatcher');
    await inDatabase(running.server, `UPDATE users SET language = 'ar' WHERE username = 'salma'`);
    const opened = await running.open();
    const { page } = opened;
    await signIn(opened, running.server, { username: 'salma', path: '/track-vehicle' });
    const html = page.locator('html');
    await waitUntil('the language', async () => (await html.getAttribute('dir')) === 'rtl');
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
      // No catalogue key is shown instead of its text, and no text of another alphabet in a heading.
      const headings = await page.locator('main h1, main h2, aside nav a').allInnerTexts();
      for (const text of headings) expect(text, name).toMatch(/[\u0600-\u06FF]/);
      await page.screenshot({ path: path.join(FOLDER, `${name}.png`) });
    }
  });
});
