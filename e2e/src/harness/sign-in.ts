import { CALL_FAULTS } from '@milepost/contract/faults/call-faults';
import type { Page } from 'playwright-core';
import type { TestPage } from './browser-page.ts';
import type { TestServer } from './server-process.ts';

/** Fills in the sign-in screen and submits it. */
export async function fillSignIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

interface SignInOptions {
  /** The user name; by default that of the administrator. */
  username?: string;
  /** The path to open; by default the live map. */
  path?: string;
}

/** Requests a page, signs in through the screen that appears instead, and waits until the page is shown. */
export async function signIn(opened: TestPage, server: TestServer, options: SignInOptions = {}): Promise<void> {
  const { page, problems } = opened;
  const { username = server.username, path = '/' } = options;
  await page.goto(server.address + path);
  await page.waitForURL('**/authentication/signin');
  await page.getByLabel('User name').waitFor();
  // A page that needs a session is rejected at first, and so are its parallel calls, which leads to sign-in.
  const others = problems.filter((problem) => !problem.endsWith(CALL_FAULTS['session-ended']));
  problems.splice(0, problems.length, ...others);
  await fillSignIn(page, username, server.password);
  const { pathname } = new URL(server.address + (path === '/' ? '/track-vehicle' : path));
  await page.waitForURL((url) => url.pathname.startsWith(pathname));
  await page.getByTestId('live-badge').waitFor();
}
